import { BlobNotFound, type BlobStorage } from '../blobs/blob-storage.ts';

const markerKey = 'installation';
const maxMarkerBytes = 200;

/** Reads the installation id in the blob storage; `undefined` when it has none. @throws what the storage throws. */
export async function readMarker(blobs: BlobStorage): Promise<string | undefined> {
  try {
    const bytes = await blobs.get(markerKey, { maxBytes: maxMarkerBytes, likely: 'text/plain' });
    return bytes.toString('utf8').trim();
  } catch (error) {
    if (error instanceof BlobNotFound) return undefined;
    throw error;
  }
}

export async function writeMarker(blobs: BlobStorage, id: string): Promise<void> {
  await blobs.put(markerKey, Buffer.from(`${id}\n`), 'text/plain');
}
