import type { Cutout } from './cutout/cutout.ts';

const solid = 200;
const visible = 24;

/**
 * Removes the soft shadow that shop graphics have below a floating product (four of eight transparent test photos
 * do): all rows below the last solid one are shadow. The renderer draws its own.
 */
export function withoutBakedShadow<T extends Pick<Cutout, 'rgba' | 'width' | 'height'>>(cutout: T): T {
  const { rgba, width, height } = cutout;
  let bottom = height;
  while (bottom > 1 && !rowReaches(rgba, width, bottom - 1, solid)) bottom--;
  // A veil or a glass has no solid row, or only a few at its top: it stays as it is.
  if (bottom < height * 0.4 || bottom === height) return cutout;
  let left = 0;
  let right = width;
  while (left < right - 1 && !columnReaches(rgba, width, bottom, left, visible)) left++;
  while (right > left + 1 && !columnReaches(rgba, width, bottom, right - 1, visible)) right--;
  return { ...cutout, rgba: crop(rgba, width, bottom, left, right), width: right - left, height: bottom };
}

function rowReaches(rgba: Uint8Array, width: number, y: number, level: number): boolean {
  let count = 0;
  for (let x = 0; x < width; x++) if (rgba[(y * width + x) * 4 + 3]! >= level) count++;
  return count >= 2;
}

function columnReaches(rgba: Uint8Array, width: number, rows: number, x: number, level: number): boolean {
  for (let y = 0; y < rows; y++) if (rgba[(y * width + x) * 4 + 3]! >= level) return true;
  return false;
}

function crop(rgba: Uint8Array, width: number, rows: number, left: number, right: number): Buffer {
  const stride = (right - left) * 4;
  const out = Buffer.alloc(stride * rows);
  for (let y = 0; y < rows; y++)
    out.set(rgba.subarray((y * width + left) * 4, (y * width + right) * 4), y * stride);
  return out;
}
