import { setTimeout as pause } from 'node:timers/promises';

export interface PingOptions {
  /** Milliseconds for all tries together. */
  deadlineMs: number;
  pauseMs: number;
  signal?: AbortSignal | undefined;
}

/**
 * Retries a ping, which gets the milliseconds that are left, until it succeeds.
 * @throws the last error, at the deadline or once aborted.
 */
export async function pingUntil(
  ping: (ms: number) => Promise<void>,
  { deadlineMs, pauseMs, signal }: PingOptions,
): Promise<void> {
  const end = performance.now() + deadlineMs;
  for (;;) {
    try {
      return await ping(Math.max(1, end - performance.now()));
    } catch (error) {
      if (signal?.aborted || performance.now() + pauseMs >= end) throw error;
      await pause(pauseMs);
    }
  }
}
