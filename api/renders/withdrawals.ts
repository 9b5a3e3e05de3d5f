import { setTimeout as delay } from 'node:timers/promises';
import pLimit from 'p-limit';
import { endsWithin } from '../../shared/async/ends-within.ts';
import type { Logger } from '../../shared/log.ts';
import { endRender } from '../../shared/renders/end-render.ts';
import type { RenderDoc } from '../../shared/renders/render-model.ts';
import {
  cancelOpenRender,
  type WithdrawDependencies,
  withdrawRender,
} from '../../shared/renders/withdraw-render.ts';
import { removeWithdrawal, saveWithdrawal } from '../../shared/renders/withdrawal-notes.ts';

export interface WithdrawalDependencies extends WithdrawDependencies {
  log: Logger;
}

/** Renders whose callers have gone, or received a 503 that promises no charge. */
export interface Withdrawals {
  /** Cancels a queued render whose only caller has gone; returns it, or null when it no longer queues. */
  abandon(renderId: string): Promise<RenderDoc | null>;
  /** Cancels an open render; returns it, or null when it has ended already. */
  cancel(renderId: string): Promise<RenderDoc | null>;
  /**
   * Cancels or refunds a render in the background, retrying until that has succeeded. Resolves once Redis keeps
   * the promise too, so that a sweeper fulfils it if this process is killed; never rejects.
   */
  start(renderId: string, reason: string): Promise<void>;
  /** Waits for those that were started, and logs what is left after `deadlineMs`. */
  close(deadlineMs: number): Promise<void>;
}

/**
 * Thousands of callers may leave at the same moment, with a load balancer. All of their renders at once would keep the
 * event loop from other calls, and wait for a connection to the database for longer than they may.
 */
const atOnce = 20;

const firstPauseMs = 200;
const maxPauseMs = 5_000;

export function createWithdrawals(dependencies: WithdrawalDependencies): Withdrawals {
  const { log } = dependencies;
  const pending = new Map<string, Promise<void>>();
  const stopping = new AbortController();
  const inTurn = pLimit(atOnce);

  async function withdrawWithRetries(renderId: string, reason: string): Promise<void> {
    let pauseMs = firstPauseMs;
    while (!stopping.signal.aborted) {
      try {
        const outcome = await withdrawRender(dependencies, renderId, reason);
        log.info({ renderId, reason, outcome }, 'render withdrawn');
        await removeWithdrawal(dependencies, renderId).catch(() => undefined);
        return;
      } catch (error) {
        log.warn({ err: error, renderId }, 'render not withdrawn yet; trying again');
      }
      await delay(pauseMs, undefined, { signal: stopping.signal }).catch(() => undefined);
      pauseMs = Math.min(maxPauseMs, pauseMs * 2);
    }
  }

  return {
    abandon: (renderId) =>
      inTurn(() => endRender(dependencies.database, dependencies.retention, renderId, 'abandonQueued')),
    cancel: (renderId) => inTurn(() => cancelOpenRender(dependencies, renderId, 'withdraw')),
    start: async (renderId, reason) => {
      await saveWithdrawal(dependencies, { renderId, reason, at: Date.now() }).catch((error: unknown) => {
        log.warn({ err: error, renderId }, 'only this process knows that this render must not be charged');
      });
      const done = withdrawWithRetries(renderId, reason).finally(() => pending.delete(renderId));
      pending.set(renderId, done);
    },
    close: async (deadlineMs) => {
      const all = Promise.all(pending.values()).then(() => undefined);
      await endsWithin(all, deadlineMs);
      stopping.abort();
      for (const renderId of pending.keys()) {
        log.error(
          { renderId },
          'stopped before this render could be cancelled or refunded; a sweeper does it',
        );
      }
    },
  };
}
