import { setTimeout } from 'node:timers/promises';
import { isBackendUnavailable } from '../../shared/database/database-errors.ts';

const pauseMs = 200;

/**
 * Asks again through an outage of the store until `until` (epoch ms). Only for what may be done twice.
 * @throws whatever `ask` throws, an outage once `until` has come.
 */
export async function retryWhileBackendIsDown<T>(ask: () => Promise<T>, until: number): Promise<T> {
  for (;;) {
    try {
      return await ask();
    } catch (error) {
      if (!isBackendUnavailable(error) || Date.now() + pauseMs > until) throw error;
      await setTimeout(pauseMs);
    }
  }
}
