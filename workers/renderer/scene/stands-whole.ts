import type { Rect } from '../pixels/rect.ts';

/** Planes of the analysed scene, one value a pixel. */
export interface Surfaces {
  floor: Uint8Array;
  backdrop: Uint8Array;
  objects: Uint8Array;
  gradient: Float32Array;
}

/** Mean colour change inside one piece of furniture was 4–7 in the room photos, inside a crowd of things 8–10. */
const oneThing = 7.5;

/** True for one piece of furniture, as broad as a chair at least, with floor below its feet and wall above and beside it. */
export function standsWhole(box: Rect, surfaces: Surfaces, width: number, height: number): boolean {
  const { floor, backdrop, objects, gradient } = surfaces;
  const foot = box.y + box.height;
  if (box.width < box.height * 0.75 || box.y < height * 0.1 || foot > height * 0.98) return false;
  const mean = (values: ArrayLike<number>, area: Rect) => meanOf(values, width, height, area);
  if (mean(gradient, box) / Math.max(0.1, mean(objects, box)) > oneThing) return false;
  const below = mean(floor, { ...box, y: foot, height: 4 });
  const above = mean(backdrop, { ...box, y: box.y - 8, height: 5 });
  const upper = { y: box.y, height: box.height * 0.7, width: 5 };
  const beside = Math.max(
    mean(backdrop, { ...upper, x: box.x - 7 }),
    mean(backdrop, { ...upper, x: box.x + box.width + 2 }),
  );
  return below > 0.5 && above > 0.5 && beside > 0.4;
}

/** Mean over an area as far as it lies in the picture; 0 outside. */
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
