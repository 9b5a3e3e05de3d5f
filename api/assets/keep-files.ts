import type { BlobStorage } from '../../shared/blobs/blob-storage.ts';
import { dayMs } from '../../shared/time.ts';
import { getPageScripts } from './web-build.ts';
import type { WebFiles } from './web-files.ts';

/** Keys of the browser code in the blob storage. */
export const keptKeys = {
  assets: 'web/assets/',
  asset: (name: string) => `${keptKeys.assets}${name}`,
  /** The loader, and what it fetches. */
  pageScript: (version: string) => `web/loaders/${version}.js`,
};

/** Longer than a page stays open. */
const keptMs = 30 * dayMs;
const maxListed = 1000;

/**
 * Saves the files of a build in the blob storage, also those that are there already, whose age begins anew, and
 * deletes modules that no open page can still need. Versions of the loader, and of what each fetches, are kept for
 * ever: merchants name them.
 */
export async function keepWebFiles(blobs: BlobStorage, { build, files }: WebFiles, now = Date.now()) {
  for (const [path, { variants }] of files) {
    const script = getPageScripts(build).find((each) => each.path === path);
    const key = script ? keptKeys.pageScript(script.version) : keptKeys.asset(path.replace('assets/', ''));
    await blobs.put(key, variants.identity, 'application/octet-stream');
  }
  const listed = await blobs.list(keptKeys.assets, { limit: maxListed });
  const old = listed.filter(({ modifiedAt }) => modifiedAt.getTime() < now - keptMs);
  for (const { key } of old) await blobs.delete(key);
}
