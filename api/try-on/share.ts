import { BlobNotFound } from '../../shared/blobs/blob-storage.ts';
import { ApiError } from '../../shared/errors.ts';
import type { ShareView } from '../../shared/try-on/shared-look-contract.ts';
import { type OpenLook, shareLook } from '../../shared/try-on/shared-looks.ts';
import { signalOfCaller } from '../http/caller-gone.ts';
import { readOwnAddress } from '../try-on-pages/hosted-host.ts';
import type { VisitorCall } from './entrance.ts';
import { ownRender } from './own-renders.ts';
import { sharesLinks, shareUrl } from './share-address.ts';
import { shopperTurn } from './shopper-turn.ts';
import type { TryOnDependencies } from './try-on-dependencies.ts';
import { inTurn } from './visitor-turn.ts';

/**
 * `POST /renders/{id}/share`: shares the result of a visitor's own render by a link; a retry returns the same link.
 * @throws ApiError FORBIDDEN where the store shares no links, NOT_FOUND, EXPIRED once the image was deleted
 */
export async function shareRender(dependencies: TryOnDependencies, call: VisitorCall): Promise<ShareView> {
  const { req, store } = call;
  const { service } = dependencies;
  const own = readOwnAddress(req, service);
  if (!sharesLinks(store, own, service)) {
    throw new ApiError('FORBIDDEN', 'This store shares images only; share the image itself.');
  }
  // The second of two taps receives the link of the first.
  const { _id, until } = await inTurn(dependencies, call, () => shareOwn(dependencies, call));
  const url = shareUrl(store, _id, own, service);
  return { shortId: _id, url, expiresAt: until.toISOString() };
}

async function shareOwn(
  { database, blobs, config }: TryOnDependencies,
  call: VisitorCall,
): Promise<OpenLook> {
  const { store, visitor, res } = call;
  const {
    _id: render,
    state,
    result,
    tryOn,
  } = await ownRender(database.renders, call, String(call.req.params.id));
  if (state !== 'succeeded' || !result) throw new ApiError('NOT_FOUND', 'This try-on has no image to share.');
  const items = tryOn.items.map(({ productId, variantId = null }) => ({ productId, variantId }));
  const look = {
    store: store._id,
    visitor,
    render,
    items,
    result: result.blob,
    days: config.RETAIN_LOOK_DAYS,
  };
  return shareLook(
    { sharedLooks: database.sharedLooks, blobs },
    { ...look, slot: { ...shopperTurn(call.req), signal: signalOfCaller(res) } },
  ).catch((error: unknown) => {
    if (!(error instanceof BlobNotFound)) throw error;
    throw new ApiError('EXPIRED', 'The image of this try-on was deleted; create it again.', {
      cause: error,
    });
  });
}
