import { mkdir, unlink } from 'node:fs/promises';
import { join } from 'node:path';
import { encodeDocument } from '../bson/decode.ts';
import type { EngineLog, StorageEngine } from '../storage/storage-engine.ts';
import { action, encodeEntry } from './entry.ts';
import { findDataFiles, journalName, snapshotName, syncDirectory } from './files.ts';
import { lockFolder } from './lock.ts';
import { type Recovered, type RecoveryProgress, recover } from './recovery.ts';
import { writeSnapshot } from './snapshot.ts';
import { JournalWriter, type SyncMode } from './writer.ts';

export interface JournalOptions {
  readonly dir: string;
  readonly sync: SyncMode;
  /** A journal this long, and longer than the data, is compacted into a snapshot. */
  readonly compactBytes: number;
  readonly onFailure: (error: Error) => void;
  readonly onProgress?: RecoveryProgress | undefined;
}

/** Durability of an engine: `durable` resolves once all changes made so far are on disk. */
export interface Journal {
  readonly dirty: () => boolean;
  readonly durable: () => Promise<void>;
  readonly recovered: Recovered;
  readonly close: () => Promise<void>;
}

/** For a database in memory only. */
export const noJournal: Journal = {
  dirty: () => false,
  durable: () => Promise.resolve(),
  recovered: { entries: 0, cutBytes: 0 },
  close: () => Promise.resolve(),
};

/** Reads a data folder into the engine, then journals every change. Throws when the folder is in use or damaged. */
export async function openJournal(engine: StorageEngine, options: JournalOptions): Promise<Journal> {
  const { dir, sync, onFailure } = options;
  await mkdir(dir, { recursive: true });
  const unlock = await lockFolder(dir);
  try {
    const files = await findDataFiles(dir);
    const recovered = await recover(dir, files, engine, options.onProgress);
    const generation = files.journals.at(-1) ?? Math.max(files.snapshot, 1);
    const writer = await JournalWriter.open(join(dir, journalName(generation)), sync, onFailure);
    await syncDirectory(dir);
    return new DiskJournal({ engine, options, unlock, recovered, generation, writer });
  } catch (error) {
    await unlock();
    throw error;
  }
}

interface OpenedFolder {
  engine: StorageEngine;
  options: JournalOptions;
  unlock: () => Promise<void>;
  recovered: Journal['recovered'];
  generation: number;
  writer: JournalWriter;
}

class DiskJournal implements Journal {
  readonly recovered: Journal['recovered'];
  readonly #opened: OpenedFolder;
  #stopped = false;
  #compacting: Promise<void> | undefined;

  constructor(opened: OpenedFolder) {
    this.#opened = opened;
    this.recovered = opened.recovered;
    opened.engine.log = changeLog((code, namespace, body) => {
      opened.writer.append(encodeEntry({ action: code, namespace, body }));
      this.#compactWhenDue();
    });
  }

  dirty(): boolean {
    return this.#opened.options.sync === 'group' && this.#opened.writer.dirty;
  }

  durable(): Promise<void> {
    return this.#opened.writer.durable();
  }

  async close(): Promise<void> {
    this.#stopped = true;
    await this.#compacting;
    await this.#opened.writer.close();
    await this.#opened.unlock();
  }

  #compactWhenDue(): void {
    const { engine, writer, options } = this.#opened;
    if (this.#compacting || this.#stopped) return;
    if (writer.bytes < Math.max(options.compactBytes, engine.usage.bytes())) return;
    this.#compacting = this.#compact()
      .catch(options.onFailure)
      .finally(() => {
        this.#compacting = undefined;
      });
  }

  async #compact(): Promise<void> {
    const { engine, writer, options } = this.#opened;
    const obsolete = this.#opened.generation;
    this.#opened.generation += 1;
    await writer.rotate(join(options.dir, journalName(this.#opened.generation)));
    await writeSnapshot(options.dir, this.#opened.generation, engine, () => this.#stopped);
    if (!this.#stopped) await removeGenerations(options.dir, obsolete);
  }
}

/** Removes the files of that generation and of all older ones. */
async function removeGenerations(dir: string, newest: number): Promise<void> {
  for (let generation = newest; generation > 0; generation--) {
    const names = [journalName(generation), snapshotName(generation)];
    const removed = await Promise.allSettled(names.map((name) => unlink(join(dir, name))));
    if (removed.every(({ status }) => status === 'rejected')) break;
  }
}

type Append = (code: (typeof action)[keyof typeof action], namespace: string, body: Uint8Array) => void;

const empty = encodeDocument({});

function changeLog(append: Append): EngineLog {
  return {
    put: (namespace, document) => append(action.put, namespace, document),
    remove: (namespace, id) => append(action.remove, namespace, encodeDocument({ _id: id })),
    createCollection: (namespace) => append(action.createCollection, namespace, empty),
    dropCollection: (namespace) => append(action.dropCollection, namespace, empty),
    createIndex: (namespace, spec) => append(action.createIndex, namespace, encodeDocument({ ...spec })),
    dropIndex: (namespace, name) => append(action.dropIndex, namespace, encodeDocument({ name })),
  };
}
