import type { RenderRequest, TryOnView } from '../../shared/try-on/contract.ts';
import { acceptLook } from './accept-look.ts';
import type { VisitorCall } from './entrance.ts';
import { linkAnalytics } from './link-analytics.ts';
import type { TryOnRender } from './own-renders.ts';
import { type IncomingTryOn, readTryOn } from './render-request.ts';
import { storeKey } from './store-key.ts';
import type { TryOnDependencies } from './try-on-dependencies.ts';
import { tryOnView } from './try-on-view.ts';
import { inTurn } from './visitor-turn.ts';

/**
 * `POST /renders`: starts a render for the store's account, or returns the one that the Idempotency-Key has started.
 * A visitor has one open render: a new look cancels the one before, which is not charged.
 */
export async function startRender(
  dependencies: TryOnDependencies,
  call: VisitorCall & { body: RenderRequest },
): Promise<TryOnView> {
  const { req, res, store, visitor } = call;
  const incoming = readTryOn(req, visitor, call.body);
  const known = await findOwn(dependencies, call, incoming);
  const { render, replayed } = known
    ? { render: known, replayed: true }
    : await inTurn(dependencies, call, () => startOrJoin(dependencies, call, incoming));
  res.set('X-Render-Id', render._id);
  if (replayed) res.set('Idempotent-Replayed', 'true');
  return tryOnView(dependencies, store, render);
}

interface Started {
  render: TryOnRender;
  replayed: boolean;
}

/** The request before, whose turn is over, may have had the same key: a second tap on the same button. */
async function startOrJoin(
  dependencies: TryOnDependencies,
  call: VisitorCall,
  incoming: IncomingTryOn,
): Promise<Started> {
  const first = await findOwn(dependencies, call, incoming);
  if (first) return { render: first, replayed: true };
  await linkAnalytics(dependencies, call);
  return { render: await acceptLook(dependencies, call, incoming), replayed: false };
}

async function findOwn(
  { core }: TryOnDependencies,
  { store }: VisitorCall,
  { identity }: IncomingTryOn,
): Promise<TryOnRender | null> {
  return (await core.findStarted(identity, storeKey(store))) as TryOnRender | null;
}
