import { sharp } from '../../../../shared/images/sharp-setup.ts';
import type { LabImage } from '../../pixels/lab.ts';
import { toLab } from '../../pixels/lab.ts';
import type { Pixels } from '../../pixels/pixels.ts';
import { RendererError } from '../../renderer-error.ts';

/** A decoded product photo: interleaved sRGB bytes, with straight alpha when `channels` is 4. */
export interface DecodedPhoto {
  data: Buffer;
  width: number;
  height: number;
  channels: 3 | 4;
}

/** Long side of the image that the cut is computed on; beyond 400 px it costs more than it improves. */
const ANALYSIS_SIDE = 400;
// Admission allows 50 megapixels; this limit only stops an image that did not pass admission.
const PIXELS_MAX = 60_000_000;

/** Decodes, turns upright and shrinks to `maxSide`. Throws RendererError on broken bytes. */
export async function decodePhoto(image: Buffer, maxSide: number): Promise<DecodedPhoto> {
  try {
    const { data, info } = await sharp(image, { limitInputPixels: PIXELS_MAX, failOn: 'error' })
      .autoOrient()
      .resize(maxSide, maxSide, { fit: 'inside', withoutEnlargement: true })
      .toColorspace('srgb')
      .raw({ depth: 'uchar' })
      .toBuffer({ resolveWithObject: true });
    return asRgb({ data, width: info.width, height: info.height }, info.channels);
  } catch (cause) {
    throw new RendererError('A product image cannot be decoded.', { cause });
  }
}

/** Expands grey images (1 or 2 channels) to three colors. */
function asRgb(picture: { data: Buffer; width: number; height: number }, channels: number): DecodedPhoto {
  if (channels === 3 || channels === 4) return { ...picture, channels };
  const n = picture.width * picture.height;
  const wide = channels === 1 ? 3 : 4;
  const data = Buffer.alloc(n * wide);
  for (let i = 0; i < n; i++) {
    data.fill(picture.data[i * channels]!, i * wide, i * wide + 3);
    if (wide === 4) data[i * wide + 3] = picture.data[i * channels + 1]!;
  }
  return { ...picture, data, channels: wide };
}

/** The image at analysis size: interleaved sRGB bytes and Lab planes. */
export async function analysisImage(pixels: DecodedPhoto): Promise<{ rgb: Buffer; lab: LabImage }> {
  const { data, info } = await sharp(pixels.data, {
    raw: { width: pixels.width, height: pixels.height, channels: pixels.channels },
  })
    .removeAlpha()
    .resize(ANALYSIS_SIDE, ANALYSIS_SIDE, { fit: 'inside', withoutEnlargement: true })
    .raw()
    .toBuffer({ resolveWithObject: true });
  return { rgb: data, lab: toLab(data, info.width, info.height, 3) };
}

/** The networks take no alpha channel: transparent pixels become white. */
export async function toOpaque(photo: DecodedPhoto): Promise<DecodedPhoto & Pixels> {
  const { data, width, height, channels } = photo;
  if (channels === 3) return photo;
  const flat = await sharp(data, { raw: { width, height, channels } })
    .flatten({ background: '#ffffff' })
    .removeAlpha()
    .raw()
    .toBuffer();
  return { data: flat, width, height, channels: 3 };
}
