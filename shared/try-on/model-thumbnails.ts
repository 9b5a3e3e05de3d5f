import { createSingleFlight } from '../async/single-flight.ts';
import { BlobNotFound, type BlobStorage } from '../blobs/blob-storage.ts';
import { withDecodeSlot } from '../images/decode-slots.ts';
import { sharp, strict } from '../images/sharp-setup.ts';
import type { ModelPhotoDoc } from './model-photo-model.ts';

type ModelPhoto = Pick<ModelPhotoDoc, 'store' | 'image'>;

/** Small images of model photos, made when they are first asked for and kept beside the photo. */
export interface ModelThumbnails {
  /**
   * Returns a WebP of `thumbnailSize`.
   * @throws BlobNotFound, DecodeQueueFull, or the TimeoutError of `makeMs`
   */
  read(photo: ModelPhoto): Promise<Buffer>;
}

/** Of the tiles of the first screen, at 2 device pixels. */
const thumbnailSize = { width: 240, height: 320 };
const makeMs = 20_000;
const decodeSeconds = 10;

export const thumbnailKey = ({ image }: Pick<ModelPhoto, 'image'>): string => `${image.blob}-thumbnail`;

export function createModelThumbnails({ blobs }: { blobs: BlobStorage }): ModelThumbnails {
  const once = createSingleFlight<Buffer>();
  const make = async ({ store, image }: ModelPhoto) => {
    const signal = AbortSignal.timeout(makeMs);
    const slot = { owner: `thumbnails:${store}`, lane: 'shoppers', signal } as const;
    const bytes = await withDecodeSlot(async () => encode(await blobs.get(image.blob, { signal })), slot);
    // It can be made again, so nothing waits for the disk.
    await blobs.put(thumbnailKey({ image }), bytes, 'image/webp', { durable: false });
    return bytes;
  };
  return {
    read: (photo) =>
      blobs.get(thumbnailKey(photo)).catch((error: unknown) => {
        if (!(error instanceof BlobNotFound)) throw error;
        return once(thumbnailKey(photo), () => make(photo));
      }),
  };
}

function encode(photo: Buffer): Promise<Buffer> {
  return sharp(photo, strict)
    .autoOrient()
    .resize({ ...thumbnailSize, fit: 'cover' })
    .toColourspace('srgb')
    .timeout({ seconds: decodeSeconds })
    .webp({ quality: 70 })
    .toBuffer();
}
