import type { AccountDoc } from '../../shared/accounts/account-model.ts';
import type { Catalog } from '../../shared/catalog/catalog.ts';
import type { Config } from '../../shared/config/variables.ts';
import type { StartLimits } from '../../shared/credits/daily-starts.ts';
import { newId } from '../../shared/ids.ts';
import type { ApiKeyDoc } from '../../shared/keys/key-model.ts';
import type { IncomingRender } from '../visualize/read-request.ts';
import { type Accepted, joinRender } from './accept.ts';
import { assertMayStart } from './assert-may-start.ts';
import { checkImages } from './check-images.ts';
import { findRepeat } from './idempotency.ts';
import { adoptOrphan } from './orphans.ts';
import type { Peers } from './peers.ts';
import { type PlaceDependencies, placeRender } from './place-render.ts';
import { assertRenderable, findMerchants } from './render-products.ts';
import type { ResultWaiter } from './result-waiter.ts';
import { webhookOf } from './webhook-request.ts';

export interface SubmitDependencies extends PlaceDependencies {
  catalog: Catalog;
  waiter: ResultWaiter;
  peers: Peers;
  config: Pick<Config, 'RENDER_DEADLINE_SECONDS'> & StartLimits;
}

/** A call of an API key for a render, whatever protocol it came by. */
export interface RenderCall {
  key: ApiKeyDoc;
  requestId: string;
  /** Epoch ms. */
  receivedAt: number;
  /** Aborts when the caller has gone. */
  signal: AbortSignal;
  /** Sent neither `Prefer` nor `Idempotency-Key`: it has no use for a render that it cannot wait for. */
  plain?: boolean;
  /** The URL to call when the render has ended; default: that of the account. */
  webhookUrl?: string | undefined;
}

/**
 * Takes a valid request to the queue, in the order of the checks (decisions "Order of checks"); one that repeats an
 * Idempotency-Key, or an equal one that was cut off, joins the render that exists. It discards the request.
 * @throws ApiError
 */
export async function submitRender(
  dependencies: SubmitDependencies,
  call: RenderCall,
  account: AccountDoc,
  incoming: IncomingRender,
): Promise<Accepted> {
  const { accept, intake, config, peers } = dependencies;
  const { key, signal, plain } = call;
  const { renders } = accept.database;
  const findOrphan = async () => {
    const { fingerprint } = incoming;
    return plain ? adoptOrphan({ renders, peers }, { keyId: key._id, fingerprint, signal }) : null;
  };
  try {
    const repeat = (await findRepeat(renders, key, incoming)) ?? (await findOrphan());
    if (repeat) return joinRender(dependencies.waiter, repeat);
    assertMayStart(account, key.mode, config);
    const merchants = await findMerchants(dependencies.catalog, incoming.request);
    assertRenderable(incoming.request, merchants);
    await checkImages(intake, incoming.images, { account: key.account, signal });
    const deadlineAt = call.receivedAt + config.RENDER_DEADLINE_SECONDS * 1000;
    const webhook = await webhookOf(call.webhookUrl, account, intake.outbound, signal);
    const render = { _id: newId('rnd'), account, incoming, merchants, deadlineAt, webhook };
    const origin = plain ? { ...call, api: peers.self } : call;
    return await placeRender(dependencies, origin, render, signal);
  } finally {
    await incoming.discard();
  }
}
