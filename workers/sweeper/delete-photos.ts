import { deletePhoto, findOpenRenders } from '../../shared/try-on/delete-photo.ts';
import type { PhotoDoc } from '../../shared/try-on/photo-model.ts';
import type { SweepDependencies } from './sweep-dependencies.ts';

const perPass = 100;

/**
 * Deletes the photos of shoppers whose hours are over. One that an open render reads is left for a later pass, so
 * that the render's copy is deleted with it.
 */
export async function deletePhotos(
  dependencies: Pick<SweepDependencies, 'database' | 'blobs'>,
): Promise<number> {
  const { database } = dependencies;
  const due = await database.photos
    .find({ until: { $lte: new Date() } })
    .sort({ until: 1 })
    .limit(perPass)
    .lean<PhotoDoc[]>();
  let deleted = 0;
  for (const photo of due) {
    const open = await findOpenRenders(database, photo);
    if (open.length > 0) continue;
    await deletePhoto(dependencies, photo);
    deleted += 1;
  }
  return deleted;
}
