import type { WebhookOutbox } from '../../../shared/deliveries/webhook-outbox.ts';
import { startOfIds } from '../../../shared/ids.ts';
import { getDriver } from '../../../shared/mongodb/driver.ts';
import type { RenderDoc, RenderModel } from '../../../shared/renders/render-model.ts';
import type { RenderState } from '../../../shared/renders/states.ts';
import { dayMs } from '../../../shared/time.ts';
import { type TimeRange, toDates } from '../time-range.ts';

/** A render in a list. */
export type ListedRender = Pick<
  RenderDoc,
  | '_id'
  | 'account'
  | 'keyId'
  | 'mode'
  | 'state'
  | 'requestId'
  | 'result'
  | 'failure'
  | 'createdAt'
  | 'endedAt'
  | 'webhook'
>;

const summary = {
  account: 1,
  keyId: 1,
  mode: 1,
  state: 1,
  requestId: 1,
  'result.provider': 1,
  failure: 1,
  createdAt: 1,
  endedAt: 1,
  'webhook.state': 1,
  'webhook.attempt': 1,
  'webhook.status': 1,
} as const;

export const maxFailures = 20;
/** A caller may send one request id with several requests. */
export const maxFound = 20;
const queryMs = 900;
/** Rare combinations are looked for among many renders. */
const listMs = 5_000;

/** Returns the newest failures of live keys in the last day, by the index on mode, state, end and failure code. */
export function recentFailures(renders: RenderModel, nowMs = Date.now()): Promise<ListedRender[]> {
  return getDriver(renders)
    .find(
      {
        mode: 'live',
        state: { $in: ['failed', 'expired'] },
        endedAt: { $gte: new Date(nowMs - dayMs) },
        // Refused renders, which the account could not pay, have no failure.
        'failure.code': { $gt: '' },
      },
      { projection: summary, sort: { endedAt: -1 }, limit: maxFailures, maxTimeMS: queryMs },
    )
    .toArray() as Promise<ListedRender[]>;
}

/** Finds the render with this id, or the newest renders of this request id, by the index on request id. */
export async function findRenders(renders: RenderModel, text: string): Promise<RenderDoc[]> {
  const collection = getDriver(renders);
  const render = await collection.findOne({ _id: text }, { maxTimeMS: queryMs });
  if (render) return [render];
  return collection
    .find({ requestId: text }, { sort: { createdAt: -1 }, limit: maxFound, maxTimeMS: queryMs })
    .toArray();
}

/** Absent fields match every render. */
export interface RenderFilter extends TimeRange {
  state?: RenderState;
  mode?: 'live' | 'test';
  /** Ids. */
  accounts?: readonly string[];
  /** Slug: the try-ons of the store. */
  store?: string;
  /** That made the image. */
  provider?: string;
  /** Of its webhook; `any`: those that have one. */
  webhook?: WebhookState | 'any';
}

export type WebhookState = WebhookOutbox['state'];

/** Lists renders, the newest first: ids sort by time. `before` is the id of the last one that was seen. */
export function listRenders(
  renders: RenderModel,
  { state, mode, accounts, store, provider, webhook, ...range }: RenderFilter,
  { before, limit }: { before?: string | undefined; limit: number },
): Promise<ListedRender[]> {
  const filter = {
    ...(accounts && { account: accounts.length === 1 ? accounts[0]! : { $in: [...accounts] } }),
    ...toIdRange(range, before),
    ...(state && { state }),
    ...(mode && { mode }),
    ...(store && { keyId: `store:${store}` }),
    ...(provider && { 'result.provider': provider }),
    ...(webhook && { 'webhook.state': webhook === 'any' ? { $exists: true } : webhook }),
  };
  return getDriver(renders)
    .find(filter, { projection: summary, sort: { _id: -1 }, limit, maxTimeMS: listMs })
    .toArray() as Promise<ListedRender[]>;
}

/** Ids sort by time: a range of times is a range of ids. */
function toIdRange(range: TimeRange, before: string | undefined): { _id?: { $gte?: string; $lt?: string } } {
  const { from, to } = toDates(range);
  const end = before ?? (to && startOfIds('rnd', to.getTime()));
  if (!from && !end) return {};
  return { _id: { ...(from && { $gte: startOfIds('rnd', from.getTime()) }), ...(end && { $lt: end }) } };
}
