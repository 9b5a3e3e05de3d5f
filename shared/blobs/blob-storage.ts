import type { Readable } from 'node:stream';

export interface ReadOptions {
  signal?: AbortSignal;
}

export interface WriteOptions {
  /**
   * If true (the default), the blob survives a power failure once the write has resolved. On a disk this
   * costs a sync of the file and one of its folder.
   */
  durable?: boolean;
  /**
   * The key is new and unknown to every reader until the write has resolved, so that a partly written blob
   * does no harm: a disk then writes in place. Default: false.
   */
  fresh?: boolean;
}

export interface BlobReadOptions extends ReadOptions {
  maxBytes?: number;
  /** The type that a disk tries first. */
  likely?: string;
}

export interface StreamOptions extends ReadOptions {
  /** Bytes per read of a disk. S3 passes on what the network delivers: chunk sizes are not guaranteed. */
  highWaterMark?: number;
}

export interface ListOptions {
  /** At most 1000. */
  limit: number;
  after?: string;
}

export interface BlobStat {
  bytes: number;
  type: string;
}

export interface StreamedBlob extends BlobStat {
  body: Readable;
}

export interface BlobListing {
  key: string;
  modifiedAt: Date;
  bytes: number;
}

/** Storage for image bytes. Keys look like `renders/{renderId}/in/{sha256}`; see `assertKey`. */
export interface BlobStorage {
  /** Replaces an existing blob atomically: no reader sees a mix. */
  put(key: string, bytes: Uint8Array, type: string, options?: WriteOptions): Promise<void>;
  /** Like `put`, for a local file, which is moved: afterwards `path` no longer exists. */
  putFile(key: string, path: string, type: string, options?: WriteOptions): Promise<void>;
  /** Returns the whole blob. @throws BlobNotFound, BlobTooLarge when it exceeds `maxBytes` (nothing is read then). */
  get(key: string, options?: BlobReadOptions): Promise<Buffer>;
  stat(key: string): Promise<BlobStat | null>;
  /** Returns the blob as a stream with its exact length. @throws BlobNotFound. */
  stream(key: string, options?: StreamOptions): Promise<StreamedBlob>;
  /** Deletes a blob; no error if it does not exist. */
  delete(key: string): Promise<void>;
  /** Deletes every blob under a prefix that ends with `/`; resolves to their number. */
  deletePrefix(prefix: string): Promise<number>;
  /** Lists at most `limit` blobs under the prefix after the key `after`, in the byte order of keys. */
  list(prefix: string, options: ListOptions): Promise<BlobListing[]>;
  /** Rejects when the storage cannot be reached or written to. */
  check(): Promise<void>;
  close(): Promise<void>;
}

export class BlobNotFound extends Error {
  override name = 'BlobNotFound';
  readonly key: string;

  constructor(key: string) {
    super(`Blob ${key} does not exist.`);
    this.key = key;
  }
}

/** The storage failed: it cannot be reached, refuses the credentials, or its disk is full. */
export class BlobsUnavailable extends Error {
  override name = 'BlobsUnavailable';

  constructor(place: string, cause: unknown) {
    super(`Blob storage ${place} failed: ${getReason(cause)}`, { cause });
  }
}

/** A refused connection has a code and, over several addresses, no message. */
function getReason(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  return error.message || (error as NodeJS.ErrnoException).code || error.name;
}

export class BlobTooLarge extends Error {
  override name = 'BlobTooLarge';

  constructor(key: string, bytes: number, maxBytes: number) {
    super(`Blob ${key} has ${bytes} bytes; the maximum is ${maxBytes}.`);
  }
}

/**
 * The content types a blob may have. On a disk the type is the file's extension, so that there is no second
 * file to lose and an operator can open the files.
 */
export const extensions = {
  'image/png': '.png',
  'image/jpeg': '.jpg',
  'image/webp': '.webp',
  'image/avif': '.avif',
  'text/plain': '.txt',
  'application/json': '.json',
  'application/octet-stream': '.bin',
} as const satisfies Record<string, string>;

export type BlobType = keyof typeof extensions;

/** @throws TypeError for a type that is not in the table. */
export function assertType(type: string): asserts type is BlobType {
  if (!Object.hasOwn(extensions, type)) throw new TypeError(`Blobs cannot have the type ${type}.`);
}

// Lower case only: on the file systems of macOS and Windows, `A` and `a` are the same file.
// A segment starts with a letter or digit, so `..`, `.tmp` and absolute paths cannot be written.
const segment = '[a-z0-9][a-z0-9._-]{0,127}';
const keyPattern = new RegExp(`^${segment}(?:/${segment}){0,7}$`);
const prefixPattern = new RegExp(`^(?:${segment}/){1,8}$`);

/** @throws TypeError unless the key is 1 to 8 segments of `[a-z0-9._-]`, each starting with a letter or digit. */
export function assertKey(key: string): void {
  if (!keyPattern.test(key)) throw new TypeError(`Invalid blob key: ${JSON.stringify(key).slice(0, 100)}`);
}

/** A prefix ends with `/`: `renders/r1` would also be the start of `renders/r10`. @throws TypeError. */
export function assertPrefix(prefix: string): void {
  if (!prefixPattern.test(prefix))
    throw new TypeError(`Invalid blob prefix: ${JSON.stringify(prefix).slice(0, 100)}`);
}

const maxListed = 1000;

/** @throws TypeError for an invalid prefix or a limit that is not 1 to 1000. */
export function assertListing(prefix: string, limit: number): void {
  assertPrefix(prefix);
  if (!Number.isInteger(limit) || limit < 1 || limit > maxListed)
    throw new TypeError(`Invalid list limit: ${limit}; use 1 to ${maxListed}.`);
}

/** `deletePrefix` by `list` and `delete`, the same for every storage; 8 deletions run at once. */
export async function deleteListed(
  storage: Pick<BlobStorage, 'list' | 'delete'>,
  prefix: string,
): Promise<number> {
  let deleted = 0;
  for (;;) {
    const page = await storage.list(prefix, { limit: maxListed });
    for (let start = 0; start < page.length; start += 8) {
      await Promise.all(page.slice(start, start + 8).map(({ key }) => storage.delete(key)));
    }
    deleted += page.length;
    if (page.length < maxListed) return deleted;
  }
}
