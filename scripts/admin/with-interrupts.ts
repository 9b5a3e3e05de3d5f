import { samePressMs } from '../platform/stop-request.ts';

/** As shells report SIGINT. */
export const interruptedExitCode = 130;

/** Runs `work` with a signal that Ctrl-C aborts; a second Ctrl-C ends the process at once. */
export async function withInterrupts<T>(work: (signal: AbortSignal) => Promise<T>): Promise<T> {
  const aborter = new AbortController();
  let firstAt = 0;
  const interrupted = () => {
    if (!aborter.signal.aborted) {
      firstAt = performance.now();
      aborter.abort();
    } else if (performance.now() - firstAt > samePressMs) process.exit(interruptedExitCode);
  };
  process.on('SIGINT', interrupted).on('SIGTERM', interrupted);
  try {
    return await work(aborter.signal);
  } finally {
    process.off('SIGINT', interrupted).off('SIGTERM', interrupted);
  }
}
