import Joi from 'joi';
import { ApiError } from '../errors.ts';
import { hourMs } from '../time.ts';
import { validate } from '../validation/validate.ts';
import { toNetwork } from './assert-usable.ts';
import { assertWithin, inheritBounds } from './assert-within.ts';
import type { ApiKeyDoc, ApiKeyModel } from './key-model.ts';
import { keyScopes } from './key-scopes.ts';
import { createKey, type NewKey } from './keys.ts';

/** The settings of a new key, as the owner of an account sends them. */
export type KeyOrder = Pick<ApiKeyDoc, 'mode' | 'name'> &
  Partial<Pick<ApiKeyDoc, 'scopes' | 'expiresAt' | 'addresses' | 'creditsPerDay'>>;

/** An address, or a network as CIDR. */
export const network = Joi.string().custom((text: string, helpers) => {
  return (
    toNetwork(text.trim()) ??
    helpers.message({ custom: '{#label} must be an address or a network such as 203.0.113.0/24' })
  );
});

/** Checks an order; `expiresAt` is a date in the future. */
export const keyOrder = Joi.object<KeyOrder>({
  name: Joi.string()
    .trim()
    .min(1)
    .max(100)
    .required()
    .prefs({ convert: true })
    .description('Name of the key.'),
  mode: Joi.string().valid('live', 'test').required().description('Whether its renders cost credits.'),
  scopes: Joi.array()
    .items(Joi.string().valid(...keyScopes))
    .min(1)
    .unique()
    .description('What it may do; default: all.'),
  expiresAt: Joi.date()
    .iso()
    .prefs({ convert: true })
    .custom((at: Date, helpers) =>
      at.getTime() > Date.now() ? at : helpers.message({ custom: '{#label} must be in the future' }),
    )
    .description('When it ends; without it, when it is revoked.'),
  addresses: Joi.array()
    .items(network)
    .max(50)
    .description('Addresses and networks that it may be used from; without them, any.'),
  creditsPerDay: Joi.number()
    .integer()
    .min(1)
    .max(1_000_000)
    .description('Credits that it may spend in a day, UTC.'),
});

/** Far more than an account needs; a leaked session cannot fill the database. */
const maxKeys = 200;

/**
 * Makes a key for an account; the same key for the same secret seed.
 * @param by the secret seed of a form, or the key that makes it, which cannot give more than it has
 * @throws ApiError INVALID_INPUT, FORBIDDEN, CONFLICT when it has too many.
 */
export async function orderKey(
  keys: ApiKeyModel,
  account: string,
  input: unknown,
  { seed, maker }: { seed?: string; maker?: ApiKeyDoc } = {},
): Promise<NewKey> {
  const asked = validate(keyOrder, input);
  const order = maker ? inheritBounds(maker, asked) : asked;
  if (maker) assertWithin(maker, order);
  const usable = { account, revokedAt: { $exists: false } };
  if ((await keys.countDocuments(usable)) >= maxKeys)
    throw new ApiError('CONFLICT', `This account has ${maxKeys} keys; revoke one that is not used.`);
  return createKey(keys, { account, ...order, ...(seed === undefined ? {} : { seed }) });
}

/**
 * Replaces a key by one with the same bounds; the former one expires after the overlap, or when it would have. A second
 * roll with the same secret seed returns the same key.
 * @throws ApiError NOT_FOUND for a key of another account, CONFLICT for one that was revoked, rolled or has expired.
 */
export async function rollKey(
  keys: ApiKeyModel,
  account: string,
  keyId: string,
  overlapHours: number,
  { seed, now = new Date() }: { seed?: string; now?: Date } = {},
): Promise<NewKey & { expiresAt: Date }> {
  const former = await findOwnKey(keys, account, keyId);
  const { name, mode, scopes, addresses, creditsPerDay, today } = former;
  const made = await createKey(keys, {
    ...{ account, name, mode, now },
    ...(seed === undefined ? {} : { seed }),
    ...(scopes ? { scopes } : {}),
    ...(addresses ? { addresses } : {}),
    ...(creditsPerDay === undefined ? {} : { creditsPerDay }),
    // What the former key has spent today counts for the new one.
    ...(today ? { today } : {}),
    ...(former.expiresAt ? { expiresAt: former.expiresAt } : {}),
  });
  const overlapEnds = new Date(now.getTime() + overlapHours * hourMs);
  const expiresAt = former.expiresAt && former.expiresAt < overlapEnds ? former.expiresAt : overlapEnds;
  const { modifiedCount } = await keys.updateOne(
    {
      ...{ _id: keyId, revokedAt: { $exists: false }, rolledTo: { $exists: false } },
      $or: [{ expiresAt: { $exists: false } }, { expiresAt: { $gt: now } }],
    },
    { $set: { expiresAt, rolledTo: made.keyId } },
  );
  if (modifiedCount === 1) return { ...made, isNew: true, expiresAt };
  const { rolledTo, expiresAt: until } = await findOwnKey(keys, account, keyId);
  if (rolledTo === made.keyId && until) return { ...made, isNew: false, expiresAt: until };
  await keys.deleteOne({ _id: made.keyId });
  throw new ApiError('CONFLICT', 'This key was rolled or revoked, or has expired; create a new one.');
}

/** Revokes a key of an account from the next request on. @throws ApiError NOT_FOUND */
export async function revokeOwnKey(keys: ApiKeyModel, account: string, keyId: string): Promise<void> {
  await findOwnKey(keys, account, keyId);
  await keys.updateOne({ _id: keyId, revokedAt: { $exists: false } }, { $set: { revokedAt: new Date() } });
}

/** Finds a key of an account. @throws ApiError NOT_FOUND, for a key of another account as for a missing one. */
export async function findOwnKey(keys: ApiKeyModel, account: string, keyId: string): Promise<ApiKeyDoc> {
  const key = await keys.findOne({ _id: keyId, account }).lean<ApiKeyDoc>();
  if (key) return key;
  throw new ApiError('NOT_FOUND', `Your account has no key ${keyId}.`);
}
