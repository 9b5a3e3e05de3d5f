import { withDecodeSlot } from '../../../shared/images/decode-slots.ts';
import type { Size } from '../../../shared/images/output.ts';
import { openImage, strict } from '../../../shared/images/sharp-setup.ts';
import { ProviderError, type ProviderImage } from '../provider.ts';

/** The scene extended to a shape that a model can deliver. */
export interface Canvas<Shape extends Size> {
  /** The scene, with margins when its own shape is not one of the model's. */
  scene: ProviderImage;
  shape: Shape;
  /** Absent when the scene fits as it is. */
  margin?: { share: number; sides: 'left and right' | 'top and bottom' };
  /** Cuts the margins off a delivered image. @throws ProviderError `failed` for an image that cannot be read. */
  cut(image: Buffer): Promise<Buffer>;
}

/** An invisible difference that leaves most of the allowed 2 % to the model's own rounding. */
const shapeTolerance = 0.005;

/**
 * Extends the scene to the nearest of a model's fixed shapes by mirroring its edges, and cuts the same margins off the
 * result, which is therefore never stretched: an output of another shape than the scene's by more than 2 % is refused.
 */
export async function fitToShapes<Shape extends Size>(
  scene: ProviderImage,
  shapes: readonly [Shape, ...Shape[]],
): Promise<Canvas<Shape>> {
  const shape = nearest(scene, shapes);
  if (distance(scene, shape) <= shapeTolerance) return { scene, shape, cut: async (image) => image };
  const full = extendedSize(scene, shape);
  const extended = await extend(scene, full);
  const sides = full.width > scene.width ? 'left and right' : 'top and bottom';
  const share = Math.max(1 - scene.width / full.width, 1 - scene.height / full.height) / 2;
  return { scene: extended, shape, margin: { share, sides }, cut: (image) => cutOut(image, scene, full) };
}

const ratio = ({ width, height }: Size) => width / height;
/** 0 for the same shape; the same number for twice as wide and half as wide. */
const distance = (a: Size, b: Size) => Math.abs(Math.log(ratio(a) / ratio(b)));

function nearest<Shape extends Size>(scene: Size, [first, ...others]: readonly [Shape, ...Shape[]]): Shape {
  return others.reduce(
    (best, shape) => (distance(scene, shape) < distance(scene, best) ? shape : best),
    first,
  );
}

function extendedSize({ width, height }: Size, shape: Size): Size {
  return {
    width: Math.max(width, Math.round(height * ratio(shape))),
    height: Math.max(height, Math.round(width / ratio(shape))),
  };
}

async function extend(scene: ProviderImage, full: Size): Promise<ProviderImage> {
  const [left, top] = [(full.width - scene.width) >> 1, (full.height - scene.height) >> 1];
  const margins = {
    left,
    top,
    right: full.width - scene.width - left,
    bottom: full.height - scene.height - top,
  };
  const bytes = await withDecodeSlot(() =>
    openImage(scene.bytes, { ...strict, sequentialRead: false })
      .flatten({ background: '#ffffff' })
      .extend({ ...margins, extendWith: 'mirror' })
      .jpeg({ quality: 92 })
      .toBuffer(),
  );
  return { bytes, mime: 'image/jpeg', ...full };
}

async function cutOut(image: Buffer, scene: Size, full: Size): Promise<Buffer> {
  try {
    const { width, height } = await openImage(image).metadata();
    // A model may deliver the scene's own shape although another was requested; then nothing is cut. Any other
    // shape is still wrong after the cut, and the worker refuses it.
    if (distance({ width, height }, scene) < distance({ width, height }, full)) return image;
    const scale = { x: width / full.width, y: height / full.height };
    const kept = {
      left: Math.round(((full.width - scene.width) / 2) * scale.x),
      top: Math.round(((full.height - scene.height) / 2) * scale.y),
      width: Math.round(scene.width * scale.x),
      height: Math.round(scene.height * scale.y),
    };
    const work = () => openImage(image).extract(kept).png({ compressionLevel: 1 }).toBuffer();
    return await withDecodeSlot(work);
  } catch (cause) {
    throw new ProviderError('failed', 'The provider returned an unusable image.', { cause });
  }
}
