import { DecodeQueueFull, type SlotOptions, withDecodeSlot } from '../../shared/images/decode-slots.ts';
import { sharp } from '../../shared/images/sharp-setup.ts';
import { tooManyImages } from './intake.ts';

/** What a rendered PNG can be converted to, for `Accept`. */
export const convertedMimes = ['image/jpeg', 'image/webp'] as const;
export type ConvertedMime = (typeof convertedMimes)[number];

/** High enough that a photo shows no blocks at full size; a fifth of the PNG's bytes or less. */
const quality = 90;

/** Converts a rendered PNG. @throws ApiError RATE_LIMITED when too many images of the owner wait, or the reason of the signal */
export async function convertImage(png: Buffer, mime: ConvertedMime, slot: SlotOptions): Promise<Buffer> {
  const convert = () => {
    const image = sharp(png);
    return (mime === 'image/jpeg' ? image.flatten().jpeg({ quality }) : image.webp({ quality })).toBuffer();
  };
  return withDecodeSlot(convert, slot).catch((error: unknown) => {
    throw error instanceof DecodeQueueFull ? tooManyImages(error) : error;
  });
}
