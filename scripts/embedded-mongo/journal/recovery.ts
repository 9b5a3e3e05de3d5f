import { open, truncate } from 'node:fs/promises';
import { join } from 'node:path';
import { decode } from '../bson/decode.ts';
import type { IndexSpec } from '../storage/index-spec.ts';
import type { StorageEngine } from '../storage/storage-engine.ts';
import { action, decodeEntry, type Entry } from './entry.ts';
import { type DataFiles, journalName, snapshotName } from './files.ts';

const chunkBytes = 4 * 1024 * 1024;

/** Brings the store to the state of the files. Returns how many bytes of a torn last entry were cut off. */
export async function recover(
  dir: string,
  files: DataFiles,
  engine: StorageEngine,
): Promise<{ entries: number; cutBytes: number }> {
  const indexes = new Map<string, Map<string, IndexSpec>>();
  const apply = (entry: Entry): void => applyEntry(engine, indexes, entry);
  let entries = 0;
  let cutBytes = 0;
  if (files.snapshot > 0) {
    const path = join(dir, snapshotName(files.snapshot));
    const result = await replay(path, apply);
    if (result.rest > 0)
      throw new Error(`${path} is damaged after ${result.read} bytes: restore it from a backup`);
    entries += result.entries;
  }
  for (const generation of files.journals) {
    const path = join(dir, journalName(generation));
    const result = await replay(path, apply);
    entries += result.entries;
    if (result.rest === 0) continue;
    // Only the newest journal can end in the middle of an entry; it was never acknowledged.
    if (generation !== files.journals.at(-1))
      throw new Error(`${path} is damaged after ${result.read} bytes`);
    await truncate(path, result.read);
    cutBytes = result.rest;
  }
  // Keys are computed once per document here instead of once per entry.
  for (const [namespace, specs] of indexes)
    for (const spec of specs.values()) engine.createIndex(namespace, spec);
  return { entries, cutBytes };
}

function applyEntry(
  engine: StorageEngine,
  indexes: Map<string, Map<string, IndexSpec>>,
  { action: code, namespace, body }: Entry,
): void {
  switch (code) {
    case action.put:
      engine.open(namespace).restore(Buffer.from(body));
      return;
    case action.remove:
      engine.find(namespace)?.forget(decode(body)._id);
      return;
    case action.createCollection:
      engine.open(namespace);
      return;
    case action.dropCollection:
      engine.drop(namespace);
      indexes.delete(namespace);
      return;
    case action.createIndex: {
      const spec = decode(body) as unknown as IndexSpec;
      const specs = indexes.get(namespace) ?? new Map<string, IndexSpec>();
      indexes.set(namespace, specs.set(spec.name, spec));
      return;
    }
    case action.dropIndex:
      indexes.get(namespace)?.delete(decode(body).name as string);
      return;
  }
}

async function replay(
  path: string,
  apply: (entry: Entry) => void,
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
    }
  } finally {
    await file.close();
  }
}
