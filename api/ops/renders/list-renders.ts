import type { mongo } from 'mongoose';
import { type WebhookState, webhookStates } from '../../../shared/deliveries/webhook-outbox.ts';
import { startOfIds } from '../../../shared/ids.ts';
import { getDriver } from '../../../shared/mongodb/driver.ts';
import type { RenderDoc, RenderModel } from '../../../shared/renders/render-model.ts';
import { isTerminal, type RenderState } from '../../../shared/renders/states.ts';
import { type TimeRange, toDates } from '../time-range.ts';
import { type ListedRender, summary } from './render-queries.ts';

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

export interface FoundRenders {
  renders: ListedRender[];
  /** The last render that was looked at, where the time was over before the end. */
  searchedTo?: Pick<RenderDoc, '_id' | 'createdAt'>;
}

export interface ListOptions {
  /** Id of the last render that was seen. */
  before?: string | undefined;
  limit: number;
  /** For how long a search takes further steps. */
  searchMs?: number;
  /** Renders that are looked at in one step. */
  step?: number;
}

const queryMs = 5_000;

type Filter = mongo.Filter<RenderDoc>;

/**
 * Lists renders, the newest first: ids sort by time. What no index serves is looked for among the newest ones, step by
 * step, for a limited time: an index on each column would cost every render a write.
 */
export async function listRenders(
  renders: RenderModel,
  filter: RenderFilter,
  { before, limit, searchMs = 100, step = 5_000 }: ListOptions,
): Promise<FoundRenders> {
  const collection = getDriver(renders);
  const [indexed, further] = [indexedPart(filter), furtherPart(filter)];
  const { start, end } = toIdRange(filter, before);
  const find = (part: Filter, count: number) =>
    collection
      .find(part, { projection: summary, sort: { _id: -1 }, limit: count, maxTimeMS: queryMs })
      .toArray() as Promise<ListedRender[]>;
  if (Object.keys(further).length === 0)
    return { renders: await find({ ...indexed, ...between(start, end) }, limit) };
  const until = performance.now() + searchMs;
  const found: ListedRender[] = [];
  for (let next = end; ; ) {
    const [last] = await collection
      .find({ ...indexed, ...between(start, next) }, { projection: { createdAt: 1 }, sort: { _id: -1 } })
      .skip(step - 1)
      .limit(1)
      .maxTimeMS(queryMs)
      .toArray();
    const part = { ...indexed, ...further, ...between(last?._id ?? start, next) };
    found.push(...(await find(part, limit - found.length)));
    if (!last || found.length === limit) return { renders: found };
    if (performance.now() > until) return { renders: found, searchedTo: last };
    next = last._id;
  }
}

/** The conditions that an index serves: in the order of ids, or as open renders, which are few. */
const indexedPart = ({ accounts, store, webhook, state }: RenderFilter): Filter => ({
  ...(state && !isTerminal(state) && { state }),
  ...(accounts && { account: accounts.length === 1 ? accounts[0]! : { $in: [...accounts] } }),
  ...(store && { keyId: `store:${store}`, tryOn: { $exists: true } }),
  ...(webhook && { 'webhook.state': webhook === 'any' ? { $in: [...webhookStates] } : webhook }),
});

const furtherPart = ({ state, mode, provider }: RenderFilter): Filter => ({
  ...(state && isTerminal(state) && { state }),
  ...(mode && { mode }),
  ...(provider && { 'result.provider': provider }),
});

/** Returns the first id of a time range, and the one behind its last: ids sort by time. */
function toIdRange(range: TimeRange, before: string | undefined): { start?: string; end?: string } {
  const { from, to } = toDates(range);
  const end = before ?? (to && startOfIds('rnd', to.getTime()));
  return { ...(from && { start: startOfIds('rnd', from.getTime()) }), ...(end && { end }) };
}

const between = (start: string | undefined, end: string | undefined): Filter =>
  start || end ? { _id: { ...(start && { $gte: start }), ...(end && { $lt: end }) } } : {};
