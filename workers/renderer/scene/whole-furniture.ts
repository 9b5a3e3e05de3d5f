import type { Rect } from '../pixels/rect.ts';

/** Planes of the analysed scene, one value per pixel. */
export interface Surfaces {
  floor: Uint8Array;
  backdrop: Uint8Array;
  objects: Uint8Array;
  gradient: Float32Array;
}

/** Mean colour change inside one piece of furniture was 4–7 in the room photos, inside a group of objects 8–10. */
const maxInnerGradient = 7.5;

/**
 * True for one piece of furniture, at least as wide as a chair, with floor below its feet and wall above and
 * beside it.
 */
export function isWholeFurniture(box: Rect, surfaces: Surfaces, width: number, height: number): boolean {
  const { floor, backdrop, objects, gradient } = surfaces;
  const bottom = box.y + box.height;
  if (box.width < box.height * 0.75 || box.y < height * 0.1 || bottom > height * 0.98) return false;
  const mean = (values: ArrayLike<number>, area: Rect) => meanOf(values, width, height, area);
  if (mean(gradient, box) / Math.max(0.1, mean(objects, box)) > maxInnerGradient) return false;
  const below = mean(floor, { ...box, y: bottom, height: 4 });
  const above = mean(backdrop, { ...box, y: box.y - 8, height: 5 });
  const upper = { y: box.y, height: box.height * 0.7, width: 5 };
  const beside = Math.max(
    mean(backdrop, { ...upper, x: box.x - 7 }),
    mean(backdrop, { ...upper, x: box.x + box.width + 2 }),
  );
  return below > 0.5 && above > 0.5 && beside > 0.4;
}

/** Mean over the part of an area that is inside the picture; 0 outside. */
function meanOf(values: ArrayLike<number>, width: number, height: number, { x, y, ...size }: Rect): number {
  let sum = 0;
  let count = 0;
  for (let row = Math.max(0, Math.round(y)); row < Math.min(height, y + size.height); row++) {
    for (let column = Math.max(0, Math.round(x)); column < Math.min(width, x + size.width); column++) {
      sum += values[row * width + column]!;
      count++;
    }
  }
  return sum / Math.max(1, count);
}
