import type { Request } from 'express';
import { isTerminal } from '../../shared/renders/states.ts';
import { cancelOpenRender } from '../../shared/renders/withdraw-render.ts';
import { clientAddress } from '../http/client-address.ts';
import type { VisitorCall } from './entrance.ts';
import { noteShown, ownRender, type TryOnRender } from './own-renders.ts';
import { streamStates } from './state-stream.ts';
import type { TryOnDependencies } from './try-on-dependencies.ts';
import { tryOnView } from './try-on-view.ts';

const getId = (req: Request) => String(req.params.id);

/** `GET /renders/{id}` */
export async function showRender(dependencies: TryOnDependencies, call: VisitorCall): Promise<void> {
  const { renders } = dependencies.database;
  await respond(dependencies, call, await ownRender(renders, call, getId(call.req)));
}

/** `DELETE /renders/{id}`: cancels it, so that it is not charged; one that has ended stays as it is. */
export async function cancelRender(dependencies: TryOnDependencies, call: VisitorCall): Promise<void> {
  const { renders } = dependencies.database;
  const found = await ownRender(renders, call, getId(call.req));
  if (!isTerminal(found.state) && (await cancelOpenRender(dependencies, found._id))) {
    dependencies.waiter.wake(found._id);
  }
  await respond(dependencies, call, await ownRender(renders, call, found._id));
}

async function respond(
  dependencies: TryOnDependencies,
  { res, store }: VisitorCall,
  render: TryOnRender,
): Promise<void> {
  res.set('X-Render-Id', render._id);
  res.json(await tryOnView(dependencies, store, render));
  if (isTerminal(render.state) && render.state !== 'succeeded') {
    await noteShown(dependencies.database.renders, render);
  }
}

/** `GET /renders/{id}/events` */
export async function followOwnRender(dependencies: TryOnDependencies, call: VisitorCall): Promise<void> {
  const { req, res, store, visitor } = call;
  const render = await ownRender(dependencies.database.renders, call, getId(req));
  const release = dependencies.streams.take({ keyId: visitor, address: clientAddress(req.ip) });
  try {
    await streamStates(dependencies, store, res, render);
  } finally {
    release();
  }
}
