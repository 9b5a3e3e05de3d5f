import { open, readdir, rename, unlink } from 'node:fs/promises';
import { join } from 'node:path';

/** Snapshot N holds everything before journal N; starting means snapshot N, then journals N, N+1, … */
export const journalName = (generation: number): string => `journal-${String(generation).padStart(8, '0')}`;
export const snapshotName = (generation: number): string => `snapshot-${String(generation).padStart(8, '0')}`;

const pattern = /^(journal|snapshot)-(\d{8})$/;

export interface DataFiles {
  /** The newest whole snapshot, 0 for none. */
  readonly snapshot: number;
  /** Generations of journals to replay, ascending. */
  readonly journals: readonly number[];
}

/** Finds the files to start from and removes what an interrupted compaction has left. */
export async function findDataFiles(dir: string): Promise<DataFiles> {
  const names = (await readdir(dir)).map((name) => ({ name, match: pattern.exec(name) }));
  const generations = (kind: string): number[] =>
    names
      .filter(({ match }) => match?.[1] === kind)
      .map(({ match }) => Number(match?.[2]))
      .sort((a, b) => a - b);
  const snapshot = generations('snapshot').at(-1) ?? 0;
  for (const { name, match } of names) {
    const obsolete = match ? Number(match[2]) < snapshot : name.endsWith('.part');
    if (obsolete) await unlink(join(dir, name));
  }
  return { snapshot, journals: generations('journal').filter((generation) => generation >= snapshot) };
}

/** Makes a rename or a new file survive a power cut. */
export async function syncDirectory(dir: string): Promise<void> {
  const handle = await open(dir, 'r');
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}

export async function publish(dir: string, part: string, name: string): Promise<void> {
  await rename(join(dir, part), join(dir, name));
  await syncDirectory(dir);
}
