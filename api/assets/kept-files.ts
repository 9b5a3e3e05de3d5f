import { extname } from 'node:path';
import { BlobNotFound, type BlobStorage } from '../../shared/blobs/blob-storage.ts';
import { createExpiringCache } from '../../shared/expiring-cache.ts';
import { minuteMs } from '../../shared/time.ts';
import { getVariants } from './compress.ts';
import { keptKeys } from './keep-files.ts';
import type { WebFile } from './web-files.ts';

/**
 * The browser code of other builds than this process has, from the blob storage that all processes share. A page
 * loaded before an update asks for modules of its own build later; while processes are replaced one by one, a new
 * page may ask an old process; and a merchant may name an older version of the loader.
 */
export interface KeptFiles {
  /** null: there is none of that name. */
  asset(name: string): Promise<WebFile | null>;
  /** A loader, or what it fetches. */
  pageScript(version: string): Promise<WebFile | null>;
}

/** As the build names its files: a name, a hash, a type. */
const assetName = /^[a-z0-9][a-z0-9._-]{0,99}-[0-9a-f]{8}\.[a-z0-9]{2,5}$/;
const scriptVersion = /^[0-9a-f]{12}$/;
const maxBytes = 5_000_000;

export function createKeptFiles(blobs: BlobStorage): KeptFiles {
  const cache = createExpiringCache({ load: (key: string) => load(blobs, key), ttlMs: minuteMs, max: 100 });
  return {
    asset: async (name) => (assetName.test(name) ? cache.get(keptKeys.asset(name)) : null),
    pageScript: async (version) =>
      scriptVersion.test(version) ? cache.get(keptKeys.pageScript(version)) : null,
  };
}

async function load(blobs: BlobStorage, key: string): Promise<WebFile | null> {
  try {
    const bytes = await blobs.get(key, { maxBytes, likely: 'application/octet-stream' });
    return { variants: await getVariants(bytes), extension: extname(key).slice(1) };
  } catch (error) {
    if (error instanceof BlobNotFound) return null;
    throw error;
  }
}
