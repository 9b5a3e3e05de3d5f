import { createSingleFlight } from '../../shared/async/single-flight.ts';
import { BlobNotFound, type BlobStorage } from '../../shared/blobs/blob-storage.ts';
import { assetKey, type ThumbnailName, thumbnailKey } from '../../shared/catalog/asset-keys.ts';
import type { ProductModel } from '../../shared/catalog/product-model.ts';
import { withDecodeSlot } from '../../shared/images/decode-slots.ts';
import { sharp, strict } from '../../shared/images/sharp-setup.ts';
import { getDriver } from '../../shared/mongodb/driver.ts';
import type { ThumbnailFormat } from '../../shared/try-on/contract.ts';

/** Small images of a catalog, made when they are first asked for and kept beside the original. */
export interface Thumbnails {
  /** Undefined while it was never made. */
  kept(store: string, name: ThumbnailName): Promise<Buffer | undefined>;
  /**
   * Makes and keeps it; undefined when no product of the store has the image.
   * @throws DecodeQueueFull, or the TimeoutError of `makeMs`
   */
  make(store: string, name: ThumbnailName): Promise<Buffer | undefined>;
}

export interface ThumbnailDependencies {
  blobs: BlobStorage;
  products: ProductModel;
}

const maxThumbnailBytes = 2 * 1024 * 1024;
/** Waiting for a decode slot included. */
const makeMs = 20_000;
const decodeSeconds = 10;

/** It can be made again, so nothing waits for the disk. */
const kept = { durable: false };

/**
 * Measured on photos of 2 MP, 640 pixels wide: AVIF of effort 1 takes 0.2 s, of the default effort 2 s for the
 * same bytes; WebP takes 0.07 s for half as many bytes more.
 */
const encoders: Record<ThumbnailFormat, (image: ReturnType<typeof sharp>) => ReturnType<typeof sharp>> = {
  avif: (image) => image.avif({ quality: 50, effort: 1 }),
  webp: (image) => image.webp({ quality: 74 }),
};

export function createThumbnails({ blobs, products }: ThumbnailDependencies): Thumbnails {
  const collection = getDriver(products);
  /** A page that many open at once needs each thumbnail only once. */
  const once = createSingleFlight<Buffer | undefined>();

  const make = async (store: string, name: ThumbnailName) => {
    const original = assetKey(store, name.sha256);
    const filter = { 'assets.image.blob': original, store };
    if (!(await collection.findOne(filter, { projection: { _id: 1 } }))) return undefined;
    const signal = AbortSignal.timeout(makeMs);
    const bytes = await withDecodeSlot(async () => encode(await blobs.get(original, { signal }), name), {
      owner: `thumbnails:${store}`,
      lane: 'shoppers',
      signal,
    }).catch(orUndefined);
    if (bytes) await blobs.put(thumbnailKey(store, name), bytes, `image/${name.format}`, kept);
    return bytes;
  };

  return {
    kept: (store, name) => {
      const options = { maxBytes: maxThumbnailBytes, likely: `image/${name.format}` };
      return blobs.get(thumbnailKey(store, name), options).catch(orUndefined);
    },
    make: (store, name) => once(thumbnailKey(store, name), () => make(store, name)),
  };
}

function orUndefined(error: unknown): undefined {
  if (!(error instanceof BlobNotFound)) throw error;
}

function encode(original: Buffer, { width, format }: ThumbnailName): Promise<Buffer> {
  const image = sharp(original, strict)
    .autoOrient()
    .flatten({ background: '#fff' })
    .resize({ width, withoutEnlargement: true })
    .toColourspace('srgb')
    .timeout({ seconds: decodeSeconds });
  return encoders[format](image).toBuffer();
}
