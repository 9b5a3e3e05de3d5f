import type { Matte } from './matte.ts';
import type { DecodedPhoto } from './source.ts';

const RADIUS_SHARE = 0.1;
const FEATHER_SHARE = 0.05;

/** The whole image with rounded corners and a soft edge, for photos without a reliable mask. */
export function framed({ data, width, height, channels }: DecodedPhoto): Matte {
  const side = Math.min(width, height);
  const radius = RADIUS_SHARE * side;
  const feather = Math.max(1, FEATHER_SHARE * side);
  const rgba = Buffer.alloc(width * height * 4);
  for (let y = 0; y < height; y++) {
    for (let x = 0; x < width; x++) {
      const i = y * width + x;
      data.copy(rgba, i * 4, i * channels, i * channels + 3);
      const t = Math.min(1, inset(x, y, width, height, radius) / feather);
      rgba[i * 4 + 3] = 255 * t * t * (3 - 2 * t) + 0.5;
    }
  }
  return { rgba, left: 0, top: 0, width, height };
}

/** Distance of a pixel centre from the edge of the rounded rectangle, 0 outside it. */
function inset(x: number, y: number, width: number, height: number, radius: number): number {
  const dx = Math.min(x + 0.5, width - x - 0.5);
  const dy = Math.min(y + 0.5, height - y - 0.5);
  if (dx >= radius || dy >= radius) return Math.min(dx, dy);
  return Math.max(0, radius - Math.hypot(radius - dx, radius - dy));
}
