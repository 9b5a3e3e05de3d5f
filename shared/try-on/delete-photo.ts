import type { BlobStorage } from '../blobs/blob-storage.ts';
import type { RenderDoc, RenderModel } from '../renders/render-model.ts';
import { openStates } from '../renders/states.ts';
import type { PhotoDoc, PhotoModel } from './photo-model.ts';

interface PhotoPlaces {
  database: { photos: PhotoModel; renders: RenderModel };
  blobs: Pick<BlobStorage, 'delete' | 'deletePrefix'>;
}

const maxCopies = 1000;

/** Selects the renders of its visitor that have a copy of a photo as their input. */
function rendersFilter({ _id, store, visitor }: PhotoDoc) {
  return { 'tryOn.store': store, 'tryOn.visitor': visitor, 'tryOn.photo.id': _id };
}

/** Finds the renders of a photo that have not ended: they still read their copy of it. */
export function findOpenRenders(
  { renders }: { renders: RenderModel },
  photo: PhotoDoc,
): Promise<RenderDoc[]> {
  return renders
    .find({ ...rendersFilter(photo), state: { $in: openStates } })
    .limit(maxCopies)
    .lean<RenderDoc[]>()
    .exec();
}

/**
 * Deletes a photo and the copies that ended renders have of it; its document goes last, so that an interrupted
 * deletion is retried. Idempotent.
 */
export async function deletePhoto({ database, blobs }: PhotoPlaces, photo: PhotoDoc): Promise<void> {
  const { renders, photos } = database;
  const copies = await renders
    .find({ ...rendersFilter(photo), inputsUntil: { $exists: true } }, { _id: 1 })
    .limit(maxCopies)
    .lean<RenderDoc[]>();
  for (const { _id } of copies) {
    await blobs.deletePrefix(`renders/${_id}/in/`);
    await renders.updateOne({ _id }, { $unset: { inputsUntil: 1 } });
  }
  await renders.updateMany(rendersFilter(photo), { $unset: { 'tryOn.photo': 1 } });
  await blobs.delete(photo.image.blob);
  await photos.deleteOne({ _id: photo._id });
}
