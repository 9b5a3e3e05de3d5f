import { randomUUID } from 'node:crypto';
import { constants } from 'node:fs';
import { access, type FileHandle, mkdir, open, readdir, stat, unlink } from 'node:fs/promises';
import { basename, dirname, extname, join } from 'node:path';
import { createSingleFlight } from '../async/single-flight.ts';
import {
  assertKey,
  assertListing,
  assertPrefix,
  assertType,
  type BlobListing,
  BlobNotFound,
  type BlobReadOptions,
  type BlobStat,
  type BlobStorage,
  BlobTooLarge,
  type BlobType,
  deleteListed,
  extensions,
  type ListOptions,
  type StreamedBlob,
  type StreamOptions,
  type WriteOptions,
} from './blob-storage.ts';
import {
  moveInto,
  orNull,
  removeEmptyFolders,
  removeStale,
  stageFile,
  writeInPlace,
  writeNew,
} from './disk-files.ts';
import { listTree } from './list-tree.ts';

const types = Object.keys(extensions) as BlobType[];
const typesByExtension = new Map<string, BlobType>(types.map((type) => [extensions[type], type]));
/** Not a valid key segment, so it can neither be read as a blob nor be listed. */
const temporaryFolder = '.tmp';

interface OpenBlob {
  handle: FileHandle;
  bytes: number;
  type: BlobType;
}

/** Blobs as files under `root`: the key is the path, the content type the extension. */
export class DiskStorage implements BlobStorage {
  readonly #root: string;
  readonly #temporary: string;
  #prepared: Promise<void> | undefined;
  readonly #folders = createSingleFlight<unknown>();

  constructor(root: string) {
    this.#root = root;
    this.#temporary = join(root, temporaryFolder);
  }

  async put(key: string, bytes: Uint8Array, type: string, options: WriteOptions = {}): Promise<void> {
    const { durable = true, fresh = false } = options;
    assertKey(key);
    assertType(type);
    if (fresh) return this.#writeFresh(this.#toPath(key, type), bytes, durable);
    await this.#prepare();
    const staged = join(this.#temporary, randomUUID());
    await writeNew(staged, bytes, durable);
    await this.#place(key, staged, type, durable);
  }

  async putFile(
    key: string,
    path: string,
    type: string,
    { durable = true }: WriteOptions = {},
  ): Promise<void> {
    assertKey(key);
    assertType(type);
    await this.#prepare();
    const staged = await stageFile(path, this.#temporary, durable);
    await this.#place(key, staged, type, durable);
  }

  async get(key: string, options: BlobReadOptions = {}): Promise<Buffer> {
    const { maxBytes = Number.POSITIVE_INFINITY, signal, likely } = options;
    const { handle, bytes } = await this.#open(key, likely);
    try {
      if (bytes > maxBytes) throw new BlobTooLarge(key, bytes, maxBytes);
      return await handle.readFile(signal ? { signal } : {});
    } finally {
      await handle.close();
    }
  }

  async stat(key: string): Promise<BlobStat | null> {
    assertKey(key);
    for (const type of types) {
      const found = await orNull(stat(this.#toPath(key, type)));
      if (found) return { bytes: found.size, type };
    }
    return null;
  }

  async stream(key: string, options: StreamOptions = {}): Promise<StreamedBlob> {
    const { highWaterMark = 64 * 1024, signal } = options;
    signal?.throwIfAborted();
    const { handle, bytes, type } = await this.#open(key);
    // A stream allocates a buffer of this size for each read, however little is left to read.
    const size = Math.max(1, Math.min(highWaterMark, bytes));
    // With its end known, nothing is read to find it.
    const end = bytes > 0 ? { end: bytes - 1 } : {};
    const body = handle.createReadStream({ highWaterMark: size, ...end, ...(signal ? { signal } : {}) });
    return { body, bytes, type };
  }

  async delete(key: string): Promise<void> {
    assertKey(key);
    await this.#removeOthers(key);
    await removeEmptyFolders(this.#root, dirname(key));
  }

  async deletePrefix(prefix: string): Promise<number> {
    assertPrefix(prefix);
    return deleteListed(this, prefix);
  }

  async list(prefix: string, { limit, after = '' }: ListOptions): Promise<BlobListing[]> {
    assertListing(prefix, limit);
    const listed: BlobListing[] = [];
    for await (const { key, file } of listTree(this.#root, prefix, after)) {
      const found = typesByExtension.has(extname(file)) ? await orNull(stat(file)) : null;
      if (found) listed.push({ key, modifiedAt: found.mtime, bytes: found.size });
      if (listed.length === limit) break;
    }
    return listed;
  }

  async check(): Promise<void> {
    await this.#prepare();
    await access(this.#temporary, constants.W_OK);
  }

  async close(): Promise<void> {}

  #prepare(): Promise<void> {
    this.#prepared ??= mkdir(this.#temporary, { recursive: true })
      .then(() => removeStale(this.#temporary))
      .catch((error: unknown) => {
        this.#prepared = undefined;
        throw error;
      });
    return this.#prepared;
  }

  /** A new file mostly is in a new folder: to find that out by writing costs more than to make it. */
  async #writeFresh(path: string, bytes: Uint8Array, durable: boolean): Promise<void> {
    const folder = dirname(path);
    await this.#folders(folder, () => mkdir(folder, { recursive: true }));
    await writeInPlace(path, bytes, durable);
  }

  #toPath(key: string, type: BlobType): string {
    return join(this.#root, `${key}${extensions[type]}`);
  }

  async #open(key: string, likely?: string): Promise<OpenBlob> {
    assertKey(key);
    const order = types.filter((type) => type !== likely);
    if (order.length < types.length) order.unshift(likely as BlobType);
    for (const type of order) {
      const handle = await orNull(open(this.#toPath(key, type), constants.O_RDONLY));
      if (handle) return { handle, bytes: (await handle.stat()).size, type };
    }
    throw new BlobNotFound(key);
  }

  async #place(key: string, staged: string, type: BlobType, durable: boolean): Promise<void> {
    const folderIsNew = await moveInto(staged, this.#toPath(key, type), durable);
    if (!folderIsNew) await this.#removeOthers(key, type);
  }

  /** Removes the key's files of other types. Listing the folder once is cheaper than five failing deletions. */
  async #removeOthers(key: string, kept?: BlobType): Promise<void> {
    const own = types.filter((type) => type !== kept).map((type) => this.#toPath(key, type));
    const names = (await orNull(readdir(dirname(join(this.#root, key))))) ?? [];
    const found = new Set(names);
    const others = own.filter((path) => found.has(basename(path)));
    await Promise.all(others.map((path) => orNull(unlink(path))));
  }
}
