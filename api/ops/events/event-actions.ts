import { replayEvent } from '../../../shared/deliveries/replay.ts';
import { ApiError } from '../../../shared/errors.ts';
import type { EventDoc } from '../../../shared/events/event-model.ts';
import type { StoreDoc } from '../../../shared/stores/store-model.ts';
import type { Operator } from '../operator.ts';
import type { OperatorDependencies } from '../operator-dependencies.ts';

/** Forwards an event again; false when it waits to be forwarded already. @throws ApiError NOT_FOUND, CONFLICT */
export async function replayEventByOperator(
  { database, trackQueue: queue, audit }: Pick<OperatorDependencies, 'database' | 'trackQueue' | 'audit'>,
  by: Operator,
  id: string,
): Promise<boolean> {
  const { event, store } = await findEventOfStore(database, id);
  const { replayed } = await replayEvent({ events: database.events, queue }, store, event._id);
  if (replayed === 0) return false;
  const { account, slug: name } = store;
  const subject = { kind: 'event', id: event._id, name };
  await audit({ ...by, account, action: 'event.replay', subject });
  return true;
}

/** @throws ApiError NOT_FOUND */
export async function findEventOfStore(
  { events, stores }: Pick<OperatorDependencies['database'], 'events' | 'stores'>,
  id: string,
): Promise<{ event: EventDoc; store: StoreDoc }> {
  const event = await events.findById(id).lean<EventDoc>();
  const store = event && (await stores.findById(event.store).lean<StoreDoc>());
  if (!store)
    throw new ApiError('NOT_FOUND', 'There is no such event; it may have been deleted after its time.');
  return { event, store };
}
