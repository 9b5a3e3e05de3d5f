import type { FileDoc } from '../../shared/files/file-model.ts';
import type { SweepDependencies } from './sweep-dependencies.ts';

const perPass = 100;

/** Deletes uploaded images whose time is over; renders have copies of their own. */
export async function deleteFiles({
  database,
  blobs,
}: Pick<SweepDependencies, 'database' | 'blobs'>): Promise<number> {
  const due = await database.files
    .find({ until: { $lte: new Date() } })
    .sort({ until: 1 })
    .limit(perPass)
    .lean<FileDoc[]>();
  for (const { _id, image } of due) {
    await blobs.delete(image.blob);
    await database.files.deleteOne({ _id });
  }
  return due.length;
}
