import type { Sharp } from 'sharp';
import { sharp } from '../../../shared/images/sharp-setup.ts';
import type { Pixels } from './pixels.ts';

/** From this opacity on a pixel is product only; edge pixels are mixed with the photo's background. */
const opaque = 250;

/**
 * Continues the colors of a cut-out (straight RGBA) into its transparent parts, so that edges blend with cloth and not with
 * black: ever coarser means lie below it, which libvips weighs by their opacity. The opacity stays as it is.
 */
export async function fillOut(image: Pixels): Promise<Uint8Array> {
  const { data, width, height } = image;
  const own = Buffer.from(data);
  for (let i = 3; i < own.length; i += 4) own[i] = own[i]! >= opaque ? 255 : 0;
  const levels: Pixels[] = [{ data: own, width, height }];
  for (let last = levels[0]!; Math.max(last.width, last.height) > 1; levels.push(last)) {
    const half = (side: number): number => Math.ceil(side / 2);
    last = await toPixels(resized(last, half(last.width), half(last.height), 'linear'));
  }
  let below = levels.pop()!;
  for (const level of levels.reverse()) {
    const wide = resized(below, level.width, level.height, 'cubic');
    const raw = { width: level.width, height: level.height, channels: 4 } as const;
    below = await toPixels(wide.composite([{ input: Buffer.from(level.data), raw }]));
  }
  const filled = new Uint8Array(below.data);
  for (let i = 3; i < filled.length; i += 4) filled[i] = data[i]!;
  return filled;
}

const resized = (
  { data, ...raw }: Pixels,
  width: number,
  height: number,
  kernel: 'linear' | 'cubic',
): Sharp => sharp(data, { raw: { ...raw, channels: 4 } }).resize(width, height, { fit: 'fill', kernel });

async function toPixels(image: Sharp): Promise<Pixels> {
  const { data, info } = await image.raw().toBuffer({ resolveWithObject: true });
  return { data, width: info.width, height: info.height };
}
