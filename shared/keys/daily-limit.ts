import { toDay } from '../credits/daily-starts.ts';
import { ApiError } from '../errors.ts';
import { getDriver } from '../mongodb/driver.ts';
import type { RenderDoc, RenderModel } from '../renders/render-model.ts';
import { isTerminal } from '../renders/states.ts';
import { dayMs } from '../time.ts';
import type { ApiKeyDoc, ApiKeyModel } from './key-model.ts';

/** The fields of a key that its daily limit depends on. */
export type LimitedKey = Pick<ApiKeyDoc, '_id'> &
  Partial<Pick<ApiKeyDoc, 'hint' | 'creditsPerDay' | 'today'>>;

interface LimitModels {
  keys: ApiKeyModel;
  renders: RenderModel;
}

/** The list is part of the key, which every call reads. */
const maxListed = 50;

/**
 * Refuses a render of a key whose limit of the day is reached, before its images are fetched. The document that was read
 * with the request decides, as long as there is room; `countTowardsDay` is exact.
 * @throws ApiError RATE_LIMITED until the day (UTC) ends
 */
export async function assertWithinDay(models: LimitModels, key: LimitedKey, now = new Date()): Promise<void> {
  const { creditsPerDay: limit, today } = key;
  if (limit === undefined || !today || today.day < toDay(now) || today.credits < limit) return;
  if ((await freeEnded(models, key._id, now)) === 0) throw dayIsFull(key, now);
}

/**
 * Counts one live render towards the daily limit of its key; does nothing for a key without one. It counts until it is
 * known to have ended without a charge, so a crash can only make the key spend less.
 * @throws ApiError RATE_LIMITED when the limit is reached
 */
export async function countTowardsDay(
  models: LimitModels,
  key: LimitedKey,
  renderId: string,
  now = new Date(),
): Promise<void> {
  if (key.creditsPerDay === undefined) return;
  if ((key.today?.open.length ?? 0) >= maxListed) await freeEnded(models, key._id, now);
  const take = () => takeOne(models.keys, key, renderId, toDay(now));
  if (await take()) return;
  if ((await freeEnded(models, key._id, now)) > 0 && (await take())) return;
  throw dayIsFull(key, now);
}

async function takeOne(
  keys: ApiKeyModel,
  { _id, creditsPerDay }: LimitedKey,
  renderId: string,
  day: string,
): Promise<boolean> {
  const ofToday = { _id, 'today.day': { $gte: day } };
  const add = () =>
    getDriver(keys).updateOne(
      { ...ofToday, 'today.credits': { $lt: creditsPerDay }, 'today.open': { $ne: renderId } },
      { $inc: { 'today.credits': 1 }, $push: { 'today.open': renderId } },
    );
  if ((await add()).matchedCount === 1) return true;
  const begun = await getDriver(keys).updateOne(
    { _id, 'today.day': { $not: { $gte: day } } },
    { $set: { today: { day, credits: 1, open: [renderId] } } },
  );
  // Another process has begun the day in between; or the limit is reached; or a retried write has counted already.
  if (begun.matchedCount === 1 || (await add()).matchedCount === 1) return true;
  return (await getDriver(keys).countDocuments({ ...ofToday, 'today.open': renderId }, { limit: 1 })) === 1;
}

/** Takes the renders that have ended off the list of the open ones; returns how many of them were not charged. */
async function freeEnded({ keys, renders }: LimitModels, keyId: string, now: Date): Promise<number> {
  const key = await getDriver(keys).findOne({ _id: keyId }, { projection: { today: 1 } });
  const open = key?.today && key.today.day >= toDay(now) ? key.today.open : [];
  if (open.length === 0) return 0;
  const known = await renders
    .find({ _id: { $in: open } }, { state: 1 })
    .lean<Pick<RenderDoc, '_id' | 'state'>[]>();
  let freed = 0;
  for (const { _id: renderId, state } of known) {
    if (!isTerminal(state)) continue;
    const ended = { _id: keyId, 'today.open': renderId };
    const uncharged = state === 'succeeded' ? 0 : 1;
    const { modifiedCount } = await getDriver(keys).updateOne(ended, {
      $pull: { 'today.open': renderId },
      $inc: { 'today.credits': -uncharged },
    });
    freed += modifiedCount * uncharged;
  }
  return freed;
}

function dayIsFull({ creditsPerDay, hint = 'of this call' }: LimitedKey, now: Date): ApiError {
  const endsAt = (Math.floor(now.getTime() / dayMs) + 1) * dayMs;
  return new ApiError(
    'RATE_LIMITED',
    `The API key ${hint} has spent its ${creditsPerDay} credits of today; it renders again at ${new Date(endsAt).toISOString()}, or with a key of a higher limit from the developer portal.`,
    { retryAfter: Math.ceil((endsAt - now.getTime()) / 1000), field: 'Authorization' },
  );
}
