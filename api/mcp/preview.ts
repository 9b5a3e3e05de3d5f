import { DecodeQueueFull, withDecodeSlot } from '../../shared/images/decode-slots.ts';
import { sharp } from '../../shared/images/sharp-setup.ts';

/** Hosts refuse results of more than 1 MB, in which base64 takes four characters for three bytes. */
export const maxPreviewBytes = 700_000;

/** Tried in this order; models see nothing finer than about 1568 pixels. The last fits any image. */
const forms = [
  { side: 1536, quality: 85 },
  { side: 1280, quality: 75 },
  { side: 1024, quality: 60 },
  { side: 640, quality: 50 },
] as const;

/**
 * Makes a JPEG of a rendered PNG that fits into the result of a tool; undefined when too many images of the owner wait
 * to be decoded: the render is paid for, and its link shows it all the same.
 */
export async function makePreview(png: Buffer, owner: string): Promise<Buffer | undefined> {
  return withDecodeSlot(() => firstThatFits(png), { owner }).catch((error: unknown) => {
    if (error instanceof DecodeQueueFull) return undefined;
    throw error;
  });
}

async function firstThatFits(png: Buffer): Promise<Buffer | undefined> {
  for (const { side, quality } of forms) {
    const resized = sharp(png).resize(side, side, { fit: 'inside', withoutEnlargement: true });
    const preview = await resized.flatten().jpeg({ quality }).toBuffer();
    if (preview.length <= maxPreviewBytes) return preview;
  }
  return undefined;
}
