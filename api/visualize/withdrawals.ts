import { setTimeout as delay } from 'node:timers/promises';
import type { Redis } from 'ioredis';
import { endsWithin } from '../../shared/async/ends-within.ts';
import { refundRender } from '../../shared/credits/refunds.ts';
import type { Database } from '../../shared/database/database.ts';
import { driverOf } from '../../shared/database/driver.ts';
import type { Logger } from '../../shared/log.ts';
import { endRender, type Retention } from '../../shared/renders/end-render.ts';
import type { RenderDoc } from '../../shared/renders/render-model.ts';
import { publishCancel } from '../../shared/renders/render-signals.ts';

export interface WithdrawalDependencies {
  database: Database;
  retention: Retention;
  connection: Redis;
  prefix: string;
  log: Logger;
}

/** Renders whose callers received a 503 that promises no charge. */
export interface Withdrawals {
  /** Cancels an open render; returns it, or null when it has ended already. */
  cancel(renderId: string): Promise<RenderDoc | null>;
  /** Cancels or refunds a render in the background, retrying until that has succeeded. */
  start(renderId: string, reason: string): void;
  /** Waits for those that were started, and logs what is left after `deadlineMs`. */
  close(deadlineMs: number): Promise<void>;
}

const firstPauseMs = 200;
const maxPauseMs = 5_000;

export function createWithdrawals(dependencies: WithdrawalDependencies): Withdrawals {
  const { database, retention, connection, prefix, log } = dependencies;
  const pending = new Map<string, Promise<void>>();
  const stopping = new AbortController();

  async function cancel(renderId: string): Promise<RenderDoc | null> {
    const cancelled = await endRender(database, retention, renderId, 'cancel');
    if (cancelled) await publishCancel(connection, { prefix }, renderId).catch(() => undefined);
    return cancelled;
  }

  async function withdraw(
    renderId: string,
    reason: string,
  ): Promise<'cancelled' | 'refunded' | 'not charged'> {
    if (await cancel(renderId)) return 'cancelled';
    const render = await driverOf(database.renders).findOne({ _id: renderId });
    const refunded = render && (await refundRender(database, render, { reason, at: new Date() }));
    return refunded ? 'refunded' : 'not charged';
  }

  async function withdrawAtLast(renderId: string, reason: string): Promise<void> {
    let pauseMs = firstPauseMs;
    while (!stopping.signal.aborted) {
      try {
        log.info({ renderId, reason, outcome: await withdraw(renderId, reason) }, 'render withdrawn');
        return;
      } catch (error) {
        log.warn({ err: error, renderId }, 'render not withdrawn yet; trying again');
      }
      await delay(pauseMs, undefined, { signal: stopping.signal }).catch(() => undefined);
      pauseMs = Math.min(maxPauseMs, pauseMs * 2);
    }
  }

  return {
    cancel,
    start: (renderId, reason) => {
      const done = withdrawAtLast(renderId, reason).finally(() => pending.delete(renderId));
      pending.set(renderId, done);
    },
    close: async (deadlineMs) => {
      const all = Promise.all(pending.values()).then(() => undefined);
      await endsWithin(all, deadlineMs);
      stopping.abort();
      for (const renderId of pending.keys()) {
        log.error(
          { renderId },
          'stopped before this render could be cancelled or refunded; its caller received 503',
        );
      }
    },
  };
}
