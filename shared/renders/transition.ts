import type { mongo, QueryFilter, UpdateQuery } from 'mongoose';
import { getDriver } from '../mongodb/driver.ts';
import type { RenderDoc, RenderModel } from './render-model.ts';
import { type RenderState, type TransitionName, transitions } from './states.ts';

export interface TransitionChange {
  /** The rest of the guard, e.g. `{ fence: 3 }` for the worker that owns the render. */
  guard?: QueryFilter<RenderDoc>;
  set?: UpdateQuery<RenderDoc>['$set'];
  unset?: UpdateQuery<RenderDoc>['$unset'];
  inc?: UpdateQuery<RenderDoc>['$inc'];
}

/**
 * Makes one transition of the table as a compare-and-set and returns the new document, or null when the
 * render is not in one of the rule's states or the guard does not match. Nothing else in the project
 * writes `state`.
 */
export async function transition(
  renders: RenderModel,
  renderId: string,
  name: TransitionName,
  change: TransitionChange = {},
): Promise<RenderDoc | null> {
  const rule = transitions[name];
  const from: readonly RenderState[] = rule.from;
  const filter = { ...change.guard, _id: renderId, state: from.length === 1 ? from[0] : { $in: from } };
  const update = {
    $set: { ...change.set, state: rule.to },
    ...(change.unset ? { $unset: change.unset } : {}),
    ...(change.inc ? { $inc: change.inc } : {}),
  };
  return getDriver(renders).findOneAndUpdate(
    filter as mongo.Filter<RenderDoc>,
    update as mongo.UpdateFilter<RenderDoc>,
    { returnDocument: 'after' },
  ) as Promise<RenderDoc | null>;
}
