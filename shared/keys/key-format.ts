import { crc32 } from 'node:zlib';
import { randomBase62, sha256Hex, toBase62 } from '../ids.ts';

export type KeyMode = 'live' | 'test';

/** An API key of a mode, or a token of the operator: where one is wanted, the other is not well-formed. */
type KeyKind = KeyMode | 'operator';

const alphabet = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';
const shape = /^service_(live|test|operator)_[0-9A-Za-z]{32}[0-9A-Za-z]{6}$/;
const apiKeyKinds: readonly string[] = ['live', 'test'];

/** CRC-32 of everything before it as six base62 digits, so that a mistyped key is detected without a query and secret scanners can match it. */
function checksum(body: string): string {
  let rest = crc32(body);
  let digits = '';
  for (let place = 0; place < 6; place += 1) {
    digits = alphabet[rest % 62] + digits;
    rest = Math.floor(rest / 62);
  }
  return digits;
}

/**
 * Generates a new key `service_{kind}_` + 32 random base62 characters (190 bits) + 6 of checksum; from a secret
 * seed, the same key each time.
 */
export function generateKey(kind: KeyKind, seed?: string): string {
  const body = `service_${kind}_${seed === undefined ? randomBase62(32) : toBase62(seed, 32)}`;
  return body + checksum(body);
}

/** Checks the shape and the checksum of an API key, or of an operator token; it need not exist. */
export function isWellFormedKey(key: string, kind?: 'operator'): boolean {
  const found = shape.exec(key)?.[1];
  const isWanted = kind ? found === kind : found !== undefined && apiKeyKinds.includes(found);
  return isWanted && key.endsWith(checksum(key.slice(0, -6)));
}

export function hashKey(key: string): string {
  return sha256Hex(key);
}

/** Returns the part of a key that may be shown in a list, e.g. `service_live_3kQ9…`. */
export function keyHint(key: string): string {
  return `${key.slice(0, key.lastIndexOf('_') + 5)}…`;
}
