import { newId } from '../ids.ts';
import { getDriver } from '../mongodb/driver.ts';
import { generateKey, hashKey, isWellFormedKey, type KeyMode, keyHint } from './key-format.ts';
import type { ApiKeyDoc, ApiKeyModel } from './key-model.ts';

/** Creates a key and saves its hash; only this call returns the key itself. */
export async function createKey(
  keys: ApiKeyModel,
  options: { account: string; mode: KeyMode; name: string; now?: Date },
): Promise<{ key: string; keyId: string }> {
  const key = generateKey(options.mode);
  const keyId = newId('key');
  await keys.create({
    _id: keyId,
    account: options.account,
    mode: options.mode,
    name: options.name,
    hash: hashKey(key),
    hint: keyHint(key),
    createdAt: options.now ?? new Date(),
  });
  return { key, keyId };
}

/** The key's document when it is known and not revoked, read each time so that revoking works at once. */
export async function findKey(keys: ApiKeyModel, presented: string): Promise<ApiKeyDoc | null> {
  if (!isWellFormedKey(presented)) return null;
  const doc = await getDriver(keys).findOne({ hash: hashKey(presented) });
  return doc && !doc.revokedAt ? doc : null;
}

/** Revokes a key from the next request on; returns false when there is no such key. */
export async function revokeKey(keys: ApiKeyModel, keyId: string, now = new Date()): Promise<boolean> {
  await keys.updateOne({ _id: keyId, revokedAt: { $exists: false } }, { $set: { revokedAt: now } });
  return (await keys.exists({ _id: keyId })) !== null;
}

/** The keys of an account, oldest first; maximum 1000. */
export async function listKeys(keys: ApiKeyModel, account: string): Promise<ApiKeyDoc[]> {
  return keys.find({ account }, { hash: 0 }).sort({ createdAt: 1 }).limit(1000).lean<ApiKeyDoc[]>();
}

const lastUsedGranularityMs = 60_000;

/** Records that a key was used, once a minute per key at most. */
export async function touchKey(keys: ApiKeyModel, key: ApiKeyDoc, now = new Date()): Promise<void> {
  if (key.lastUsedAt && now.getTime() - key.lastUsedAt.getTime() < lastUsedGranularityMs) return;
  await keys.updateOne({ _id: key._id }, { $set: { lastUsedAt: now } });
}
