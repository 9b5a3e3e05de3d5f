import type { Cutout } from './cutout/cutout.ts';
import { trim } from './cutout/trim.ts';

const solid = 200;

/**
 * Removes the soft shadow that shop graphics have below a floating product (four of eight transparent test photos
 * do): all rows below the last solid one are shadow. The renderer draws its own.
 */
export function withoutBakedShadow<T extends Pick<Cutout, 'rgba' | 'width' | 'height'>>(cutout: T): T {
  const { rgba, width, height } = cutout;
  let bottom = height;
  while (bottom > 1 && !isSolid(rgba, width, bottom - 1)) bottom--;
  // A veil or a glass has no solid row, or only a few at its top: it stays as it is.
  if (bottom < height * 0.4 || bottom === height) return cutout;
  const above = { rgba: rgba.subarray(0, width * bottom * 4), width, height: bottom, left: 0, top: 0 };
  const trimmed = trim(above) ?? above;
  return { ...cutout, rgba: trimmed.rgba, width: trimmed.width, height: trimmed.height };
}

function isSolid(rgba: Uint8Array, width: number, y: number): boolean {
  let count = 0;
  for (let x = 0; x < width; x++) if (rgba[(y * width + x) * 4 + 3]! >= solid) count++;
  return count >= 2;
}
