import type { Database } from '../../shared/database/database.ts';
import { ApiError } from '../../shared/errors.ts';
import type { RenderDoc, TryOnOrigin } from '../../shared/renders/render-model.ts';
import { openStates } from '../../shared/renders/states.ts';
import { minuteMs } from '../../shared/time.ts';
import type { VisitorCall } from './entrance.ts';

export type TryOnRender = RenderDoc & { tryOn: TryOnOrigin };
type Renders = Database['renders'];
type Visitor = Pick<VisitorCall, 'store' | 'visitor'>;

const ofVisitor = ({ store, visitor }: Visitor) => ({ 'tryOn.visitor': visitor, 'tryOn.store': store._id });

/** @throws ApiError NOT_FOUND for a render of another visitor or store as for a missing one. */
export async function ownRender(renders: Renders, visitor: Visitor, renderId: string): Promise<TryOnRender> {
  const render = await renders.findOne({ _id: renderId, ...ofVisitor(visitor) }).lean<TryOnRender>();
  if (render) return render;
  throw new ApiError('NOT_FOUND', 'This visitor has no such try-on.');
}

/** A visitor has at most one, besides those that are being accepted at this moment. */
const maxOpen = 10;

/** Finds the renders of a visitor that have not ended, newest first. */
export function openRenders(renders: Renders, visitor: Visitor): Promise<TryOnRender[]> {
  return renders
    .find({ ...ofVisitor(visitor), state: { $in: openStates } })
    .sort({ createdAt: -1, _id: -1 })
    .limit(maxOpen)
    .lean<TryOnRender[]>()
    .exec();
}

/** Time in which a result that the shopper has not seen is offered again. */
const unseenMs = 30 * minuteMs;

/** Returns the newest render if it has not ended, or its result was not viewed yet; restored on reload. */
export async function renderToContinue(renders: Renders, visitor: Visitor): Promise<TryOnRender | null> {
  const newest = await renders
    .findOne(ofVisitor(visitor))
    .sort({ createdAt: -1, _id: -1 })
    .lean<TryOnRender>();
  if (!newest?.endedAt) return newest;
  const unseen = !newest.tryOn.shownAt && Date.now() - newest.endedAt.getTime() < unseenMs;
  return unseen && newest.state !== 'cancelled' ? newest : null;
}

/** Notes that the shopper has received how a render ended; of a result, that is its image. */
export async function noteShown(renders: Renders, { _id, tryOn }: TryOnRender): Promise<void> {
  if (tryOn.shownAt) return;
  await renders.updateOne(
    { _id, 'tryOn.shownAt': { $exists: false } },
    { $set: { 'tryOn.shownAt': new Date() } },
  );
}
