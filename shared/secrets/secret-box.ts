import { createCipheriv, createDecipheriv, hkdfSync, randomBytes } from 'node:crypto';
import { sha256Hex } from '../ids.ts';
import { createSigner, type Signer } from './signer.ts';

const algorithm = 'aes-256-gcm';
const version = 'v1';
const keyBytes = 32;

export interface SecretBox {
  /** Fingerprints of its keys, the newest first. */
  keyIds: readonly string[];
  /** Encrypts a secret for one owner; the text contains key id, nonce, tag and cipher text. */
  seal(secret: string, owner: string): string;
  /** @throws SecretUnreadable when its key is no longer configured, or the text belongs to another owner. */
  open(sealed: string, owner: string): string;
  /** Returns true if it was encrypted with an older key than the newest. */
  isStale(sealed: string): boolean;
  /** Signs with keys derived from the same ones. */
  signer(purpose: string): Signer;
  /** A secret for one purpose derived from each key, the newest first, under the key's id. */
  derive(purpose: string): readonly { keyId: string; secret: string }[];
}

/** A saved secret that no configured key decrypts: an operator removed a key too early. */
export class SecretUnreadable extends Error {
  override name = 'SecretUnreadable';
}

/**
 * AES-256-GCM: the first key encrypts and all of them decrypt, so that a key is rotated by adding a new one
 * in front. The owner's id is authenticated too: a sealed text that is copied into another store's document
 * cannot be decrypted.
 * @param keys 32 bytes each, the newest first.
 */
export function createSecretBox(keys: readonly [Buffer, ...Buffer[]]): SecretBox {
  const byId = new Map(keys.map((key) => [keyId(key), key]));
  const [newest] = keys;
  return {
    keyIds: [...byId.keys()],
    seal(secret, owner) {
      const nonce = randomBytes(12);
      const cipher = createCipheriv(algorithm, newest, nonce).setAAD(Buffer.from(owner));
      const text = Buffer.concat([cipher.update(secret, 'utf8'), cipher.final()]);
      const parts = [nonce, cipher.getAuthTag(), text].map((part) => part.toString('base64url'));
      return [version, keyId(newest), ...parts].join('.');
    },
    open(sealed, owner) {
      const [name, id = '', ...parts] = sealed.split('.');
      const key = byId.get(id);
      const [nonce, tag, text] = parts.map((part) => Buffer.from(part, 'base64url'));
      if (name !== version || !key || !nonce || tag?.length !== 16 || !text) {
        throw new SecretUnreadable(
          'No key of SECRETS_KEY decrypts a saved secret; add the key that encrypted it to the list.',
        );
      }
      try {
        const decipher = createDecipheriv(algorithm, key, nonce, { authTagLength: 16 });
        decipher.setAAD(Buffer.from(owner)).setAuthTag(tag);
        return Buffer.concat([decipher.update(text), decipher.final()]).toString('utf8');
      } catch (cause) {
        throw new SecretUnreadable('A saved secret was modified, or belongs to another store.', { cause });
      }
    },
    isStale: (sealed) => sealed.split('.')[1] !== keyId(newest),
    signer: (purpose) => createSigner(keys, purpose),
    derive: (purpose) =>
      keys.map((key) => ({
        keyId: keyId(key),
        secret: Buffer.from(hkdfSync('sha256', key, '', `secret ${purpose}`, keyBytes)).toString('base64url'),
      })),
  };
}

/** Identifies a key in sealed texts without revealing it. */
function keyId(key: Buffer): string {
  if (key.length !== keyBytes) throw new RangeError(`A key has ${keyBytes} bytes, not ${key.length}.`);
  return sha256Hex(key).slice(0, 8);
}
