import { ApiError, invalidInput } from '../../shared/errors.ts';
import type { StoreDoc } from '../../shared/stores/store-model.ts';
import { getSettings } from '../../shared/stores/store-settings.ts';
import { dayMs } from '../../shared/time.ts';
import type { RenderRequest, TryOnView } from '../../shared/try-on/contract.ts';
import type { DailyCaps } from './caps.ts';
import type { VisitorCall } from './entrance.ts';
import { ownRender, type TryOnRender } from './own-renders.ts';
import { getFingerprint } from './render-request.ts';
import type { TryOnDependencies } from './try-on-dependencies.ts';

type Caps = Pick<DailyCaps, 'getOwnLeft'>;

/** Time after its end in which an image can have its second attempt; the count of it is kept for longer. */
const offeredMs = dayMs;

/** Returns what it takes to create the image of a render again. */
export async function viewAgain(
  caps: Caps,
  store: StoreDoc,
  render: TryOnRender,
): Promise<TryOnView['again']> {
  const { state, tryOn } = render;
  if (state !== 'succeeded' || tryOn.visitor === undefined) return null;
  try {
    const subject = { store: store._id, visitor: tryOn.visitor };
    const left = await caps.getOwnLeft(subject, getSettings(store).caps);
    return { left, isFree: await isFree(caps, store, render) };
  } catch {
    // The image is there all the same.
    return null;
  }
}

/** Returns true for an image that has a free second attempt left; a second attempt has none of its own. */
async function isFree(caps: Caps, store: StoreDoc, render: TryOnRender): Promise<boolean> {
  const { _id: secondOf, state, endedAt, tryOn } = render;
  const settings = getSettings(store);
  if (!settings.freeSecondAttempt || tryOn.secondOf !== undefined) return false;
  if (state !== 'succeeded' || !endedAt || Date.now() - endedAt.getTime() > offeredMs) return false;
  const subject = { store: store._id, visitor: tryOn.visitor ?? '', secondOf };
  return (await caps.getOwnLeft(subject, settings.caps)) > 0;
}

/**
 * Checks that a request for a free second attempt is one: at an image of the visitor, of the same photo and items, that
 * the visitor has called not right. The caps count it, so that two requests at once are not both free.
 * @throws ApiError NOT_FOUND, CONFLICT, or INVALID_INPUT naming the field.
 */
export async function checkSecondAttempt(
  { database, caps }: Pick<TryOnDependencies, 'database' | 'caps'>,
  call: VisitorCall,
  { secondOf, photo, items }: RenderRequest,
): Promise<void> {
  if (secondOf === undefined) return;
  const first = await ownRender(database.renders, call, secondOf);
  const { tryOn } = first;
  if (
    !tryOn.photo ||
    getFingerprint({ photo: tryOn.photo, items: tryOn.items }) !== getFingerprint({ photo, items })
  )
    throw invalidInput('secondOf', 'must name a try-on of the same photo and items.');
  const isOffered = await isFree(caps, call.store, first);
  if (isOffered && (await database.feedback.exists({ _id: secondOf }))) return;
  throw new ApiError(
    'CONFLICT',
    'This image has no free second attempt now: say what is not right first, or leave `secondOf` out.',
  );
}
