import { getDriver } from '../../../shared/mongodb/driver.ts';
import type { RenderDoc, RenderModel } from '../../../shared/renders/render-model.ts';
import { dayMs } from '../../../shared/time.ts';

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

/** The fields of a `ListedRender`. */
export const summary = {
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
    .find({ requestId: text }, { sort: { createdAt: -1, _id: -1 }, limit: maxFound, maxTimeMS: queryMs })
    .toArray();
}
