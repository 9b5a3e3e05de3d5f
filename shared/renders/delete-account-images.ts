import type { FileModel } from '../files/file-model.ts';
import type { KeyMode } from '../keys/key-format.ts';
import { getDriver } from '../mongodb/driver.ts';
import type { RenderModel } from './render-model.ts';
import { terminalStates } from './states.ts';

/** The things whose images were deleted. */
export interface DeletedImages {
  renders: number;
  files: number;
}

/**
 * Deletes the images of all ended renders of an account, and its uploaded files; of both modes unless one is given. None
 * of them can be read from now on; the sweeper deletes the bytes. Open renders keep theirs until their end, and
 * try-ons belong to the shoppers. As of `deleteImages`, a retry with the Idempotency-Key starts a new render. Idempotent.
 */
export async function deleteAccountImages(
  { renders, files }: { renders: RenderModel; files: FileModel },
  { account, mode }: { account: string; mode?: KeyMode },
  now = new Date(),
): Promise<DeletedImages> {
  const owner = { account, ...(mode ? { mode } : {}) };
  const ended = { ...owner, tryOn: { $exists: false }, state: { $in: [...terminalStates] } };
  const over = { inputsUntil: now, outputUntil: now };
  const shown = await getDriver(renders).updateMany(
    { ...ended, result: { $exists: true }, outputUntil: { $gt: now } },
    { $set: { ...over, imageDeletedAt: now }, $unset: { idempotency: 1 } },
  );
  const sent = await getDriver(renders).updateMany(
    { ...ended, inputsUntil: { $gt: now } },
    { $set: over, $unset: { idempotency: 1 } },
  );
  const uploaded = await getDriver(files).updateMany(
    { ...owner, until: { $gt: now } },
    { $set: { until: now } },
  );
  return { renders: shown.modifiedCount + sent.modifiedCount, files: uploaded.modifiedCount };
}
