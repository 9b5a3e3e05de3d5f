import { ApiError } from '../../shared/errors.ts';
import { requestLimited } from '../../shared/metrics/measurements.ts';
import type { ConcurrencyLimiter } from '../http/concurrency-limit.ts';

/** Seconds from the start of a render to its end, as the newest took; undefined before the first. */
export type UsualSeconds = (mode: 'live' | 'test') => Promise<number | undefined>;

interface FullLimit {
  /** The scope whose places are taken. */
  id: string;
  /** As a message names it. */
  name: string;
  max: number;
  /** Of each place. */
  ttlMs: number;
  mode: 'live' | 'test';
}

/** Before a model has rendered anything. */
const firstGuess = 20;

/** Renders of one model differ: one that takes longer than usual is asked for again after this part of the usual time. */
const overdueShare = 0.1;

const longestSeconds = 120;

/** Returns the refusal of a render beyond the concurrency limit; its retry time is the likely end of the oldest one. */
export async function refuseTooManyAtOnce(
  dependencies: { concurrency: ConcurrencyLimiter; usualSeconds: UsualSeconds },
  { id, name, max, ttlMs, mode }: FullLimit,
): Promise<ApiError> {
  requestLimited.publish({ limit: 'concurrency' });
  const [oldestMs, usual = firstGuess] = await Promise.all([
    dependencies.concurrency.readOldestMs(id, ttlMs),
    dependencies.usualSeconds(mode),
  ]);
  const retryAfter = estimateSeconds(usual, oldestMs / 1000);
  const renders = max === 1 ? 'render' : 'renders';
  const message = `More than ${max} ${renders} at once ${name}; one is likely to end in ${retryAfter} s.`;
  return new ApiError('RATE_LIMITED', message, { retryAfter });
}

/** Returns the whole seconds until a render of that age is likely to end. */
export function estimateSeconds(usual: number, age: number): number {
  const left = age < usual ? usual - age : usual * overdueShare;
  return Math.min(longestSeconds, Math.max(1, Math.ceil(left)));
}
