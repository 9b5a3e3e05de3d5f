import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import type { BlobStorage } from '../../blobs/blob-storage.ts';
import { createExpiringCache } from '../../expiring-cache.ts';
import { newId } from '../../ids.ts';
import { describeDownloadFailure, imageDownload } from '../../images/image-download.ts';
import { ImageRejected } from '../../images/image-rejected.ts';
import { inspectImage } from '../../images/inspect.ts';
import { normaliseImage } from '../../images/normalise.ts';
import { type Outbound, OutboundRefused } from '../../outbound/outbound.ts';
import type { StoredImage } from '../../renders/render-model.ts';
import { retryFetch } from './retry-fetch.ts';

/** The picture cannot be used; `message` says why and continues a sentence that begins with its URL. */
export class AssetRefused extends Error {
  override name = 'AssetRefused';
}

export interface AssetDependencies {
  blobs: BlobStorage;
  outbound: Outbound;
  /** Local folder for pictures on their way to the blob storage. */
  spoolDir: string;
  fetchTimeoutMs: number;
  retryPauseMs: number;
}

export function assetPrefix(store: string): string {
  return `catalog/${store}/`;
}

/** A picture that many products share is fetched once an import while it is among the newest of this many. */
const maxCached = 2_000;

/**
 * Brings pictures of one store into the blob storage, checked and made fit like those of a request, each
 * content under one key. The returned function throws AssetRefused, or the reason of the signal.
 */
export function createAssetFetcher(
  dependencies: AssetDependencies,
  store: string,
  signal: AbortSignal,
): (url: string) => Promise<StoredImage> {
  const cache = createExpiringCache({
    load: (url: string) => fetchAsset(dependencies, store, url, signal),
    ttlMs: Number.POSITIVE_INFINITY,
    max: maxCached,
  });
  return cache.get;
}

async function fetchAsset(
  dependencies: AssetDependencies,
  store: string,
  url: string,
  signal: AbortSignal,
): Promise<StoredImage> {
  const path = join(dependencies.spoolDir, newId('asset'));
  try {
    const { sha256 } = await retryFetch(
      () =>
        dependencies.outbound.downloadToFile(url, path, imageDownload(dependencies.fetchTimeoutMs, signal)),
      { signal, pauseMs: dependencies.retryPauseMs },
    );
    return await keep(dependencies.blobs, `${assetPrefix(store)}${sha256}`, path);
  } catch (error) {
    if (error instanceof OutboundRefused)
      throw new AssetRefused(describeDownloadFailure(error), { cause: error });
    throw error instanceof ImageRejected ? new AssetRefused(error.message, { cause: error }) : error;
  } finally {
    await rm(path, { force: true });
  }
}

async function keep(blobs: BlobStorage, blob: string, path: string): Promise<StoredImage> {
  const facts = await inspectImage(path);
  const { data, mime, width, height, bytes } = await normaliseImage(path, facts);
  if (data) await blobs.put(blob, data, mime);
  else await blobs.putFile(blob, path, mime);
  return { blob, mime, width, height, bytes };
}
