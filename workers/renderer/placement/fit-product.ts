import { sharp } from '../../../shared/images/sharp-setup.ts';
import { feather } from '../compose/compose.ts';
import { applyLight, type LightMatch } from '../compose/light-match.ts';
import type { Pixels } from '../pixels/pixels.ts';
import { layRug } from '../scene/rug-perspective.ts';
import type { Placed } from './item.ts';

/**
 * Brings one cut-out (straight RGBA) to its final size, softness and light; the result covers `placed.rect`.
 * libvips multiplies by alpha around its own scaling and blurring, so no background color bleeds in.
 */
export async function fitProduct(
  cutout: Pixels,
  placed: Placed,
  match: LightMatch,
  softness: number,
): Promise<Pixels> {
  const fitted = await drawn(cutout, placed, softness);
  feather(fitted);
  applyLight(fitted, match);
  return fitted;
}

function drawn(cutout: Pixels, { quad, rect }: Placed, softness: number): Promise<Pixels> {
  return quad ? layRug(cutout, quad, rect) : scaled(cutout, rect.width, rect.height, softness);
}

async function scaled(cutout: Pixels, width: number, height: number, softness: number): Promise<Pixels> {
  const image = sharp(cutout.data, {
    raw: { width: cutout.width, height: cutout.height, channels: 4 },
  }).resize(width, height, {
    fit: 'fill',
    kernel: 'lanczos3',
  });
  const { data, info } = await (softness > 0.3 ? image.blur(softness) : image)
    .raw()
    .toBuffer({ resolveWithObject: true });
  return { data, width: info.width, height: info.height };
}
