import { clamp } from './clamp.ts';
import type { Rect } from './rect.ts';

/** A summed-area table: the mean of any rectangle costs four reads, so thousands of places can be tried. */
export interface Integral {
  width: number;
  height: number;
  /** (width + 1) × (height + 1), row-major. */
  sums: Float64Array;
  /** Analysis pixels per output pixel. */
  scale: number;
}

export function getIntegral(
  values: ArrayLike<number>,
  width: number,
  height: number,
  scale: number,
): Integral {
  const stride = width + 1;
  const sums = new Float64Array(stride * (height + 1));
  for (let y = 0; y < height; y++) {
    let row = 0;
    for (let x = 0; x < width; x++) {
      row += values[y * width + x]!;
      sums[(y + 1) * stride + x + 1] = sums[y * stride + x + 1]! + row;
    }
  }
  return { width, height, sums, scale };
}

/** Mean inside `rect` (output pixels, clipped to the image); reads at least one analysis pixel. */
export function meanIn(integral: Integral, rect: Rect): number {
  const { width, height, sums, scale } = integral;
  const left = clamp(Math.round(rect.x * scale), 0, width - 1);
  const top = clamp(Math.round(rect.y * scale), 0, height - 1);
  const right = clamp(Math.round((rect.x + rect.width) * scale), left + 1, width);
  const bottom = clamp(Math.round((rect.y + rect.height) * scale), top + 1, height);
  const stride = width + 1;
  const sum =
    sums[bottom * stride + right]! -
    sums[top * stride + right]! -
    sums[bottom * stride + left]! +
    sums[top * stride + left]!;
  return sum / ((right - left) * (bottom - top));
}
