import { setTimeout } from 'node:timers/promises';
import { isBackendUnavailable } from '../../shared/mongodb/database-errors.ts';

const pauseMs = 200;

interface Patience {
  now: () => number;
  until: number;
}

/**
 * Retries `run` through an outage of the database until the clock `now` reads `until`. Only for operations that may run twice.
 * @throws whatever `run` throws; an outage is thrown once `until` has passed.
 */
export async function retryWhileBackendIsDown<T>(
  run: () => Promise<T>,
  { now, until }: Patience,
): Promise<T> {
  for (;;) {
    try {
      return await run();
    } catch (error) {
      if (!isBackendUnavailable(error) || now() + pauseMs > until) throw error;
      await setTimeout(pauseMs);
    }
  }
}
