import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import type { BlobStorage } from '../../blobs/blob-storage.ts';
import { createExpiringCache } from '../../expiring-cache.ts';
import { newId } from '../../ids.ts';
import { averageColor } from '../../images/average-color.ts';
import { groundColor } from '../../images/ground-color.ts';
import { describeDownloadFailure, imageDownload } from '../../images/image-download.ts';
import { ImageRejected } from '../../images/image-rejected.ts';
import { inspectImage } from '../../images/inspect.ts';
import { normaliseImage } from '../../images/normalise.ts';
import { type Outbound, OutboundRefused } from '../../outbound/outbound.ts';
import { assetKey } from '../asset-keys.ts';
import type { CatalogAsset } from '../product-model.ts';
import { AssetRefused } from './asset-refused.ts';
import { copyImage } from './local-image.ts';
import { retryFetch } from './retry-fetch.ts';

export interface AssetDependencies {
  blobs: BlobStorage;
  outbound: Outbound;
  /** Local folder for images on their way to the blob storage. */
  spoolDir: string;
  fetchTimeoutMs: number;
  retryPauseMs: number;
  /** Folder of a catalog file that an operator named, whose images may be files in it; never for a fetched one. */
  imageFolder?: string;
}

/** An image in the blob storage with its colors. */
export type FetchedAsset = Pick<CatalogAsset, 'image' | 'ground'> & Required<Pick<CatalogAsset, 'average'>>;

/** An image that many products share is fetched once an import while it is among the newest of this many. */
const maxCached = 2_000;

/**
 * Brings images of one store into the blob storage, checked and made fit like those of a request, each
 * content under one key. The returned function throws AssetRefused, or the reason of the signal.
 */
export function createAssetFetcher(
  dependencies: AssetDependencies,
  store: string,
  signal: AbortSignal,
): (url: string) => Promise<FetchedAsset> {
  const cache = createExpiringCache({
    load: (url: string) => fetchAsset(dependencies, store, url, signal),
    max: maxCached,
  });
  return cache.get;
}

async function fetchAsset(
  dependencies: AssetDependencies,
  store: string,
  url: string,
  signal: AbortSignal,
): Promise<FetchedAsset> {
  const path = join(dependencies.spoolDir, newId('asset'));
  try {
    const { sha256 } = isUrl(url)
      ? await download(dependencies, url, path, signal)
      : await copyImage(dependencies.imageFolder, url, path);
    return await keep(dependencies.blobs, assetKey(store, sha256), path);
  } catch (error) {
    if (error instanceof OutboundRefused)
      throw new AssetRefused(describeDownloadFailure(error), { cause: error });
    throw error instanceof ImageRejected ? new AssetRefused(error.message, { cause: error }) : error;
  } finally {
    await rm(path, { force: true });
  }
}

const isUrl = (source: string) => /^https?:/i.test(source);

function download(dependencies: AssetDependencies, url: string, path: string, signal: AbortSignal) {
  const { outbound, fetchTimeoutMs, retryPauseMs } = dependencies;
  return retryFetch(() => outbound.downloadToFile(url, path, imageDownload(fetchTimeoutMs, signal)), {
    signal,
    pauseMs: retryPauseMs,
  });
}

async function keep(blobs: BlobStorage, blob: string, path: string): Promise<FetchedAsset> {
  const facts = await inspectImage(path);
  const { data, mime, width, height, bytes } = await normaliseImage(path, facts);
  const average = await averageColor(data ?? path);
  const ground = await groundColor(data ?? path);
  if (data) await blobs.put(blob, data, mime);
  else await blobs.putFile(blob, path, mime);
  return { image: { blob, mime, width, height, bytes }, average, ...(ground && { ground }) };
}
