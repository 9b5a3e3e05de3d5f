import { BlobNotFound, type BlobStorage, BlobsUnavailable, BlobTooLarge } from './blob-storage.ts';

/** Errors about the blob or the call; every other one is about the storage. */
const isAboutTheCall = (error: unknown) =>
  error instanceof BlobNotFound || error instanceof BlobTooLarge || error instanceof TypeError;

/**
 * Returns the same storage, whose failures are `BlobsUnavailable` and name it: a refused connection, a wrong bucket
 * or a full disk is an outage, which callers may retry, and not a defect of ours.
 */
export function reportOutages(storage: BlobStorage, place: string): BlobStorage {
  const run = async <T>(work: Promise<T>, signal?: AbortSignal): Promise<T> => {
    try {
      return await work;
    } catch (error) {
      if (isAboutTheCall(error) || signal?.aborted) throw error;
      throw new BlobsUnavailable(place, error);
    }
  };
  return {
    put: (key, bytes, type, options) => run(storage.put(key, bytes, type, options)),
    putFile: (key, path, type, options) => run(storage.putFile(key, path, type, options)),
    get: (key, options) => run(storage.get(key, options), options?.signal),
    stat: (key) => run(storage.stat(key)),
    stream: (key, options) => run(storage.stream(key, options), options?.signal),
    delete: (key) => run(storage.delete(key)),
    deletePrefix: (prefix) => run(storage.deletePrefix(prefix)),
    list: (prefix, options) => run(storage.list(prefix, options)),
    check: () => run(storage.check()),
    close: () => storage.close(),
  };
}
