import { setTimeout as pause } from 'node:timers/promises';
import { type Child, endingLine, waitForMessage } from '../processes/child.ts';

const firstPauseMs = 500;
const longestPauseMs = 30_000;
/** A worker that lived this long has recovered: the next loss starts with a short pause again. */
const healthyMs = 60_000;

export interface WorkerOptions {
  name: string;
  spawn: () => Child;
  readyMs: number;
  closeMs: number;
  say: (line: string) => void;
}

export interface SupervisedWorker {
  /** Rejects when the first process ends before it is ready. */
  ready: Promise<void>;
  close: () => Promise<void>;
  kill: () => void;
}

/** Returns the pause before the n-th start in a row (from 0), in milliseconds. */
function restartPause(losses: number): number {
  return Math.min(longestPauseMs, firstPauseMs * 2 ** losses);
}

/** Keeps one worker process running: a lost one is started again, after a pause that doubles. */
export function superviseWorker({ name, spawn, readyMs, closeMs, say }: WorkerOptions): SupervisedWorker {
  const stop = new AbortController();
  let child = spawn();
  const ready = waitForMessage(child, 'ready', readyMs).then(() => undefined);

  const keep = async () => {
    await ready;
    for (let losses = 0; ; losses++) {
      const since = performance.now();
      const ending = await child.ended;
      if (stop.signal.aborted) return;
      if (performance.now() - since > healthyMs) losses = 0;
      const ms = restartPause(losses);
      say(`The ${name} ${endingLine(ending)}. Starting it again in ${ms / 1000} s.`);
      await pause(ms, undefined, { signal: stop.signal });
      child = spawn();
    }
  };
  // Ends by the rejection of `ready`, which the caller receives, or by the abort of a stop.
  keep().catch(() => undefined);

  return {
    ready,
    close: () => {
      stop.abort();
      return child.close(closeMs);
    },
    kill: () => {
      stop.abort();
      child.kill();
    },
  };
}
