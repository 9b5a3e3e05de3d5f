import { sharp } from '../../../shared/images/sharp-setup.ts';
import type { Pixels } from './pixels.ts';

/**
 * A cut-out (straight RGBA) at another size, at least 8 pixels a side. libvips multiplies by alpha around its own
 * scaling, so no hidden background color bleeds in.
 */
export async function resizedCutout(image: Pixels, factor: number): Promise<Pixels> {
  const width = Math.max(8, Math.round(image.width * factor));
  const height = Math.max(8, Math.round(image.height * factor));
  const { data } = await sharp(image.data, { raw: { width: image.width, height: image.height, channels: 4 } })
    .resize(width, height, { fit: 'fill', kernel: 'lanczos3' })
    .raw()
    .toBuffer({ resolveWithObject: true });
  return { data, width, height };
}
