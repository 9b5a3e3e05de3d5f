import type { Readable } from 'node:stream';

export interface ReadOptions {
  signal?: AbortSignal;
}

export interface WriteOptions {
  /**
   * Whether the blob survives a loss of power once the write has resolved; true unless told. On a disk
   * that costs a sync of the file and one of its folder.
   */
  durable?: boolean;
  /**
   * The key is new and nobody is told of it before the write has resolved, so that a half-written blob
   * does no harm: a disk then writes in place. False unless told.
   */
  fresh?: boolean;
}

export interface BlobStat {
  bytes: number;
  type: string;
}

export interface BlobListing {
  key: string;
  modifiedAt: Date;
  bytes: number;
}

/** Where images live. Keys look like `renders/{renderId}/in/{sha256}`; see `assertKey`. */
export interface BlobStorage {
  /** An existing blob is replaced as a whole: no reader sees a mix. */
  put(key: string, bytes: Uint8Array, type: string, options?: WriteOptions): Promise<void>;
  /** Like `put`, and takes the local file over: afterwards `path` no longer exists. */
  putFile(key: string, path: string, type: string, options?: WriteOptions): Promise<void>;
  /** The whole blob; `likely` is the type that is tried first on a disk. @throws BlobNotFound, BlobTooLarge when it is over `maxBytes` (nothing is read then). */
  get(key: string, options?: ReadOptions & { maxBytes?: number; likely?: string }): Promise<Buffer>;
  stat(key: string): Promise<BlobStat | null>;
  /**
   * The blob as a stream with its exact length. `highWaterMark` (bytes) is the size of a disk read;
   * S3 hands out what the network brings, so chunk sizes are never promised. @throws BlobNotFound.
   */
  stream(
    key: string,
    options?: ReadOptions & { highWaterMark?: number },
  ): Promise<BlobStat & { body: Readable }>;
  /** No error when the blob is not there. */
  delete(key: string): Promise<void>;
  /** Deletes every blob under a prefix that ends with `/`; resolves to their number. */
  deletePrefix(prefix: string): Promise<number>;
  /** At most `limit` (≤ 1000) blobs under the prefix after the key `after`, in the byte order of keys. */
  list(prefix: string, options: { limit: number; after?: string }): Promise<BlobListing[]>;
  close(): Promise<void>;
}

export class BlobNotFound extends Error {
  override name = 'BlobNotFound';
  readonly key: string;

  constructor(key: string) {
    super(`No blob ${key}.`);
    this.key = key;
  }
}

export class BlobTooLarge extends Error {
  override name = 'BlobTooLarge';

  constructor(key: string, bytes: number, maxBytes: number) {
    super(`Blob ${key} has ${bytes} bytes, more than the ${maxBytes} asked for.`);
  }
}

/**
 * The content types a blob may have. The disk store keeps the type as the file's extension, so that
 * there is no second file to lose and an operator can open what lies there.
 */
export const extensionOf = {
  'image/png': '.png',
  'image/jpeg': '.jpg',
  'image/webp': '.webp',
  'text/plain': '.txt',
  'application/json': '.json',
  'application/octet-stream': '.bin',
} as const satisfies Record<string, string>;

export type BlobType = keyof typeof extensionOf;

/** @throws TypeError for a type that is not in the table. */
export function assertType(type: string): asserts type is BlobType {
  if (!Object.hasOwn(extensionOf, type)) throw new TypeError(`Blobs of type ${type} are not kept.`);
}

// Lower case only: the file systems of macOS and Windows take `A` and `a` for the same file.
// A segment starts with a letter or digit, so `..`, `.tmp` and absolute paths cannot be written.
const segment = '[a-z0-9][a-z0-9._-]{0,127}';
const keyPattern = new RegExp(`^${segment}(?:/${segment}){0,7}$`);
const prefixPattern = new RegExp(`^(?:${segment}/){1,8}$`);

/** @throws TypeError unless the key is 1 to 8 segments of `[a-z0-9._-]`, none starting with a sign. */
export function assertKey(key: string): void {
  if (!keyPattern.test(key)) throw new TypeError(`Not a blob key: ${JSON.stringify(key).slice(0, 100)}`);
}

/** A prefix ends with `/`: `renders/r1` would also be the start of `renders/r10`. @throws TypeError. */
export function assertPrefix(prefix: string): void {
  if (!prefixPattern.test(prefix))
    throw new TypeError(`Not a blob prefix: ${JSON.stringify(prefix).slice(0, 100)}`);
}

export const LIST_LIMIT = 1000;

/** @throws TypeError when the listing would not be bounded. */
export function assertListing(prefix: string, limit: number): void {
  assertPrefix(prefix);
  if (!Number.isInteger(limit) || limit < 1 || limit > LIST_LIMIT)
    throw new TypeError(`Not a list limit: ${limit}`);
}

/** `deletePrefix` on top of `list` and `delete`, the same for every adapter; 8 deletes run at once. */
export async function deleteListed(
  store: Pick<BlobStorage, 'list' | 'delete'>,
  prefix: string,
): Promise<number> {
  let deleted = 0;
  for (;;) {
    const page = await store.list(prefix, { limit: LIST_LIMIT });
    for (let start = 0; start < page.length; start += 8) {
      await Promise.all(page.slice(start, start + 8).map(({ key }) => store.delete(key)));
    }
    deleted += page.length;
    if (page.length < LIST_LIMIT) return deleted;
  }
}
