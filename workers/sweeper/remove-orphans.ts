import type { Database } from '../../shared/database/database.ts';
import { readPairing } from '../../shared/installation/pair.ts';
import type { SweepDependencies } from './sweep-dependencies.ts';

const pageSize = 1000;
const pagesPerPass = 20;

/** A folder this old without a document belongs to a request that was interrupted. */
const orphanAgeMs = 3_600_000;

/** Folders of the blob storage that each belong to one document. */
interface Owned {
  prefix: string;
  /** The document's id by the folder: `renders/{id}/`, `looks/{store}/{id}/`. */
  folder: RegExp;
  /** Finds the documents that still have their images. */
  owners(database: Database, ids: string[]): Promise<{ _id: string }[]>;
}

const owned: readonly Owned[] = [
  {
    prefix: 'renders/',
    folder: /^renders\/([^/]+)\//,
    owners: ({ renders }, ids) => renders.find({ _id: { $in: ids } }, { _id: 1 }).lean<{ _id: string }[]>(),
  },
  {
    prefix: 'looks/',
    folder: /^looks\/[^/]+\/([^/]+)\//,
    // One that has ended keeps its document, without `until`.
    owners: ({ sharedLooks }, ids) =>
      sharedLooks.find({ _id: { $in: ids }, until: { $exists: true } }, { _id: 1 }).lean<{ _id: string }[]>(),
  },
];

/** Removes images that no document refers to; pages through the blob storage over several passes. */
export function createRemoveOrphans(
  dependencies: SweepDependencies,
): (signal: AbortSignal) => Promise<number> {
  const walks = owned.map((folders) => createWalk(dependencies, folders));
  return async (signal) => {
    if (!(await ownsImages(dependencies))) return 0;
    let removed = 0;
    for (const walk of walks) removed += await walk(signal);
    return removed;
  };
}

/** Each pass continues where the one before has stopped. */
function createWalk(
  dependencies: SweepDependencies,
  folders: Owned,
): (signal: AbortSignal) => Promise<number> {
  let after: string | undefined;
  return async (signal) => {
    let removed = 0;
    for (let page = 0; page < pagesPerPass && !signal.aborted; page += 1) {
      const options = { limit: pageSize, ...(after && { after }) };
      const blobs = await dependencies.blobs.list(folders.prefix, options);
      removed += await removeFrom(dependencies, folders, blobs);
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
  { folder, owners }: Owned,
  listed: { key: string; modifiedAt: Date }[],
): Promise<number> {
  const before = Date.now() - orphanAgeMs;
  const old = listed.filter((blob) => blob.modifiedAt.getTime() < before);
  const paths = new Map(
    old.flatMap(({ key }) => {
      const [path, id] = folder.exec(key) ?? [];
      return path && id ? [[id, path]] : [];
    }),
  );
  if (paths.size === 0) return 0;
  for (const { _id } of await owners(database, [...paths.keys()])) paths.delete(_id);
  for (const path of paths.values()) await blobs.deletePrefix(path);
  return paths.size;
}
