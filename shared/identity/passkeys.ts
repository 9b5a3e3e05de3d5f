import type { Database } from '../database/database.ts';
import { ApiError } from '../errors.ts';
import { isDuplicateKey } from '../mongodb/database-errors.ts';
import type { PasskeyDoc, PasskeyModel } from './passkey-model.ts';
import { hasWayIn } from './ways-in.ts';

const maxPasskeys = 20;

/** The passkeys of a user, the oldest first; at most 20. */
export async function listPasskeys(passkeys: PasskeyModel, user: string): Promise<PasskeyDoc[]> {
  return passkeys.find({ user }).sort({ createdAt: 1, _id: 1 }).limit(maxPasskeys).lean<PasskeyDoc[]>();
}

/** @throws ApiError CONFLICT for a passkey that is registered already, or one more than a user may have. */
export async function addPasskey(
  passkeys: PasskeyModel,
  passkey: Omit<PasskeyDoc, 'createdAt' | 'usedAt'>,
): Promise<void> {
  const known = await listPasskeys(passkeys, passkey.user);
  if (known.length >= maxPasskeys)
    throw new ApiError('CONFLICT', `You have ${maxPasskeys} passkeys; remove one first.`);
  await passkeys.create({ ...passkey, createdAt: new Date() }).catch((error: unknown) => {
    if (!isDuplicateKey(error)) throw error;
    throw new ApiError('CONFLICT', 'This passkey is registered already.');
  });
}

/**
 * Notes a sign-in. Returns false when another one with the same count came first: the key was copied, or the
 * signature was sent twice.
 */
export async function notePasskeyUse(
  passkeys: PasskeyModel,
  { _id, counter }: Pick<PasskeyDoc, '_id' | 'counter'>,
  next: number,
): Promise<boolean> {
  const noted = await passkeys.updateOne({ _id, counter }, { $set: { counter: next, usedAt: new Date() } });
  return noted.matchedCount === 1;
}

/**
 * Removes a passkey of a user; returns it.
 * @param providers Those of `credentials` with which people can sign in.
 * @throws ApiError NOT_FOUND, or CONFLICT when the user could no longer sign in.
 */
export async function removePasskey(
  database: Pick<Database, 'passkeys' | 'credentials'>,
  { user, passkey, providers }: { user: string; passkey: string; providers: readonly string[] },
): Promise<PasskeyDoc> {
  const removed = await database.passkeys.findOneAndDelete({ _id: passkey, user }).lean<PasskeyDoc>();
  if (!removed) throw new ApiError('NOT_FOUND', 'You have no such passkey.');
  // Looked at after the removal: of two last ones that are removed at once, one stays.
  if (await hasWayIn(database, user, providers)) return removed;
  await database.passkeys.create(removed);
  throw new ApiError(
    'CONFLICT',
    'This passkey is your only way to sign in; choose a password or add another passkey first.',
  );
}
