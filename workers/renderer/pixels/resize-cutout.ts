import { sharp } from '../../../shared/images/sharp-setup.ts';
import type { Pixels } from './pixels.ts';

/**
 * A cut-out (straight RGBA) at another size, `factor` across and `down`, at least 8 pixels a side. libvips multiplies by alpha around its own
 * scaling, so no hidden background color bleeds in.
 */
export async function resizedCutout(image: Pixels, factor: number, down = factor): Promise<Pixels> {
  const width = Math.max(8, Math.round(image.width * factor));
  const height = Math.max(8, Math.round(image.height * down));
  const { data } = await sharp(image.data, { raw: { width: image.width, height: image.height, channels: 4 } })
    .resize(width, height, { fit: 'fill', kernel: 'lanczos3' })
    .raw()
    .toBuffer({ resolveWithObject: true });
  return { data, width, height };
}
