import { newId } from '../ids.ts';
import { isDuplicateKey } from '../mongodb/database-errors.ts';
import { readOne } from '../mongodb/read-one.ts';
import { generateKey, hashKey, isWellFormedKey, keyHint } from './key-format.ts';
import type { ApiKeyDoc, ApiKeyModel } from './key-model.ts';

/** Creates a key and saves its hash; only this call returns the key itself, or another with the same secret seed. */
export async function createKey(
  keys: ApiKeyModel,
  options: Pick<ApiKeyDoc, 'account' | 'mode' | 'name'> & KeyBounds & { now?: Date; seed?: string },
): Promise<NewKey> {
  const { now = new Date(), seed, ...settings } = options;
  const key = generateKey(options.mode, seed);
  const keyId = newId('key');
  const doc = { ...settings, _id: keyId, hash: hashKey(key), hint: keyHint(key), createdAt: now };
  try {
    await keys.create(doc);
    return { key, keyId, isNew: true };
  } catch (error) {
    const former = seed !== undefined && isDuplicateKey(error) && (await findKey(keys, key));
    if (!former) throw error;
    return { key, keyId: former._id, isNew: false };
  }
}

export interface NewKey {
  /** Shown once. */
  key: string;
  keyId: string;
  /** False when its seed has made it before. */
  isNew: boolean;
}

/** The limits of a key: its scopes, addresses, expiry and credits per day. */
export type KeyBounds = Partial<
  Pick<ApiKeyDoc, 'scopes' | 'expiresAt' | 'addresses' | 'creditsPerDay' | 'today'>
>;

/** Finds the key's document, revoked or not; read each time, so that revoking works at once. */
export async function findKey(keys: ApiKeyModel, presented: string): Promise<ApiKeyDoc | null> {
  return isWellFormedKey(presented) ? readOne(keys, 'hash', hashKey(presented)) : null;
}

/** Revokes a key from the next request on; returns false when there is no such key. */
export async function revokeKey(keys: ApiKeyModel, keyId: string, now = new Date()): Promise<boolean> {
  await keys.updateOne({ _id: keyId, revokedAt: { $exists: false } }, { $set: { revokedAt: now } });
  return (await keys.exists({ _id: keyId })) !== null;
}

/** Lists the keys of an account, oldest first; maximum 1000. */
export async function listKeys(keys: ApiKeyModel, account: string): Promise<ApiKeyDoc[]> {
  return keys.find({ account }, { hash: 0 }).sort({ createdAt: 1, _id: 1 }).limit(1000).lean<ApiKeyDoc[]>();
}

const lastUsedGranularityMs = 60_000;

/** Records that a key was used, once a minute per key at most. */
export async function touchKey(keys: ApiKeyModel, key: ApiKeyDoc, now = new Date()): Promise<void> {
  if (key.lastUsedAt && now.getTime() - key.lastUsedAt.getTime() < lastUsedGranularityMs) return;
  await keys.updateOne({ _id: key._id }, { $set: { lastUsedAt: now } });
}
