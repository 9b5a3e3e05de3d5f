import { ApiError } from '../../shared/errors.ts';
import type { Operator } from './operator.ts';
import type { OperatorDependencies } from './operator-dependencies.ts';

/** A breaker that is opened by hand stays open this long. */
export const heldMinutes = 15;

/** Ends or begins the work of a queue in every worker; jobs that are running end as usual. @throws ApiError NOT_FOUND */
export async function switchQueue(
  { queues, audit }: Pick<OperatorDependencies, 'queues' | 'audit'>,
  by: Operator,
  name: string,
  action: 'pause' | 'resume',
): Promise<void> {
  const queue = queues.find((each) => each.name === name);
  if (!queue) throw new ApiError('NOT_FOUND', 'There is no such queue.');
  await queue[action]();
  await audit({ ...by, action: `queue.${action}`, subject: { kind: 'queue', id: queue.name } });
}

/** Opens or closes the breaker of a provider for the whole fleet. @throws ApiError NOT_FOUND */
export async function switchProvider(
  { breakers, health, audit }: Pick<OperatorDependencies, 'breakers' | 'health' | 'audit'>,
  by: Operator,
  name: string,
  action: 'open' | 'close',
): Promise<void> {
  const { providers } = await health();
  const known = providers.find(({ provider }) => provider === name);
  if (!known) throw new ApiError('NOT_FOUND', 'There is no such provider.');
  if (action === 'open') await breakers.open(known.provider, heldMinutes * 60_000);
  else await breakers.close(known.provider);
  await audit({ ...by, action: `provider.${action}`, subject: { kind: 'provider', id: known.provider } });
}

/** Has a worker take no more renders, or take them again. @throws ApiError NOT_FOUND */
export async function switchWorker(
  { fleet, drain, audit }: Pick<OperatorDependencies, 'fleet' | 'drain' | 'audit'>,
  by: Operator,
  name: string,
  action: 'drain' | 'resume',
): Promise<void> {
  const { live } = await fleet();
  const worker = live.find(({ id }) => id === name);
  if (!worker) throw new ApiError('NOT_FOUND', 'There is no such worker; it may have ended.');
  await drain(worker.id, action === 'drain');
  await audit({ ...by, action: `worker.${action}`, subject: { kind: 'worker', id: worker.id } });
}
