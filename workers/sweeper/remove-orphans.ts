import { readPairing } from '../../shared/installation/pair.ts';
import type { RenderDoc } from '../../shared/renders/render-model.ts';
import type { SweepDependencies } from './sweep-dependencies.ts';

const pageSize = 1000;
const pagesPerPass = 20;

/** A folder this old without a render document belongs to a request that never became a render. */
const orphanAgeMs = 3_600_000;

/** Removes images that no render document refers to; pages through the blob storage over several passes. */
export function createRemoveOrphans(
  dependencies: SweepDependencies,
): (signal: AbortSignal) => Promise<number> {
  let after: string | undefined;
  return async (signal) => {
    if (!(await ownsImages(dependencies))) return 0;
    let removed = 0;
    for (let page = 0; page < pagesPerPass && !signal.aborted; page += 1) {
      const options = { limit: pageSize, ...(after && { after }) };
      const blobs = await dependencies.blobs.list('renders/', options);
      removed += await removeFrom(dependencies, blobs);
      after = blobs.length === pageSize ? blobs.at(-1)!.key : undefined;
      if (!after) break;
    }
    return removed;
  };
}

/** With another or an empty database, every image would count as an orphan. */
async function ownsImages({ database, blobs, log }: SweepDependencies): Promise<boolean> {
  const pairing = await readPairing({ ...database, blobs });
  if (pairing === 'paired') return true;
  log.error({ pairing }, 'the blob storage is not known to belong to this database: no image is removed');
  return false;
}

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
