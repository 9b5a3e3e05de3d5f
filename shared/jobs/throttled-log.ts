import type { Logger } from '../log.ts';

const quietMs = 10_000;

/** Never the error itself: ioredis attaches the failed command to it, and that of AUTH contains a password. */
function getReason(error: unknown): string {
  return error instanceof Error ? error.message || error.name : String(error);
}

interface ErrorEmitter {
  on(event: 'error', listener: (error: Error) => void): unknown;
}

/**
 * Returns an error logger that writes at most one line in ten seconds and counts the errors it omits: while
 * Redis is down, every connection of every process reports several errors a second.
 */
export function throttledErrorLog(log: Logger, subject: string, now = Date.now): (error: unknown) => void {
  let quietUntil = Number.NEGATIVE_INFINITY;
  let omitted = 0;
  return (error) => {
    if (now() < quietUntil) {
      omitted += 1;
      return;
    }
    log.warn({ reason: getReason(error), omitted }, `${subject} reports an error`);
    quietUntil = now() + quietMs;
    omitted = 0;
  };
}

/** Gives the emitter its `error` listener: without one, Node ends the process. */
export function logErrorsThrottled(emitter: ErrorEmitter, log: Logger, subject: string): void {
  emitter.on('error', throttledErrorLog(log, subject));
}
