import type { Transferable } from 'node:worker_threads';
import { Piscina } from 'piscina';
import type { ThreadData } from './thread-entry.ts';

export interface ThreadPool<Task, Result> {
  /** Rejects with the error that ended the thread, or at once with the reason of the signal; the thread of an aborted task is ended. */
  run(task: Task, options?: TaskOptions): Promise<Result>;
  /** Ends all threads. Idempotent. */
  close(): Promise<void>;
}

export interface TaskOptions {
  signal?: AbortSignal;
  transferList?: Transferable[];
  /** Awaited before the thread of this task is ended. */
  beforeEnd?: () => Promise<void>;
}

export interface ThreadPoolOptions {
  /** The calling module's URL, and the file beside it that runs the tasks, without its extension. */
  beside: string;
  file: string;
  threads: number;
  /** A thread ends after this many ms without a task. */
  idleTimeout: number;
  /** Called when a thread is lost. */
  onLost?: (error: Error) => void;
}

const closeDeadlineMs = 5_000;
/** V8's default for short-lived objects is 48 MB a thread; measured as fast with this, and 30 MB less in total. */
const youngMb = 8;

/**
 * Threads that start when first used. They inherit the process's arguments, `--import tsx` among them; a thread's
 * file has the extension of the calling module, `.ts` under tsx and `.js` after the build.
 */
export function createThreadPool<Task, Result>(options: ThreadPoolOptions): ThreadPool<Task, Result> {
  const { beside, file, threads, idleTimeout, onLost } = options;
  const workerData: ThreadData = { module: fileBeside(beside, file) };
  const pool = new Piscina<Task, Result>({
    filename: fileBeside(import.meta.url, './thread-entry'),
    workerData,
    minThreads: 0,
    maxThreads: threads,
    idleTimeout,
    maxQueue: 64,
    execArgv: process.execArgv,
    closeTimeout: closeDeadlineMs,
    resourceLimits: { maxYoungGenerationSizeMb: youngMb },
  });
  // In Piscina 5.3 a task whose thread cannot be started never settles; this event is the only sign. While another
  // thread is alive the task is that thread's, or will be.
  const waiting = new Set<(error: Error) => void>();
  pool.on('error', (error: Error) => {
    onLost?.(error);
    setImmediate(() => {
      if (pool.threads.length === 0) for (const reject of waiting) reject(error);
    });
  });
  const running = new Set<() => Promise<void>>();
  let closed: Promise<void> | undefined;
  return {
    run(task, { signal, transferList, beforeEnd } = {}) {
      const ending = new AbortController();
      const end = async () => {
        await beforeEnd?.();
        ending.abort();
      };
      return new Promise((resolve, reject) => {
        const abort = () => {
          reject(signal?.reason);
          void end();
        };
        signal?.addEventListener('abort', abort, { once: true });
        running.add(end);
        waiting.add(reject);
        pool
          .run(task, { signal: ending.signal, ...(transferList && { transferList }) })
          .then(resolve, reject)
          .finally(() => {
            signal?.removeEventListener('abort', abort);
            running.delete(end);
            waiting.delete(reject);
          });
      });
    },
    close: () => (closed ??= Promise.all([...running].map((end) => end())).then(() => pool.destroy())),
  };
}

const fileBeside = (module: string, file: string): string =>
  new URL(`${file}${module.slice(module.lastIndexOf('.'))}`, module).href;
