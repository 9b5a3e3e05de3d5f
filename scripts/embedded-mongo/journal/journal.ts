import { mkdir, unlink } from 'node:fs/promises';
import { join } from 'node:path';
import { encode } from '../bson/decode.ts';
import type { Store, StoreLog } from '../storage/store.ts';
import { action, encodeEntry } from './entry.ts';
import { findDataFiles, journalName, snapshotName, syncDirectory } from './files.ts';
import { lockFolder } from './lock.ts';
import { recover } from './recovery.ts';
import { writeSnapshot } from './snapshot.ts';
import { JournalWriter, type SyncMode } from './writer.ts';

export interface JournalOptions {
  readonly dir: string;
  readonly sync: SyncMode;
  /** A journal this long, and longer than the data, is compacted into a snapshot. */
  readonly compactBytes: number;
  readonly onFailure: (error: Error) => void;
}

/** Durability of a store: `durable` resolves once all changes made so far are on disk. */
export interface Journal {
  readonly dirty: () => boolean;
  readonly durable: () => Promise<void>;
  readonly recovered: { readonly entries: number; readonly cutBytes: number };
  readonly close: () => Promise<void>;
}

/** For a store that lives in memory only. */
export const noJournal: Journal = {
  dirty: () => false,
  durable: () => Promise.resolve(),
  recovered: { entries: 0, cutBytes: 0 },
  close: () => Promise.resolve(),
};

const empty = encode({});

/** Reads a data folder into the store and from then on writes every change down. Throws when the folder is in use or damaged. */
export async function openJournal(store: Store, options: JournalOptions): Promise<Journal> {
  const { dir } = options;
  await mkdir(dir, { recursive: true });
  const unlock = await lockFolder(dir);
  try {
    return await openLocked(store, options, unlock);
  } catch (error) {
    await unlock();
    throw error;
  }
}

async function openLocked(
  store: Store,
  options: JournalOptions,
  unlock: () => Promise<void>,
): Promise<Journal> {
  const { dir, sync, compactBytes, onFailure } = options;
  const files = await findDataFiles(dir);
  const recovered = await recover(dir, files, store);
  let generation = files.journals.at(-1) ?? Math.max(files.snapshot, 1);
  const writer = await JournalWriter.open(join(dir, journalName(generation)), sync, onFailure);
  await syncDirectory(dir);
  let stopped = false;
  let compacting: Promise<void> | undefined;

  async function compact(): Promise<void> {
    const obsolete = generation;
    generation += 1;
    await writer.rotate(join(dir, journalName(generation)));
    await writeSnapshot(dir, generation, store, () => stopped);
    if (stopped) return;
    for (let old = obsolete; old > 0; old--) {
      const gone = await Promise.allSettled(
        [journalName(old), snapshotName(old)].map((name) => unlink(join(dir, name))),
      );
      if (gone.every(({ status }) => status === 'rejected')) break;
    }
  }

  function compactWhenDue(): void {
    if (compacting || stopped || writer.bytes < Math.max(compactBytes, store.usage.bytes())) return;
    compacting = compact()
      .catch(onFailure)
      .finally(() => {
        compacting = undefined;
      });
  }

  const append = (code: (typeof action)[keyof typeof action], namespace: string, body: Uint8Array): void => {
    writer.append(encodeEntry({ action: code, namespace, body }));
    compactWhenDue();
  };
  const log: StoreLog = {
    put: (namespace, document) => append(action.put, namespace, document),
    remove: (namespace, id) => append(action.remove, namespace, encode({ _id: id })),
    createCollection: (namespace) => append(action.createCollection, namespace, empty),
    dropCollection: (namespace) => append(action.dropCollection, namespace, empty),
    createIndex: (namespace, spec) => append(action.createIndex, namespace, encode({ ...spec })),
    dropIndex: (namespace, name) => append(action.dropIndex, namespace, encode({ name })),
  };
  store.log = log;

  return {
    recovered,
    dirty: () => sync === 'group' && writer.dirty,
    durable: () => writer.durable(),
    async close() {
      stopped = true;
      await compacting;
      await writer.close();
      await unlock();
    },
  };
}
