import { sharp } from '../../../../shared/images/sharp-setup.ts';
import type { Network } from '../../../networks/network.ts';
import { countSet, marked } from '../../pixels/arrays.ts';
import { clamp } from '../../pixels/clamp.ts';
import { findExtent } from '../../pixels/extent.ts';
import { guided } from '../../pixels/guided-filter.ts';
import type { Pixels } from '../../pixels/pixels.ts';
import type { Plane } from '../../pixels/plane.ts';
import type { Rect } from '../../pixels/rect.ts';
import { cropped } from './crop.ts';

/** Longest side of the person mask; the filter's color model refines the edges at full size. */
export const maskSide = 560;
/** Radius around a rough edge in which colors decide its position, mask pixels. */
export const edgeRadius = Math.round(maskSide / 150);
/**
 * Values are rescaled between these two: the network gives low values on furniture; this range was cleanest on 16
 * photos.
 */
const low = 0.12;
const high = 0.88;

/** Outline of the person in the scene, 0–1 at the scene scaled to `maskSide`. */
export interface PersonMask {
  /** The scene at mask size, RGB. */
  small: Pixels;
  mask: Plane;
  /** Box around the person, scene pixels. */
  box: Rect;
  /** Mask pixels per scene pixel. */
  scale: number;
}

/**
 * Finds the person twice: in the whole scene, unless their box is `known`, then in a crop around the box, and
 * aligns the outline with color edges.
 */
export async function findMask(
  network: Network,
  scene: Pixels,
  known?: Rect,
): Promise<PersonMask | undefined> {
  const scale = maskSide / Math.max(scene.width, scene.height);
  const small = await shrunk(scene, scale);
  const whole = { x: 0, y: 0, width: scene.width, height: scene.height };
  const near = known ?? getBox(await outlineIn(network, scene, whole, small, scale), scale);
  if (!near) return undefined;
  const second = await outlineIn(network, scene, grown(near, 1.25, whole), small, scale);
  const mask = guided(small, second, edgeRadius, 4e-4);
  for (let i = 0; i < mask.data.length; i++) mask.data[i] = clamp((mask.data[i]! - low) / (high - low), 0, 1);
  const box = getBox(mask, scale);
  return box && { small, mask, box, scale };
}

/** Box around the person from the first pass alone, scene pixels. */
export async function findPersonBox(network: Network, scene: Pixels): Promise<Rect | undefined> {
  const scale = maskSide / Math.max(scene.width, scene.height);
  const width = Math.max(1, Math.round(scene.width * scale));
  const height = Math.max(1, Math.round(scene.height * scale));
  const whole = { x: 0, y: 0, width: scene.width, height: scene.height };
  return getBox(await outlineIn(network, scene, whole, { width, height }, scale), scale);
}

export async function shrunk(scene: Pixels, scale: number): Promise<Pixels> {
  const width = Math.max(1, Math.round(scene.width * scale));
  const height = Math.max(1, Math.round(scene.height * scale));
  const { data } = await sharp(scene.data, {
    raw: { width: scene.width, height: scene.height, channels: 3 },
  })
    .resize(width, height, { fit: 'fill', kernel: 'cubic' })
    .raw()
    .toBuffer({ resolveWithObject: true });
  return { data, width, height };
}

/** The network's result for `area`, drawn into a plane of the small scene's size; 0 elsewhere. */
async function outlineIn(
  network: Network,
  scene: Pixels,
  area: Rect,
  small: { width: number; height: number },
  scale: number,
): Promise<Plane> {
  const crop = await cropped(scene, area, network.side);
  const input = new Float32Array(crop.length);
  for (let i = 0; i < input.length; i++) input[i] = crop[i]! / 255;
  const result = await network.run(input);
  const bytes = new Uint8ClampedArray(result.length);
  for (let i = 0; i < bytes.length; i++) bytes[i] = result[i]! * 255;
  const x = Math.round(area.x * scale);
  const y = Math.round(area.y * scale);
  const width = Math.min(small.width - x, Math.round(area.width * scale));
  const height = Math.min(small.height - y, Math.round(area.height * scale));
  const side = network.side;
  const { data } = await sharp(bytes, { raw: { width: side, height: side, channels: 1 } })
    .resize(width, height, { fit: 'fill', kernel: 'cubic' })
    .toColorspace('b-w')
    .raw()
    .toBuffer({ resolveWithObject: true });
  const plane = new Float32Array(small.width * small.height);
  for (let row = 0; row < height; row++) {
    for (let column = 0; column < width; column++) {
      plane[(y + row) * small.width + x + column] = data[row * width + column]! / 255;
    }
  }
  return { data: plane, width: small.width, height: small.height };
}

function getBox(plane: Plane, scale: number): Rect | undefined {
  const { data, width, height } = plane;
  if (countSet(marked(data, (share) => share >= 0.5)) < width * height * 0.002) return undefined;
  const extent = findExtent(plane, (i) => data[i]! >= 0.5);
  if (!extent) return undefined;
  const { x, y, width: wide, height: high } = extent;
  return { x: x / scale, y: y / scale, width: wide / scale, height: high / scale };
}

/** A square of `factor` times the longer side around the box's middle, limited to the scene. */
export function grown(box: Rect, factor: number, within: Rect): Rect {
  const side = Math.max(box.width, box.height) * factor;
  const x = Math.max(within.x, box.x + box.width / 2 - side / 2);
  const y = Math.max(within.y, box.y + box.height / 2 - side / 2);
  return {
    x,
    y,
    width: Math.min(within.width, box.x + box.width / 2 + side / 2) - x,
    height: Math.min(within.height, box.y + box.height / 2 + side / 2) - y,
  };
}
