import pTimeout from 'p-timeout';

/**
 * Whether `work` ends within `ms` milliseconds; it continues when it does not.
 * @throws what `work` throws in that time.
 */
export function endsWithin(work: Promise<unknown>, ms: number): Promise<boolean> {
  const ended = work.then(() => true);
  // p-timeout takes no 0, which a closing process may have left.
  return pTimeout(ended, { milliseconds: Math.max(1, ms), fallback: () => false });
}
