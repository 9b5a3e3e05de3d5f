import { open, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { asBuffer, decodeDocument } from '../bson/decode.ts';
import type { IndexSpec } from '../storage/index-spec.ts';
import type { StorageEngine } from '../storage/storage-engine.ts';
import { action, decodeEntry, type JournalEntry } from './entry.ts';
import { type DataFiles, journalName, snapshotName } from './files.ts';
import { cutTornEnd } from './torn-end.ts';

const chunkBytes = 4 * 1024 * 1024;
/** Share of the time that reading the files takes; the rest builds the indexes. */
const readingShare = 0.5;

export interface Recovered {
  readonly entries: number;
  /** Bytes of a incomplete last entry, which were removed and kept in a file of their own. */
  readonly cutBytes: number;
}

/** Called with the share done, 0–1, at every chunk of the files and every collection. */
export type RecoveryProgress = (share: number) => void;

/**
 * Brings the engine to the state of the files.
 * @throws Error when a file is damaged anywhere but in its unfinished last entry; no file is changed then.
 */
export async function recover(
  dir: string,
  files: DataFiles,
  engine: StorageEngine,
  onProgress: RecoveryProgress = () => undefined,
): Promise<Recovered> {
  const indexes: Indexes = new Map();
  const paths = [
    ...(files.snapshot > 0 ? [snapshotName(files.snapshot)] : []),
    ...files.journals.map(journalName),
  ].map((name) => join(dir, name));
  const total = await sumBytes(paths);
  let [entries, cutBytes, before] = [0, 0, 0];
  for (const path of paths) {
    const result = await replay(path, {
      apply: (entry) => applyEntry(engine, indexes, entry),
      onRead: (bytes) => onProgress((readingShare * (before + bytes)) / Math.max(total, 1)),
    });
    entries += result.entries;
    before += result.read;
    if (result.rest === 0) continue;
    // Only the newest journal can end within an entry, which was never acknowledged.
    const newest = files.journals.length > 0 && path === paths.at(-1);
    if (!newest) throw new Error(`${path} is damaged after ${result.read} bytes: restore it from a backup`);
    await cutTornEnd(path, result.read);
    cutBytes = result.rest;
  }
  buildIndexes(engine, indexes, onProgress);
  return { entries, cutBytes };
}

type Indexes = Map<string, Map<string, IndexSpec>>;

async function sumBytes(paths: readonly string[]): Promise<number> {
  const sizes = await Promise.all(paths.map(async (path) => (await stat(path)).size));
  return sizes.reduce((sum, size) => sum + size, 0);
}

/** Keys are computed once per document here instead of once per entry. */
function buildIndexes(engine: StorageEngine, indexes: Indexes, onProgress: RecoveryProgress): void {
  const total = [...indexes.keys()].reduce((sum, namespace) => sum + engine.open(namespace).size, 0);
  let before = 0;
  for (const [namespace, specs] of indexes) {
    const { size } = engine.open(namespace);
    engine.restoreIndexes(namespace, specs.values(), (documents) =>
      onProgress(readingShare + ((1 - readingShare) * (before + documents)) / Math.max(total, 1)),
    );
    before += size;
  }
}

function applyEntry(
  engine: StorageEngine,
  indexes: Indexes,
  { action: code, namespace, body }: JournalEntry,
): void {
  switch (code) {
    case action.put:
      engine.open(namespace).restore(asBuffer(body));
      return;
    case action.remove:
      engine.find(namespace)?.forget(decodeDocument(body)._id);
      return;
    case action.createCollection:
      engine.open(namespace);
      return;
    case action.dropCollection:
      engine.drop(namespace);
      indexes.delete(namespace);
      return;
    case action.createIndex: {
      const spec = decodeDocument(body) as unknown as IndexSpec;
      const specs = indexes.get(namespace) ?? new Map<string, IndexSpec>();
      indexes.set(namespace, specs.set(spec.name, spec));
      return;
    }
    case action.dropIndex:
      indexes.get(namespace)?.delete(decodeDocument(body).name as string);
      return;
  }
}

interface Replay {
  apply: (entry: JournalEntry) => void;
  onRead: (bytes: number) => void;
}

async function replay(
  path: string,
  { apply, onRead }: Replay,
): Promise<{ entries: number; read: number; rest: number }> {
  const file = await open(path, 'r');
  let held: Buffer = Buffer.alloc(0);
  let [entries, read] = [0, 0];
  try {
    for (;;) {
      const chunk = Buffer.allocUnsafe(chunkBytes);
      const { bytesRead } = await file.read(chunk, 0, chunkBytes);
      if (bytesRead === 0) return { entries, read, rest: held.length };
      held =
        held.length === 0
          ? chunk.subarray(0, bytesRead)
          : Buffer.concat([held, chunk.subarray(0, bytesRead)]);
      let at = 0;
      for (let found = decodeEntry(held, at); found; found = decodeEntry(held, at)) {
        apply(found.entry);
        entries++;
        at = found.next;
      }
      read += at;
      held = held.subarray(at);
      onRead(read);
    }
  } finally {
    await file.close();
  }
}
