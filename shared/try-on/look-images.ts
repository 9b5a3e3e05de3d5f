import { type SlotOptions, withDecodeSlot } from '../images/decode-slots.ts';
import { openImage, sharp } from '../images/sharp-setup.ts';

export interface LookImage {
  data: Buffer;
  width: number;
  height: number;
}

/** The size that Open Graph and Twitter show large. */
const previewSize = { width: 1200, height: 630 } as const;

/** Pixels around the image in its preview, so that it stands apart from its backdrop. */
const margin = 30;

/** Blurred this small and then enlarged: a blur of the full size takes a second. */
const backdropSize = { width: 120, height: 63 } as const;

/**
 * Makes the images of a shared look from a rendered PNG: a JPEG of the same size, and a preview of 1200 × 630 pixels
 * that shows all of it before a blurred, darker copy of itself.
 * @throws DecodeQueueFull, or the reason of the signal
 */
export function makeLookImages(
  png: Buffer,
  slot?: SlotOptions,
): Promise<{ picture: LookImage; preview: LookImage }> {
  return withDecodeSlot(async () => {
    const { data, info } = await openImage(png)
      .flatten()
      .jpeg({ quality: 88, mozjpeg: true })
      .toBuffer({ resolveWithObject: true });
    const image = { data, width: info.width, height: info.height };
    return { picture: image, preview: { data: await preview(data), ...previewSize } };
  }, slot);
}

async function preview(picture: Buffer): Promise<Buffer> {
  const { width, height } = previewSize;
  const [backdrop, whole] = await Promise.all([
    openImage(picture)
      .resize({ ...backdropSize, fit: 'cover' })
      .blur(6)
      .modulate({ brightness: 0.7, saturation: 0.85 })
      .toBuffer(),
    openImage(picture)
      .resize({ width: width - 2 * margin, height: height - 2 * margin, fit: 'inside' })
      .toBuffer(),
  ]);
  return sharp(backdrop)
    .resize({ ...previewSize, fit: 'fill', kernel: 'cubic' })
    .composite([{ input: whole, gravity: 'centre' }])
    .jpeg({ quality: 82, mozjpeg: true })
    .toBuffer();
}
