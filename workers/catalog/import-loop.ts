import { setTimeout } from 'node:timers/promises';
import { orderDueFeeds } from '../../shared/catalog/import/feed-schedule.ts';
import { throttledErrorLog } from '../../shared/jobs/throttled-log.ts';
import { claimImport } from './claim-import.ts';
import { type ImportRunDependencies, runImport } from './run-import.ts';

const pauseMs = 1_000;
/** Between two looks for scheduled imports that are due. */
const feedsEveryMs = 30_000;

/** Orders scheduled imports when they are due, and runs those that were ordered, one at a time in this process. */
export function startImportLoop(dependencies: ImportRunDependencies): { close(): Promise<void> } {
  const stop = new AbortController();
  const running = runUntilStopped(dependencies, stop.signal);
  return {
    close: async () => {
      stop.abort(new Error('the worker stops'));
      await running;
    },
  };
}

async function runUntilStopped(dependencies: ImportRunDependencies, stop: AbortSignal): Promise<void> {
  const onError = throttledErrorLog(dependencies.log, 'Imports of catalogs');
  let lookAt = 0;
  while (!stop.aborted) {
    try {
      if (Date.now() >= lookAt) {
        lookAt = Date.now() + feedsEveryMs;
        await orderDueFeeds({ ...dependencies.database, outbound: dependencies.outbound });
      }
      const claimed = await claimImport(dependencies.database.catalogImports);
      if (claimed) {
        await runImport(dependencies, claimed, stop);
        continue;
      }
    } catch (error) {
      onError(error);
    }
    await setTimeout(pauseMs, undefined, { signal: stop }).catch(() => undefined);
  }
}
