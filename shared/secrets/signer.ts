import { createHmac, hkdfSync, timingSafeEqual } from 'node:crypto';

/** Signs texts for one purpose; a signature for another purpose does not verify. */
export interface Signer {
  /** 43 characters of base64url. */
  sign(text: string): string;
  verify(text: string, signature: string): boolean;
}

/**
 * HMAC-SHA256 with keys derived from the installation's (HKDF, RFC 5869): the first key signs and all of them
 * verify, so that a key is rotated without ending what it has signed.
 * @param keys 32 bytes each, the newest first.
 */
export function createSigner(keys: readonly Buffer[], purpose: string): Signer {
  const derived = keys.map((key) => Buffer.from(hkdfSync('sha256', key, '', `signer ${purpose}`, 32)));
  const mac = (key: Buffer, text: string) => createHmac('sha256', key).update(text).digest();
  return {
    sign: (text) => mac(derived[0]!, text).toString('base64url'),
    verify: (text, signature) => {
      const given = Buffer.from(signature, 'base64url');
      return derived.some((key) => given.length === 32 && timingSafeEqual(mac(key, text), given));
    },
  };
}
