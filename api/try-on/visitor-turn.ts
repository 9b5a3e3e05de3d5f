import { setTimeout as delay } from 'node:timers/promises';
import { ApiError } from '../../shared/errors.ts';
import { newId } from '../../shared/ids.ts';
import { signalOfCaller } from '../http/caller-gone.ts';
import type { ConcurrencyLimiter } from '../http/concurrency-limit.ts';
import type { VisitorCall } from './entrance.ts';

/** A turn ends after this time at the latest, also when its process was killed. */
const turnMs = 60_000;

/** Maximum time a request waits for its turn, and the interval between two attempts. */
const waitMs = 15_000;
const askEveryMs = 50;

/**
 * Accepts the looks of one visitor, and deletes photos, one after the other, across all processes: two looks at once
 * would each be counted, and neither would find the other.
 * @throws ApiError CONFLICT when the visitor's turn does not come in time.
 */
export async function inTurn<Result>(
  { concurrency }: { concurrency: ConcurrencyLimiter },
  { res, visitor }: VisitorCall,
  work: () => Promise<Result>,
): Promise<Result> {
  const subject = `try-on:${visitor}`;
  const turn = newId('turn');
  const gone = signalOfCaller(res);
  for (const until = Date.now() + waitMs; ; ) {
    const { allowed } = await concurrency.acquire(subject, turn, { max: 1, ttlMs: turnMs });
    if (allowed) break;
    if (Date.now() > until) throw visitorBusy();
    await delay(askEveryMs);
    gone.throwIfAborted();
  }
  try {
    return await work();
  } finally {
    await concurrency.release(subject, turn);
  }
}

const visitorBusy = () =>
  new ApiError('CONFLICT', 'Another request of this visitor is being processed. Retry in a few seconds.', {
    retryAfter: 5,
    reason: 'rate_limited',
  });
