import { BlobNotFound } from '../../shared/blobs/blob-storage.ts';
import { ApiError } from '../../shared/errors.ts';
import { newId, sha256Hex } from '../../shared/ids.ts';
import { imageLimits } from '../../shared/images/inspect.ts';
import { cancelOpenRender } from '../../shared/renders/withdraw-render.ts';
import { settingsOf } from '../../shared/stores/store-settings.ts';
import type { RenderRequest } from '../../shared/try-on/contract.ts';
import type { ModelPhotoDoc } from '../../shared/try-on/model-photo-model.ts';
import { signalOfCaller } from '../http/caller-gone.ts';
import { contextOf } from '../http/request-context.ts';
import { readAccount } from '../renders/admission.ts';
import type { RenderOrigin } from '../renders/draft.ts';
import { OutcomeUnknown } from '../renders/outcome-unknown.ts';
import { type PlacedRender, placeRender } from '../renders/place-render.ts';
import type { CapSubject } from './cap-counters.ts';
import { capReason, capRefusal } from './cap-refusal.ts';
import { capSubject } from './cap-subject.ts';
import type { VisitorCall } from './entrance.ts';
import { findLook, productsOf } from './look-products.ts';
import { openRenders, type TryOnRender } from './own-renders.ts';
import type { IncomingTryOn } from './render-request.ts';
import { reportClosed } from './report-closed.ts';
import { shopperTurn } from './shopper-turn.ts';
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
  incoming: IncomingTryOn,
): Promise<TryOnRender> {
  const { request, ...key } = incoming;
  const products = productsOf(call.store, request.items);
  const [merchants, scene] = await Promise.all([
    findLook(dependencies.catalog, products),
    readPhoto(dependencies, call, request.photo),
  ]);
  const deadlineAt = contextOf(call.res).receivedAt + dependencies.config.RENDER_DEADLINE_SECONDS * 1000;
  const subject = capSubject(call);
  await cancelFormer(dependencies, call, subject, deadlineAt);
  const account = await readAccount(dependencies.database, call.store.account);
  if (!account) throw new ApiError('MODEL_UNAVAILABLE', 'The account of this store does not exist any more.');
  return placeWithinCaps(dependencies, call, subject, {
    _id: newId('rnd'),
    account,
    merchants,
    turn: shopperTurn(call.req),
    incoming: {
      ...key,
      request: { sceneImage: '', products, aspect: 'auto' },
      images: {
        scene: { field: 'photo', kind: 'inline', data: scene, sha256: sha256Hex(scene) },
        products: products.map(() => []),
      },
    },
    deadlineAt,
    // The webhook of the account belongs to its own API calls: it does not receive shoppers' pictures.
    webhook: undefined,
    tryOn: { store: call.store._id, visitor: call.visitor, photo: request.photo, items: request.items },
  });
}

/** Counts the render, and takes that back unless it was accepted or may have been. */
async function placeWithinCaps(
  dependencies: TryOnDependencies,
  { res, store }: VisitorCall,
  subject: CapSubject,
  render: PlacedRender,
): Promise<TryOnRender> {
  const { caps } = dependencies;
  const reached = await caps.reserve(subject, settingsOf(store).caps, render._id);
  if (reached) {
    reportClosed({ res, store }, capReason[reached]);
    throw capRefusal(reached);
  }
  const { requestId, receivedAt } = contextOf(res);
  const key = { _id: `store:${store.slug}`, account: store.account, mode: 'live' } as const;
  const origin: RenderOrigin = { key, requestId, receivedAt };
  const giveBack = () => caps.giveBack(subject, render._id).catch(() => undefined);
  const accepted = await placeRender(dependencies, origin, render, signalOfCaller(res)).catch(
    async (error: unknown) => {
      if (!(error instanceof OutcomeUnknown)) await giveBack();
      throw error;
    },
  );
  accepted.registration.release();
  return accepted.render as TryOnRender;
}

/**
 * A new look replaces the one that is still being rendered, and receives its credit and its place in the caps. A
 * queue that is too long refuses the new one first, so that the shopper does not lose both.
 */
async function cancelFormer(
  dependencies: TryOnDependencies,
  call: VisitorCall,
  subject: CapSubject,
  deadlineAt: number,
): Promise<void> {
  const former = await openRenders(dependencies.database.renders, call);
  if (former.length > 0) await dependencies.backPressure.check('live', deadlineAt);
  for (const { _id } of former) {
    const cancelled = await cancelOpenRender(dependencies, _id);
    if (!cancelled) continue;
    dependencies.waiter.wake(_id);
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
