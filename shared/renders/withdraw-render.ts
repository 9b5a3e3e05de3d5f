import type { Redis } from 'ioredis';
import { refundRender } from '../credits/refunds.ts';
import { getDriver } from '../mongodb/driver.ts';
import { endRender, type RenderModels, type Retention } from './end-render.ts';
import type { RenderDoc } from './render-model.ts';
import { publishCancel } from './render-signals.ts';

export interface WithdrawDependencies {
  database: RenderModels;
  retention: Retention;
  connection: Redis;
  prefix: string;
}

/**
 * Cancels an open render for its owner, or withdraws it because of our own failure; returns it, or null when it has
 * ended already.
 */
export async function cancelOpenRender(
  { database, retention, connection, prefix }: WithdrawDependencies,
  renderId: string,
  ending: 'cancel' | 'withdraw' = 'cancel',
): Promise<RenderDoc | null> {
  const cancelled = await endRender(database, retention, renderId, ending);
  if (cancelled) await publishCancel(connection, { prefix }, renderId).catch(() => undefined);
  return cancelled;
}

/** Withdraws a render, or refunds it when it has succeeded. Safe to do twice. */
export async function withdrawRender(
  dependencies: WithdrawDependencies,
  renderId: string,
  reason: string,
): Promise<'cancelled' | 'refunded' | 'not charged'> {
  if (await cancelOpenRender(dependencies, renderId, 'withdraw')) return 'cancelled';
  const { database } = dependencies;
  const render = await getDriver(database.renders).findOne({ _id: renderId });
  const refunded = render && (await refundRender(database, render, { reason, at: new Date() }));
  return refunded ? 'refunded' : 'not charged';
}
