import type { RenderDoc } from '../../shared/renders/render-model.ts';
import type { SweepDependencies } from './sweep-dependencies.ts';

type ImageDependencies = Pick<SweepDependencies, 'database' | 'blobs'>;

const perPass = 100;

/** Deletes inputs and outputs whose retention is over (`RETAIN_INPUT_HOURS`, `RETAIN_OUTPUT_HOURS`). */
export async function purgeImages(dependencies: ImageDependencies): Promise<number> {
  const inputs = await purge(dependencies, 'inputsUntil', 'in');
  const outputs = await purge(dependencies, 'outputUntil', 'out');
  return inputs + outputs;
}

async function purge(
  { database, blobs }: ImageDependencies,
  field: 'inputsUntil' | 'outputUntil',
  folder: 'in' | 'out',
): Promise<number> {
  const due = await database.renders
    .find({ [field]: { $lte: new Date() } }, { _id: 1, state: 1, imageDeletedAt: 1 })
    .sort({ [field]: 1 })
    .limit(perPass)
    .lean<RenderDoc[]>();
  for (const { _id, state, imageDeletedAt = new Date() } of due) {
    await blobs.deletePrefix(`renders/${_id}/${folder}/`);
    const deleted = state === 'succeeded' && folder === 'out' ? { $set: { imageDeletedAt } } : {};
    await database.renders.updateOne({ _id }, { $unset: { [field]: 1 }, ...deleted });
  }
  return due.length;
}
