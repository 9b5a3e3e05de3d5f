import { isTooDark, leastPhotoSide } from '../../../../../shared/try-on/photo-limits.ts';
import { RequestFailure } from '../../api/failure.ts';
import { fitWithin, isHeic, longestSide, maxPhotoBytes, toLuma } from './photo-rules.ts';

/** From the best quality to the smallest file. */
const qualities = [0.9, 0.8, 0.6] as const;
const sampleSide = 64;

/**
 * Returns the photo as it is sent: upright, at most 2048 px on its long side, a JPEG of at most 8 MB without metadata.
 * Throws `RequestFailure` with the reason that a photo cannot be used.
 */
export async function preparePhoto(file: File | Blob): Promise<Blob> {
  const bitmap = await decoded(file);
  try {
    if (Math.min(bitmap.width, bitmap.height) < leastPhotoSide) throw new RequestFailure('photo_too_small');
    const canvas = drawn(bitmap, longestSide);
    if (isTooDark(toLuma(readPixels(drawn(canvas, sampleSide))))) throw new RequestFailure('photo_too_dark');
    return await encoded(canvas);
  } finally {
    bitmap.close();
  }
}

async function decoded(file: File | Blob): Promise<ImageBitmap> {
  try {
    return await createImageBitmap(file, { imageOrientation: 'from-image' });
  } catch {
    const named = { type: file.type, name: file instanceof File ? file.name : '' };
    throw new RequestFailure(isHeic(named) ? 'format_unsupported' : 'not_an_image');
  }
}

function drawn(source: ImageBitmap | HTMLCanvasElement, side: number): HTMLCanvasElement {
  const { width, height } = fitWithin(source, side);
  const canvas = Object.assign(document.createElement('canvas'), { width, height });
  const context = get2dContext(canvas);
  // JPEG has no transparency: what is transparent would become black.
  context.fillStyle = '#ffffff';
  context.fillRect(0, 0, width, height);
  context.imageSmoothingQuality = 'high';
  context.drawImage(source, 0, 0, width, height);
  return canvas;
}

function get2dContext(canvas: HTMLCanvasElement): CanvasRenderingContext2D {
  const context = canvas.getContext('2d');
  if (!context) throw new RequestFailure('format_unsupported');
  return context;
}

function readPixels(canvas: HTMLCanvasElement): Uint8ClampedArray {
  return get2dContext(canvas).getImageData(0, 0, canvas.width, canvas.height).data;
}

async function encoded(canvas: HTMLCanvasElement): Promise<Blob> {
  for (const quality of qualities) {
    const blob = await new Promise<Blob | null>((done) => canvas.toBlob(done, 'image/jpeg', quality));
    if (blob && blob.size <= maxPhotoBytes) return blob;
  }
  throw new RequestFailure('photo_too_large');
}
