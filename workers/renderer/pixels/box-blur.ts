import type { Plane } from './plane.ts';

/** How the border is treated: the window is clipped (means over fewer values), or zeros are assumed beyond it. */
export type Border = 'clipped' | 'zero';

/**
 * Mean over a (2·radius+1)² window around each value; the cost does not grow with the radius. Written to `out`, which may
 * be the plane itself.
 */
export function boxBlur(
  plane: Float32Array,
  width: number,
  height: number,
  radius: number,
  border: Border = 'clipped',
  out: Float32Array = new Float32Array(plane.length),
): Float32Array {
  if (between.length < plane.length) between = new Float32Array(plane.length);
  blurAcross(plane, between, width, radius, border);
  blurDown(between, out, width, height, radius, border);
  return out;
}

/** Reused: an image needs dozens of blurs, and each would leave an array for V8 to collect. */
let between = new Float32Array(0);

function blurAcross(
  plane: Float32Array,
  out: Float32Array,
  width: number,
  radius: number,
  border: Border,
): void {
  for (let base = 0; base < plane.length; base += width) {
    let inside = Math.min(radius, width);
    let sum = 0;
    for (let x = 0; x < inside; x++) sum += plane[base + x]!;
    for (let x = 0; x < width; x++) {
      if (x + radius < width) {
        sum += plane[base + x + radius]!;
        inside++;
      }
      if (x > radius) {
        sum -= plane[base + x - radius - 1]!;
        inside--;
      }
      out[base + x] = sum / (border === 'clipped' ? inside : 2 * radius + 1);
    }
  }
}

/** All columns together, row by row: column by column, every read would miss the cache. */
function blurDown(
  plane: Float32Array,
  out: Float32Array,
  width: number,
  height: number,
  radius: number,
  border: Border,
): void {
  const sums = new Float64Array(width);
  let inside = Math.min(radius, height);
  for (let i = 0; i < inside * width; i++) sums[i % width]! += plane[i]!;
  const add = (row: number, sign: 1 | -1): void => {
    for (let x = 0, i = row * width; x < width; x++, i++) sums[x]! += sign * plane[i]!;
    inside += sign;
  };
  for (let y = 0; y < height; y++) {
    if (y + radius < height) add(y + radius, 1);
    if (y > radius) add(y - radius - 1, -1);
    const share = 1 / (border === 'clipped' ? inside : 2 * radius + 1);
    for (let x = 0, i = y * width; x < width; x++, i++) out[i] = sums[x]! * share;
  }
}

/** Three box passes: within 3 % of a Gaussian of sigma ≈ `radius`, at a cost that does not grow with it. */
export function softBlur(plane: Plane, radius: number): Plane {
  const box = Math.max(0, Math.round(radius));
  if (box === 0) return plane;
  const { width, height } = plane;
  const data = new Float32Array(plane.data.length);
  // Zeros beyond the border make shadows fade out towards it.
  for (let pass = 0; pass < 3; pass++)
    boxBlur(pass === 0 ? plane.data : data, width, height, box, 'zero', data);
  return { data, width, height };
}
