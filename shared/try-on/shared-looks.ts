import type { BlobStorage } from '../blobs/blob-storage.ts';
import { ApiError } from '../errors.ts';
import type { SlotOptions } from '../images/decode-slots.ts';
import type { StoredImage } from '../renders/render-model.ts';
import { dayMs } from '../time.ts';
import type { LookItem } from './contract.ts';
import { type LookImage, makeLookImages } from './look-images.ts';
import { lookPrefix, type SharedLookDoc, type SharedLookModel } from './shared-look-model.ts';
import { newShortId, readShortId } from './short-id.ts';

interface LookPlaces {
  sharedLooks: SharedLookModel;
  blobs: Pick<BlobStorage, 'get' | 'put' | 'deletePrefix'>;
}

/** A shared look whose link shows it. */
export type OpenLook = SharedLookDoc &
  Required<Pick<SharedLookDoc, 'items' | 'picture' | 'preview' | 'until'>>;

/** Days after its end during which a link responds that the look is no longer shared. */
const rememberedDays = 365;

export interface NewLook {
  store: string;
  visitor: string;
  render: string;
  items: LookItem[];
  /** Key of the rendered PNG. */
  result: string;
  /** Until it expires. */
  days: number;
  slot?: SlotOptions;
}

/**
 * Finds the shared look of a short id in a store, also one that has ended; null for an id of another store or of
 * none.
 */
export async function findLook(
  sharedLooks: SharedLookModel,
  store: { _id: string },
  shortId: string,
): Promise<SharedLookDoc | null> {
  const _id = readShortId(shortId);
  return _id === undefined ? null : sharedLooks.findOne({ _id, store: store._id }).lean<SharedLookDoc>();
}

/** Finds the shared look of a render; null: it is not shared. */
export function lookOfRender(sharedLooks: SharedLookModel, render: string): Promise<SharedLookDoc | null> {
  return sharedLooks.findOne({ render }).lean<SharedLookDoc>().exec();
}

const maxListed = 200;

/** Lists the newest shared looks of a store, ended ones included; at most 200. */
export function listLooks(sharedLooks: SharedLookModel, store: { _id: string }): Promise<SharedLookDoc[]> {
  return sharedLooks
    .find({ store: store._id })
    .sort({ createdAt: -1, _id: -1 })
    .limit(maxListed)
    .lean<SharedLookDoc[]>()
    .exec();
}

/** Returns true while the link of a shared look shows it; otherwise it was revoked or has expired. */
export function isOpenLook(look: SharedLookDoc, now: number = Date.now()): look is OpenLook {
  return look.picture !== undefined && look.until !== undefined && look.until.getTime() > now;
}

/**
 * Shares the result of a render, or returns the look that it is shared as already. The images are copies: they stay when
 * the render's own are deleted.
 * Not for two calls at once: the caller takes the visitor's turn.
 * @throws BlobNotFound when the result was deleted, DecodeQueueFull, ApiError EXPIRED when it was revoked meanwhile
 */
export async function shareLook(places: LookPlaces, given: NewLook): Promise<OpenLook> {
  const { blobs, sharedLooks } = places;
  const known = await lookOfRender(sharedLooks, given.render);
  if (known && isOpenLook(known)) return known;
  const png = await blobs.get(given.result);
  const look = await keptLook(places, given, known);
  const made = await makeLookImages(png, given.slot);
  const [picture, preview] = await Promise.all([
    keepImage(blobs, `${lookPrefix(look)}picture.jpg`, made.picture),
    keepImage(blobs, `${lookPrefix(look)}preview.jpg`, made.preview),
  ]);
  const { matchedCount } = await sharedLooks.updateOne(
    { _id: look._id, render: given.render },
    { $set: { picture, preview } },
  );
  const shared = { ...look, picture, preview };
  if (matchedCount === 1 && isOpenLook(shared)) return shared;
  await endLook(places, look);
  throw lookEnded();
}

/** Creates a 410: the link of a look that was revoked or has expired. */
export const lookEnded = () => new ApiError('EXPIRED', 'This look is no longer shared.');

/**
 * Inserts the document before the images, so that every stored image can be found and deleted. `known` is of an
 * attempt that was interrupted, or has expired.
 */
async function keptLook(
  places: LookPlaces,
  { result: _, days, slot: __, ...given }: NewLook,
  known: SharedLookDoc | null,
): Promise<SharedLookDoc> {
  const now = Date.now();
  if (known?.until && known.until.getTime() > now) return known;
  if (known) await endLook(places, known);
  const look = {
    _id: newShortId(),
    ...given,
    createdAt: new Date(now),
    until: new Date(now + days * dayMs),
    keepUntil: new Date(now + (days + rememberedDays) * dayMs),
  };
  await places.sharedLooks.create(look);
  return look;
}

async function keepImage(
  blobs: Pick<BlobStorage, 'put'>,
  blob: string,
  { data, width, height }: LookImage,
): Promise<StoredImage> {
  await blobs.put(blob, data, 'image/jpeg');
  return { blob, mime: 'image/jpeg', width, height, bytes: data.length };
}

/** Revokes a shared look: its link ends at once. Idempotent. */
export async function revokeLook(places: LookPlaces, look: SharedLookDoc): Promise<void> {
  await places.sharedLooks.updateOne(
    { _id: look._id, revokedAt: { $exists: false } },
    { $set: { revokedAt: new Date(), until: new Date(Date.now() - 1) } },
  );
  await endLook(places, look);
}

/**
 * Deletes all of a shared look but that it existed. Its time comes last: if this process dies, the sweeper retries.
 */
export async function endLook({ sharedLooks, blobs }: LookPlaces, look: SharedLookDoc): Promise<void> {
  await sharedLooks.updateOne({ _id: look._id }, { $unset: { visitor: 1, render: 1, items: 1 } });
  await blobs.deletePrefix(lookPrefix(look));
  await sharedLooks.updateOne({ _id: look._id }, { $unset: { picture: 1, preview: 1, until: 1 } });
}
