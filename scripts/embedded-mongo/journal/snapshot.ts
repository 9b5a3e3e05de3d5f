import { type FileHandle, open } from 'node:fs/promises';
import { join } from 'node:path';
import { setImmediate as yieldToOthers } from 'node:timers/promises';
import { encodeDocument } from '../bson/decode.ts';
import { rawBytes } from '../storage/record.ts';
import type { StorageEngine } from '../storage/storage-engine.ts';
import { action, encodeEntry } from './entry.ts';
import { publish, snapshotName } from './files.ts';

const chunkBytes = 256 * 1024;
const empty = encodeDocument({});

/**
 * Writes all documents while they continue to change. What changes meanwhile is also in the journal that was begun before,
 * and replaying that over the snapshot gives the final state, so the snapshot may contain documents before or after a change.
 */
export async function writeSnapshot(
  dir: string,
  generation: number,
  engine: StorageEngine,
  stopped: () => boolean,
): Promise<void> {
  const part = `${snapshotName(generation)}.part`;
  const file = await open(join(dir, part), 'w');
  try {
    await writeEntries(file, engine, stopped);
    await file.sync();
  } finally {
    await file.close();
  }
  if (!stopped()) await publish(dir, part, snapshotName(generation));
}

async function writeEntries(file: FileHandle, engine: StorageEngine, stopped: () => boolean): Promise<void> {
  let chunk: Buffer[] = [];
  let size = 0;
  const flush = async (): Promise<void> => {
    const bytes = Buffer.concat(chunk);
    chunk = [];
    size = 0;
    for (let at = 0; at < bytes.length; ) at += (await file.write(bytes, at, bytes.length - at)).bytesWritten;
    await yieldToOthers();
  };
  for (const entry of snapshotEntries(engine)) {
    chunk.push(entry);
    size += entry.length;
    if (size >= chunkBytes) await flush();
    if (stopped()) return;
  }
  await flush();
}

function* snapshotEntries(engine: StorageEngine): Generator<Buffer> {
  for (const { namespace, indexes, lastSeq, all } of [...engine.collections.values()].map(describe)) {
    yield encodeEntry({ action: action.createCollection, namespace, body: empty });
    for (const spec of indexes)
      yield encodeEntry({ action: action.createIndex, namespace, body: encodeDocument({ ...spec }) });
    for (const record of all) {
      // Newer ones are in the new journal; without this check, a writer faster than the disk would make this loop endless.
      if (record.seq > lastSeq) break;
      yield encodeEntry({ action: action.put, namespace, body: rawBytes(record) });
    }
  }
}

const describe = (collection: StorageEngine['collections'] extends Map<string, infer C> ? C : never) => ({
  namespace: collection.namespace,
  indexes: collection.indexes.specs().slice(1),
  lastSeq: collection.lastSeq,
  all: collection.all(),
});
