import { createCipheriv, createDecipheriv, randomBytes } from 'node:crypto';
import { sha256Hex } from '../ids.ts';

const algorithm = 'aes-256-gcm';
const version = 'v1';
const keyBytes = 32;

export interface SecretBox {
  /** Seals a secret for one owner; the text holds key id, nonce, tag and cipher text. */
  seal(secret: string, owner: string): string;
  /** @throws SecretUnreadable when its key is not known any more, or the text is not that owner's. */
  open(sealed: string, owner: string): string;
  /** Whether it was sealed with an older key than the newest. */
  isStale(sealed: string): boolean;
}

/** A stored secret that no key on the list opens: an operator dropped a key too early. */
export class SecretUnreadable extends Error {
  override name = 'SecretUnreadable';
}

/**
 * AES-256-GCM with the first key for sealing and all of them for opening, so that a key is rotated by
 * putting a new one in front. The owner's id is authenticated with it: a sealed text copied into
 * another store's document does not open.
 * @param keys 32 bytes each, the newest first.
 */
export function createSecretBox(keys: readonly [Buffer, ...Buffer[]]): SecretBox {
  const byId = new Map(keys.map((key) => [keyId(key), key]));
  const [newest] = keys;
  return {
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
        throw new SecretUnreadable('No key of SECRETS_KEY opens a stored secret.');
      }
      try {
        const decipher = createDecipheriv(algorithm, key, nonce, { authTagLength: 16 });
        decipher.setAAD(Buffer.from(owner)).setAuthTag(tag);
        return Buffer.concat([decipher.update(text), decipher.final()]).toString('utf8');
      } catch (cause) {
        throw new SecretUnreadable('A stored secret was changed, or belongs to another store.', { cause });
      }
    },
    isStale: (sealed) => sealed.split('.')[1] !== keyId(newest),
  };
}

/** Tells keys apart in sealed texts without telling anything of them. */
function keyId(key: Buffer): string {
  if (key.length !== keyBytes) throw new RangeError(`A key has ${keyBytes} bytes, not ${key.length}.`);
  return sha256Hex(key).slice(0, 8);
}
