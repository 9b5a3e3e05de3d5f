import pTimeout from 'p-timeout';

/**
 * Returns true if `work` ends within `ms` milliseconds; otherwise `work` continues in the background.
 * @throws what `work` throws in that time.
 */
export function endsWithin(work: Promise<unknown>, ms: number): Promise<boolean> {
  const ended = work.then(() => true);
  // p-timeout takes no 0, which a closing process may have left.
  return pTimeout(ended, { milliseconds: Math.max(1, ms), fallback: () => false });
}
