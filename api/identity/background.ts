import type { Logger } from '../../shared/log.ts';

/** Lets work end behind a response whose time must not depend on it. */
export function inBackground(log: Logger, work: Promise<unknown>): void {
  work.catch((error: unknown) => log.error({ err: error }, 'work behind a response failed'));
}

/** Ends no sooner than that many milliseconds after its begin. */
export async function withFloor<Result>(ms: number, work: Promise<Result>): Promise<Result> {
  const [outcome] = await Promise.allSettled([work, new Promise((resolve) => setTimeout(resolve, ms))]);
  if (outcome.status === 'rejected') throw outcome.reason;
  return outcome.value;
}
