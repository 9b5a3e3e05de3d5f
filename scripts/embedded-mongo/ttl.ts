import { setImmediate as yieldToOthers } from 'node:timers/promises';
import { compileFilter, type Filter } from './query/matcher.ts';
import type { Collection } from './storage/collection.ts';
import type { StorageEngine } from './storage/storage-engine.ts';

const batch = 200;

/** Deletes what has expired by its TTL index, oldest first, in small steps. Returns how many documents went. */
async function deleteExpired(engine: StorageEngine, now: number, stopped: () => boolean): Promise<number> {
  let deleted = 0;
  for (const collection of [...engine.collections.values()]) {
    for (const { spec } of [...collection.indexes.byName.values()]) {
      if (spec.expireAfterSeconds === undefined || stopped()) continue;
      const path = Object.keys(spec.key)[0] as string;
      const expired = { [path]: { $lte: new Date(now - spec.expireAfterSeconds * 1000) } };
      // Documents outside of a partial index do not expire.
      const filter = compileFilter({ $and: [expired, spec.partialFilterExpression ?? {}] });
      deleted += await deleteMatching(collection, filter, stopped);
    }
  }
  return deleted;
}

async function deleteMatching(
  collection: Collection,
  filter: Filter,
  stopped: () => boolean,
): Promise<number> {
  let deleted = 0;
  for (const record of collection.candidates(filter, [], false).records) {
    if (stopped()) break;
    if (!filter.test(collection.peek(record))) continue;
    collection.remove(record);
    if (++deleted % batch === 0) await yieldToOthers();
  }
  return deleted;
}

/** Runs `deleteExpired` every so often; a run still going on is not overtaken by the next. */
export function startTtlMonitor(
  engine: StorageEngine,
  intervalMs: number,
  onFailure: (error: Error) => void,
): { close: () => Promise<void> } {
  let stopped = false;
  let running: Promise<unknown> | undefined;
  const timer = setInterval(() => {
    running ??= deleteExpired(engine, Date.now(), () => stopped)
      .catch(onFailure)
      .finally(() => {
        running = undefined;
      });
  }, intervalMs);
  timer.unref();
  return {
    async close() {
      stopped = true;
      clearInterval(timer);
      await running;
    },
  };
}
