import type { Transferable } from 'node:worker_threads';
import { Piscina } from 'piscina';
import type { ThreadData } from './thread-entry.ts';

export interface ThreadPool<Task, Result> {
  /** Rejects with what ended the thread, or with Piscina's AbortError; the thread of an aborted task is ended. */
  run(task: Task, options?: { signal?: AbortSignal; transferList?: Transferable[] }): Promise<Result>;
  /** Ends all threads. Idempotent. */
  close(): Promise<void>;
}

export interface ThreadPoolOptions {
  /** The module that asks, and the one beside it that does the tasks, without its ending. */
  beside: string;
  file: string;
  threads: number;
  /** After so long without a task a thread ends, ms. */
  idleTimeout: number;
  /** Tasks that one thread is given at a time. */
  tasksAtOnce?: number;
  /** Told when a thread is lost. */
  onLost?: (error: Error) => void;
}

const closeDeadlineMs = 5_000;
/** V8 would take 48 MB a thread for what is short-lived; measured as fast with this, and 30 MB less in all. */
const youngMb = 8;

/**
 * Threads that start when first used. Process arguments are inherited, and with them `--import tsx`: the files
 * of a thread have the ending of those that ask, `.ts` under tsx and `.js` after the build.
 */
export function createThreadPool<Task, Result>(options: ThreadPoolOptions): ThreadPool<Task, Result> {
  const { beside, file, threads, idleTimeout, tasksAtOnce = 1, onLost } = options;
  const workerData: ThreadData = { module: fileBeside(beside, file) };
  const pool = new Piscina<Task, Result>({
    filename: fileBeside(import.meta.url, './thread-entry'),
    workerData,
    minThreads: 0,
    maxThreads: threads,
    idleTimeout,
    concurrentTasksPerWorker: tasksAtOnce,
    maxQueue: 64,
    execArgv: process.execArgv,
    closeTimeout: closeDeadlineMs,
    resourceLimits: { maxYoungGenerationSizeMb: youngMb },
  });
  // A task whose thread cannot even be started waits for ever in Piscina 5.3; only this event tells. Where another
  // thread lives the task is its own, or will be.
  const waiting = new Set<(error: Error) => void>();
  pool.on('error', (error: Error) => {
    onLost?.(error);
    setImmediate(() => {
      if (pool.threads.length === 0) for (const reject of waiting) reject(error);
    });
  });
  let closed: Promise<void> | undefined;
  return {
    run(task, given = {}) {
      return new Promise((resolve, reject) => {
        waiting.add(reject);
        pool
          .run(task, given)
          .then(resolve, reject)
          .finally(() => waiting.delete(reject));
      });
    },
    close: () => (closed ??= pool.destroy()),
  };
}

const fileBeside = (module: string, file: string): string =>
  new URL(`${file}${module.slice(module.lastIndexOf('.'))}`, module).href;
