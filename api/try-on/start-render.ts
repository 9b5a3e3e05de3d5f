import { BlobNotFound } from '../../shared/blobs/blob-storage.ts';
import { ApiError } from '../../shared/errors.ts';
import { newId, sha256Hex } from '../../shared/ids.ts';
import { imageLimits } from '../../shared/images/inspect.ts';
import { cancelOpenRender } from '../../shared/renders/withdraw-render.ts';
import { settingsOf } from '../../shared/stores/store-settings.ts';
import type { RenderRequest } from '../../shared/try-on/contract.ts';
import type { ModelPhotoDoc } from '../../shared/try-on/model-photo-model.ts';
import { signalOfCaller } from '../http/caller-gone.ts';
import { clientAddress } from '../http/client-address.ts';
import { contextOf } from '../http/request-context.ts';
import { readAccount } from '../visualize/admission.ts';
import type { RenderOrigin } from '../visualize/draft.ts';
import { findRepeat, scopedKey } from '../visualize/idempotency.ts';
import { OutcomeUnknown } from '../visualize/outcome-unknown.ts';
import { type PlacedRender, placeRender } from '../visualize/place-render.ts';
import { capRefusal } from './cap-refusal.ts';
import type { VisitorCall } from './entrance.ts';
import { findLook, productsOf } from './look-products.ts';
import { openRenders, type TryOnRender } from './own-renders.ts';
import { type IncomingTryOn, readTryOn } from './render-request.ts';
import type { TryOnDependencies } from './try-on-dependencies.ts';
import { tryOnView } from './try-on-view.ts';
import { ownPhoto, photoGone } from './visitor-photos.ts';
import { inTurn } from './visitor-turn.ts';

/**
 * `POST /renders`: starts a render for the store's account, or returns the one that the Idempotency-Key has started.
 * A visitor has one open render: a new look cancels the one before, which is not charged.
 */
export async function startRender(dependencies: TryOnDependencies, call: VisitorCall): Promise<void> {
  const { req, res, store, visitor } = call;
  const incoming = await readTryOn(req, visitor);
  const known = await findOwn(dependencies, call, incoming);
  const { render, repeat } = known
    ? { render: known, repeat: true }
    : await inTurn(dependencies, call, () => startOrJoin(dependencies, call, incoming));
  res.set('X-Render-Id', render._id);
  if (repeat) res.set('Idempotent-Replayed', 'true');
  res.status(202).json(await tryOnView(dependencies, store, render));
}

interface Started {
  render: TryOnRender;
  repeat: boolean;
}

/** The request before, whose turn is over, may have had the same key: a second tap on the same button. */
async function startOrJoin(
  dependencies: TryOnDependencies,
  call: VisitorCall,
  incoming: IncomingTryOn,
): Promise<Started> {
  const first = await findOwn(dependencies, call, incoming);
  if (first) return { render: first, repeat: true };
  return { render: await accept(dependencies, call, incoming), repeat: false };
}

async function findOwn(
  { database }: TryOnDependencies,
  { store }: VisitorCall,
  incoming: IncomingTryOn,
): Promise<TryOnRender | null> {
  const owner = { account: store.account, mode: 'live' } as const;
  return (await findRepeat(database.renders, owner, incoming)) as TryOnRender | null;
}

/** The checks in the order of `POST /visualize`: request, products, credit, queue, images. */
async function accept(
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
  await cancelFormer(dependencies, call, incoming);
  const account = await readAccount(dependencies.database, call.store.account);
  if (!account) throw new ApiError('MODEL_UNAVAILABLE', 'The account of this store does not exist any more.');
  const { receivedAt } = contextOf(call.res);
  return placeWithinCaps(dependencies, call, {
    _id: newId('rnd'),
    account,
    merchants,
    incoming: {
      ...key,
      request: { sceneImage: '', products, aspect: 'auto' },
      images: {
        scene: { field: 'photo', kind: 'inline', data: scene, sha256: sha256Hex(scene) },
        products: products.map(() => []),
      },
    },
    deadlineAt: receivedAt + dependencies.config.RENDER_DEADLINE_SECONDS * 1000,
    // The webhook of the account belongs to its own API calls: it does not receive shoppers' pictures.
    webhook: undefined,
    tryOn: { store: call.store._id, visitor: call.visitor, photo: request.photo, items: request.items },
  });
}

/** Counts the render, and takes that back unless it was accepted or may have been. */
async function placeWithinCaps(
  dependencies: TryOnDependencies,
  { req, res, store, visitor }: VisitorCall,
  render: PlacedRender,
): Promise<TryOnRender> {
  const { caps } = dependencies;
  const subject = { store: store._id, visitor, address: clientAddress(req.ip) };
  const reached = await caps.reserve(subject, settingsOf(store).caps, render._id);
  if (reached) throw capRefusal(reached);
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

/** A new look replaces the one that is still being rendered. */
async function cancelFormer(
  dependencies: TryOnDependencies,
  call: VisitorCall,
  { idempotencyKey }: IncomingTryOn,
): Promise<void> {
  const same = scopedKey('live', idempotencyKey);
  for (const { _id, idempotency } of await openRenders(dependencies.database.renders, call)) {
    if (idempotency?.key === same) continue;
    await cancelOpenRender(dependencies, _id);
    dependencies.waiter.wake(_id);
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
