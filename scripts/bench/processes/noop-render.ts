import sharp from 'sharp';
import type { BlobStorage } from '../../../shared/blobs/blob-storage.ts';
import { newId } from '../../../shared/ids.ts';
import type { RenderDoc, StoredImage } from '../../../shared/renders/render-model.ts';

/** The smallest scene that intake accepts, so that image work is nearly nothing. */
export const noopSize = { width: 32, height: 32 };

/** Stores one scene in the blob storage for all renders. */
export async function storeScene(blobs: BlobStorage): Promise<StoredImage> {
  const scene = await sharp({ create: { ...noopSize, channels: 3, background: '#2980b9' } })
    .png()
    .toBuffer();
  const blob = 'renders/bench/in/scene';
  await blobs.put(blob, scene, 'image/png');
  return { blob, mime: 'image/png', ...noopSize, bytes: scene.length };
}

/** Builds a render as intake returns it. */
export function buildDraft(account: string, scene: StoredImage): RenderDoc {
  const now = Date.now();
  return {
    _id: newId('rnd'),
    account,
    keyId: 'bench',
    mode: 'live',
    state: 'new',
    scene,
    products: [{ tags: [], images: [scene], fidelity: 'generic' }],
    output: noopSize,
    requestId: newId('req'),
    fence: 0,
    enqueueCount: 1,
    timings: { intake: 0 },
    deadlineAt: new Date(now + 280_000),
    createdAt: new Date(now),
  };
}
