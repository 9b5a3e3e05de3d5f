import { randomUUID } from 'node:crypto';
import { constants } from 'node:fs';
import {
  copyFile,
  type FileHandle,
  mkdir,
  open,
  readdir,
  rename,
  rm,
  rmdir,
  stat,
  unlink,
} from 'node:fs/promises';
import { basename, dirname, extname, join } from 'node:path';
import {
  assertKey,
  assertListing,
  assertPrefix,
  assertType,
  type BlobListing,
  BlobNotFound,
  type BlobStorage,
  BlobTooLarge,
  type BlobType,
  deleteListed,
  extensionOf,
} from './blob-storage.ts';
import { listTree } from './list-tree.ts';

const types = Object.keys(extensionOf) as BlobType[];
const typeOf = new Map<string, BlobType>(types.map((type) => [extensionOf[type], type]));
// Not a legal key segment, so it can neither be read as a blob nor be listed.
const TEMPORARY = '.tmp';
const STALE_MS = 60 * 60_000;

const codeOf = (error: unknown) => (error as NodeJS.ErrnoException).code;

async function orNull<T>(work: Promise<T>): Promise<T | null> {
  try {
    return await work;
  } catch (error) {
    if (codeOf(error) === 'ENOENT') return null;
    throw error;
  }
}

async function syncPath(path: string): Promise<void> {
  const handle = await open(path, constants.O_RDONLY);
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}

/** Writes a new file, synced if it is to be durable; nothing is left behind when that fails. */
async function writeNew(path: string, bytes: Uint8Array, durable: boolean): Promise<void> {
  const handle = await open(path, 'wx');
  try {
    await handle.writeFile(bytes);
    if (durable) await handle.sync();
  } catch (error) {
    await unlink(path);
    throw error;
  } finally {
    await handle.close();
  }
}

/**
 * Moves a file to its place; a durable one's folder is synced too, without which the name may be lost
 * with the power (measured: 0.3 ms beside 3.7 ms for a 3 MB file). Another process may be pruning the
 * folder it has just found empty: then it is made again. Answers whether the folder is new.
 */
async function moveInto(from: string, to: string, durable: boolean): Promise<boolean> {
  for (let attempt = 1; ; attempt++) {
    try {
      const made = await mkdir(dirname(to), { recursive: true });
      await rename(from, to);
      if (durable) await syncPath(dirname(to));
      return made !== undefined;
    } catch (error) {
      const pruned = codeOf(error) === 'ENOENT' && attempt < 5;
      if (!pruned || !(await orNull(stat(from)))) throw error;
    }
  }
}

/** Writes a file that is not there yet to its own place, and makes the folders it needs. */
async function writeInPlace(path: string, bytes: Uint8Array, durable: boolean): Promise<void> {
  for (let attempt = 1; ; attempt++) {
    try {
      await writeNew(path, bytes, durable);
      break;
    } catch (error) {
      if (codeOf(error) !== 'ENOENT' || attempt === 5) throw error;
      await mkdir(dirname(path), { recursive: true });
    }
  }
  if (durable) await syncPath(dirname(path));
}

/** What a process that was killed while writing left behind. Younger files may be another process's work. */
async function removeStale(folder: string): Promise<void> {
  for (const name of await readdir(folder)) {
    const path = join(folder, name);
    const found = await orNull(stat(path));
    if (found && Date.now() - found.mtimeMs > STALE_MS) await rm(path, { force: true });
  }
}

