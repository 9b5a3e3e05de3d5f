import { withDecodeSlot } from '../../shared/images/decode-slots.ts';
import { sharp } from '../../shared/images/sharp-setup.ts';

/** What a rendered PNG can be converted to, for `Accept`. */
export const convertedMimes = ['image/jpeg', 'image/webp'] as const;
export type ConvertedMime = (typeof convertedMimes)[number];

/** High enough that a photo shows no blocks at full size; a fifth of the PNG's bytes or less. */
const quality = 90;

/** Converts a rendered PNG. */
export function convertImage(png: Buffer, mime: ConvertedMime): Promise<Buffer> {
  return withDecodeSlot(() => {
    const image = sharp(png);
    return (mime === 'image/jpeg' ? image.flatten().jpeg({ quality }) : image.webp({ quality })).toBuffer();
  });
}
