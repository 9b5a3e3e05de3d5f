import { Readable } from 'node:stream';
import { createSingleFlight } from '../../shared/async/single-flight.ts';
import { BlobNotFound, type BlobStorage } from '../../shared/blobs/blob-storage.ts';
import type { Database } from '../../shared/database/database.ts';
import { type DecodeTurn, withDecodeSlot } from '../../shared/images/decode-slots.ts';
import { sharp } from '../../shared/images/sharp-setup.ts';
import type { RenderDoc } from '../../shared/renders/render-model.ts';

/** Formats that a rendered PNG can be converted to, for `Accept`. */
export const convertedMimes = ['image/jpeg', 'image/webp'] as const;
export type ConvertedMime = (typeof convertedMimes)[number];

/** High enough that a photo shows no blocks at full size; a fifth of the PNG's bytes or less. */
const quality = 90;

/** Waiting for a decode slot included. */
const makeMs = 20_000;

/** It can be made again, so nothing waits for the disk. */
const kept = { durable: false };

export interface OpenedImage {
  body: Readable;
  bytes: number;
}

/** Rendered images in other formats, made when they are first asked for and kept beside the PNG, with which they are deleted. */
export interface Conversions {
  /** @throws BlobNotFound once the PNG was deleted, DecodeQueueFull, or the TimeoutError of `makeMs` */
  open(render: RenderDoc, mime: ConvertedMime, turn: DecodeTurn): Promise<OpenedImage>;
}

interface ConversionDependencies {
  blobs: BlobStorage;
  database: Pick<Database, 'renders'>;
}

export function createConversions({ blobs, database }: ConversionDependencies): Conversions {
  const once = createSingleFlight<Buffer>();

  const make = async ({ _id, result }: RenderDoc, key: string, mime: ConvertedMime, turn: DecodeTurn) => {
    const signal = AbortSignal.timeout(makeMs);
    const bytes = await withDecodeSlot(
      async () => convert(await blobs.get(result!.blob, { signal, likely: 'image/png' }), mime),
      { ...turn, signal },
    );
    await blobs.put(key, bytes, mime, kept);
    // Whoever deletes the images writes that first, so that either of the two removes this one.
    const hasImages = await database.renders.exists({ _id, outputUntil: { $gt: new Date() } });
    if (!hasImages) await blobs.delete(key);
    return bytes;
  };

  return {
    open: async (render, mime, turn) => {
      const key = `${render.result!.blob}.${mime.slice('image/'.length)}`;
      const opened = await blobs.stream(key).catch((error: unknown) => {
        if (!(error instanceof BlobNotFound)) throw error;
      });
      if (opened) return opened;
      const bytes = await once(key, () => make(render, key, mime, turn));
      return { body: Readable.from(bytes), bytes: bytes.length };
    },
  };
}

function convert(png: Buffer, mime: ConvertedMime): Promise<Buffer> {
  const image = sharp(png);
  return (mime === 'image/jpeg' ? image.flatten().jpeg({ quality }) : image.webp({ quality })).toBuffer();
}
