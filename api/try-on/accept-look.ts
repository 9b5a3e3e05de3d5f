import { BlobNotFound } from '../../shared/blobs/blob-storage.ts';
import { newId, sha256Hex } from '../../shared/ids.ts';
import { imageLimits } from '../../shared/images/inspect.ts';
import { cancelOpenRender } from '../../shared/renders/withdraw-render.ts';
import { getSettings } from '../../shared/stores/store-settings.ts';
import type { RenderRequest } from '../../shared/try-on/contract.ts';
import type { ModelPhotoDoc } from '../../shared/try-on/model-photo-model.ts';
import { signalOfCaller } from '../http/caller-gone.ts';
import { getContext } from '../http/request-context.ts';
import { OutcomeUnknown } from '../renders/render-core.ts';
import type { RenderCaller, RenderOrder } from '../renders/render-order.ts';
import { capReason, capRefusal } from './cap-refusal.ts';
import { capSubject } from './cap-subject.ts';
import type { VisitorCall } from './entrance.ts';
import { orderProducts } from './look-products.ts';
import { openRenders, type TryOnRender } from './own-renders.ts';
import type { IncomingTryOn } from './render-request.ts';
import { reportClosed } from './report-closed.ts';
import { checkSecondAttempt } from './second-attempt.ts';
import { shopperTurn } from './shopper-turn.ts';
import { storeKey } from './store-key.ts';
import type { TryOnDependencies } from './try-on-dependencies.ts';
import { ownPhoto, photoGone } from './visitor-photos.ts';

/**
 * Accepts a look of a visitor whose turn it is: the checks of `POST /visualize` in their order, which are products,
 * credit, queue, images, with the caps before the credit.
 * @throws ApiError with the `reason` that the shopper reads.
 */
export async function acceptLook(
  dependencies: TryOnDependencies,
  call: VisitorCall,
  { request, identity }: IncomingTryOn,
): Promise<TryOnRender> {
  const caller = toCaller(call);
  await checkSecondAttempt(dependencies, call, request);
  const [products, scene] = await Promise.all([
    orderProducts(dependencies.core.catalog, call.store, request.items),
    readPhoto(dependencies, call, request.photo),
  ]);
  const deadlineAt = caller.receivedAt + dependencies.config.RENDER_DEADLINE_SECONDS * 1000;
  await cancelFormer(dependencies, call, deadlineAt);
  return startWithinCaps(dependencies, call, caller, {
    renderId: newId('rnd'),
    scene: { field: 'photo', kind: 'stored', data: scene, sha256: sha256Hex(scene) },
    products,
    idempotency: identity,
    deadlineAt,
    turn: shopperTurn(call.req),
    // The webhook of the account belongs to its own API calls: it does not receive shoppers' images.
    webhook: 'none',
    tryOn: { store: call.store._id, visitor: call.visitor, ...request },
  });
}

function toCaller({ res, store }: VisitorCall): RenderCaller {
  const { requestId, traceparent, receivedAt } = getContext(res);
  const signal = signalOfCaller(res);
  return { key: storeKey(store), kind: 'store', requestId, traceparent, receivedAt, signal };
}

/** Counts the render, and takes that back unless it was accepted or may have been. */
async function startWithinCaps(
  { caps, core }: TryOnDependencies,
  call: VisitorCall,
  caller: RenderCaller,
  order: RenderOrder & { renderId: string },
): Promise<TryOnRender> {
  const subject = capSubject(call, order.tryOn);
  const reached = await caps.reserve(subject, getSettings(call.store).caps, order.renderId);
  if (reached) {
    reportClosed(call, capReason[reached]);
    throw capRefusal(reached);
  }
  const started = await core
    .startRender(async () => order, caller)
    .catch(async (error: unknown) => {
      if (!(error instanceof OutcomeUnknown)) {
        await caps.giveBack(subject, order.renderId).catch(() => undefined);
      }
      throw error;
    });
  started.registration.release();
  return started.render as TryOnRender;
}

/**
 * A new look replaces the one that is still being rendered, and receives its credit and its place in the caps. A
 * queue that is too long refuses the new one first, so that the shopper does not lose both.
 */
async function cancelFormer(
  dependencies: TryOnDependencies,
  call: VisitorCall,
  deadlineAt: number,
): Promise<void> {
  const former = await openRenders(dependencies.database.renders, call);
  if (former.length > 0) await dependencies.core.backPressure.check('live', deadlineAt);
  for (const { _id, tryOn } of former) {
    const cancelled = await cancelOpenRender(dependencies, _id);
    if (!cancelled) continue;
    dependencies.waiter.wake(_id);
    const subject = capSubject(call, tryOn);
    if (cancelled.fence === 0) await dependencies.caps.giveBack(subject, _id);
    else await dependencies.caps.release(subject, _id);
  }
}

/** @throws ApiError NOT_FOUND with the reason `photo_gone` */
async function readPhoto(
  { database, blobs }: TryOnDependencies,
  call: VisitorCall,
  { kind, id }: RenderRequest['photo'],
): Promise<Buffer> {
  const photo =
    kind === 'upload'
      ? await ownPhoto(database.photos, call, id)
      : await database.modelPhotos.findOne({ _id: id, store: call.store._id }).lean<ModelPhotoDoc>();
  if (!photo) throw photoGone();
  return blobs.get(photo.image.blob, { maxBytes: imageLimits.maxBytes }).catch((error: unknown) => {
    throw error instanceof BlobNotFound ? photoGone(error) : error;
  });
}