/** Blobs as files under `root`: the key is the path, the content type the extension. */
export function createDiskStorage(root: string): BlobStorage {
  const temporary = join(root, TEMPORARY);
  let prepared: Promise<void> | undefined;

  function prepare(): Promise<void> {
    prepared ??= mkdir(temporary, { recursive: true }).then(() => removeStale(temporary));
    return prepared;
  }

  const pathOf = (key: string, type: BlobType) => join(root, `${key}${extensionOf[type]}`);

  async function find(
    key: string,
    likely?: string,
  ): Promise<{ handle: FileHandle; bytes: number; type: BlobType }> {
    assertKey(key);
    const order = types.filter((type) => type !== likely);
    if (order.length < types.length) order.unshift(likely as BlobType);
    for (const type of order) {
      const handle = await orNull(open(pathOf(key, type), constants.O_RDONLY));
      if (handle) return { handle, bytes: (await handle.stat()).size, type };
    }
    throw new BlobNotFound(key);
  }

  /** The key's files of other types. One look at the folder is cheaper than five failing deletions. */
  async function removeOthers(key: string, kept?: BlobType): Promise<void> {
    const own = types.filter((type) => type !== kept).map((type) => pathOf(key, type));
    const found = new Set((await orNull(readdir(dirname(join(root, key))))) ?? []);
    const others = own.filter((path) => found.has(basename(path)));
    await Promise.all(others.map((path) => orNull(unlink(path))));
  }

  async function place(key: string, staged: string, type: BlobType, durable: boolean): Promise<void> {
    const isNew = await moveInto(staged, pathOf(key, type), durable);
    if (!isNew) await removeOthers(key, type);
  }

  /** Empty folders go with their last blob; `rmdir` itself refuses a folder that is in use again. */
  async function prune(key: string): Promise<void> {
    for (let folder = dirname(key); folder !== '.'; folder = dirname(folder)) {
      const removed = await rmdir(join(root, folder)).then(
        () => true,
        () => false,
      );
      if (!removed) return;
    }
  }

  const store: BlobStorage = {
    async put(key, bytes, type, { durable = true, fresh = false } = {}) {
      assertKey(key);
      assertType(type);
      if (fresh) return writeInPlace(pathOf(key, type), bytes, durable);
      await prepare();
      const staged = join(temporary, randomUUID());
      await writeNew(staged, bytes, durable);
      await place(key, staged, type, durable);
    },

    async putFile(key, path, type, { durable = true } = {}) {
      assertKey(key);
      assertType(type);
      await prepare();
      const staged = join(temporary, randomUUID());
      try {
        await rename(path, staged);
      } catch (error) {
        if (codeOf(error) !== 'EXDEV') throw error;
        await copyFile(path, staged);
        await unlink(path);
      }
      if (durable) await syncPath(staged);
      await place(key, staged, type, durable);
    },

    async get(key, { maxBytes = Number.POSITIVE_INFINITY, signal, likely } = {}) {
      const { handle, bytes } = await find(key, likely);
      try {
        if (bytes > maxBytes) throw new BlobTooLarge(key, bytes, maxBytes);
        return await handle.readFile(signal ? { signal } : {});
      } finally {
        await handle.close();
      }
    },

    async stat(key) {
      assertKey(key);
      for (const type of types) {
        const found = await orNull(stat(pathOf(key, type)));
        if (found) return { bytes: found.size, type };
      }
      return null;
    },

    async stream(key, { highWaterMark = 64 * 1024, signal } = {}) {
      signal?.throwIfAborted();
      const { handle, bytes, type } = await find(key);
      // A stream takes a buffer of this size for each read, however little there is to read.
      const size = Math.max(1, Math.min(highWaterMark, bytes));
      const body = handle.createReadStream({ highWaterMark: size, ...(signal ? { signal } : {}) });
      return { body, bytes, type };
    },

    async delete(key) {
      assertKey(key);
      await removeOthers(key);
      await prune(key);
    },

    deletePrefix(prefix) {
      assertPrefix(prefix);
      return deleteListed(store, prefix);
    },

    async list(prefix, { limit, after = '' }) {
      assertListing(prefix, limit);
      const listed: BlobListing[] = [];
      for await (const { key, file } of listTree(root, prefix, after)) {
        const found = typeOf.has(extname(file)) ? await orNull(stat(file)) : null;
        if (found) listed.push({ key, modifiedAt: found.mtime, bytes: found.size });
        if (listed.length === limit) break;
      }
      return listed;
    },

    async close() {},
  };
  return store;
}
