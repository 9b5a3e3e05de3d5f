import type { SharedLookDoc } from '../../shared/try-on/shared-look-model.ts';
import { endLook } from '../../shared/try-on/shared-looks.ts';
import type { SweepDependencies } from './sweep-dependencies.ts';

const perPass = 100;

/** Deletes the images of shared looks that have expired, and those that a revocation left behind. */
export async function endLooks({
  database,
  blobs,
}: Pick<SweepDependencies, 'database' | 'blobs'>): Promise<number> {
  const { sharedLooks } = database;
  const due = await sharedLooks
    .find({ until: { $lte: new Date() } })
    .sort({ until: 1 })
    .limit(perPass)
    .lean<SharedLookDoc[]>();
  for (const look of due) await endLook({ sharedLooks, blobs }, look);
  return due.length;
}
