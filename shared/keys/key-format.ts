import { crc32 } from 'node:zlib';
import { randomBase62, sha256Hex, toBase62 } from '../ids.ts';

export type KeyMode = 'live' | 'test';

const alphabet = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';
const shape = /^service_(live|test)_([0-9A-Za-z]{32})([0-9A-Za-z]{6})$/;

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
 * Generates a new key `service_{mode}_` + 32 random base62 characters (190 bits) + 6 of checksum; from a secret
 * seed, the same key each time.
 */
export function generateKey(mode: KeyMode, seed?: string): string {
  const body = `service_${mode}_${seed === undefined ? randomBase62(32) : toBase62(seed, 32)}`;
  return body + checksum(body);
}

/** Checks the shape and the checksum of a key; the key need not exist. */
export function isWellFormedKey(key: string): boolean {
  return shape.test(key) && key.endsWith(checksum(key.slice(0, -6)));
}

export function hashKey(key: string): string {
  return sha256Hex(key);
}

/** Returns the part of a key that may be shown in a list, e.g. `service_live_3kQ9…`. */
export function keyHint(key: string): string {
  return `${key.slice(0, 'service_live_'.length + 4)}…`;
}
