import type { RenderDoc } from '../../shared/renders/render-model.ts';
import { hourMs } from '../../shared/time.ts';
import type { SweepDependencies } from './sweep-dependencies.ts';

const pageSize = 1000;
const pagesPerPass = 20;

/** A folder this old without a render document belongs to a request that never became a render. */
const orphanAgeMs = hourMs;

/** Removes images that no render document refers to; pages through the store over several passes. */
export async function removeOrphans(dependencies: SweepDependencies, signal: AbortSignal): Promise<number> {
  let removed = 0;
  let after = position.get(dependencies);
  for (let page = 0; page < pagesPerPass && !signal.aborted; page += 1) {
    const blobs = await dependencies.blobs.list('renders/', { limit: pageSize, ...(after ? { after } : {}) });
    removed += await removeFrom(dependencies, blobs);
    after = blobs.length === pageSize ? blobs.at(-1)!.key : undefined;
    if (!after) break;
  }
  if (after) position.set(dependencies, after);
  else position.delete(dependencies);
  return removed;
}

const position = new WeakMap<SweepDependencies, string>();

async function removeFrom(
  { database, blobs }: SweepDependencies,
  listed: { key: string; modifiedAt: Date }[],
): Promise<number> {
  const before = Date.now() - orphanAgeMs;
  const old = listed.filter((blob) => blob.modifiedAt.getTime() < before);
  const ids = [...new Set(old.map((blob) => blob.key.split('/')[1]!))];
  if (ids.length === 0) return 0;
  const known = await database.renders.find({ _id: { $in: ids } }, { _id: 1 }).lean<RenderDoc[]>();
  const owned = new Set(known.map((render) => render._id));
  const orphans = ids.filter((id) => !owned.has(id));
  for (const id of orphans) await blobs.deletePrefix(`renders/${id}/`);
  return orphans.length;
}
