import type { BlobStorage } from '../blobs/blob-storage.ts';
import { getDriver } from '../mongodb/driver.ts';
import type { RenderDoc, RenderModel } from './render-model.ts';

/**
 * Deletes all images of an ended render at once; returns the changed render. A retry with its Idempotency-Key
 * starts a new render, since there is no image left to return. The document is written first: if this
 * process dies, the sweeper deletes the images, whose retention is over. Idempotent.
 */
export async function deleteImages(
  { database, blobs }: { database: { renders: RenderModel }; blobs: BlobStorage },
  render: RenderDoc,
): Promise<RenderDoc> {
  const over = new Date(Date.now() - 1);
  const imageDeletedAt = render.imageDeletedAt ?? over;
  const changed = await getDriver(database.renders).findOneAndUpdate(
    { _id: render._id },
    {
      $set: { inputsUntil: over, outputUntil: over, ...(render.result ? { imageDeletedAt } : {}) },
      $unset: { idempotency: 1 },
    },
    { returnDocument: 'after' },
  );
  await blobs.deletePrefix(`renders/${render._id}/`);
  return (changed as RenderDoc | null) ?? render;
}
