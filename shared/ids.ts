import { createHash, randomBytes, randomInt } from 'node:crypto';

const base62 = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';

/** `length` random base62 characters (5.95 bits each) from the system's random source. */
export function randomBase62(length: number): string {
  return Array.from({ length }, () => base62[randomInt(base62.length)]).join('');
}

/** Derives `length` base62 characters from a text; at most 43 differ between texts. */
export function toBase62(seed: string, length: number): string {
  let rest = BigInt(`0x${sha256Hex(seed)}`);
  return Array.from({ length }, () => {
    const digit = Number(rest % 62n);
    rest /= 62n;
    return base62[digit];
  }).join('');
}

/** The last id of each prefix: its time, and its random part as a number of 56 bits. */
const last = new Map<string, { ms: number; random: bigint }>();

/**
 * Returns the random part of the next id. Within one millisecond it is larger than the one before by 40 random bits;
 * the first leaves room for thousands.
 */
function nextRandom(prefix: string, ms: number): bigint {
  const former = last.get(prefix);
  const random = former?.ms === ms ? former.random + randomBits(40) + 1n : randomBits(55);
  last.set(prefix, { ms, random });
  return random;
}

const randomBits = (bits: number): bigint => BigInt.asUintN(bits, randomBytes(8).readBigUInt64BE());

/**
 * Generates an id that sorts by time: `prefix_` + 9 base36 characters of milliseconds + 14 random hex. A process makes
 * them in ascending order, so that the id decides where two documents have one time.
 */
export function newId(prefix: string, nowMs: number = Date.now()): string {
  return `${startOfIds(prefix, nowMs)}${nextRandom(prefix, nowMs).toString(16).padStart(14, '0')}`;
}

/** Returns the start of the ids that are made at a time; those that were made before sort before it. */
export const startOfIds = (prefix: string, ms: number): string =>
  `${prefix}_${ms.toString(36).padStart(9, '0')}`;

/** Returns when an id was made, in epoch milliseconds; undefined for a text that `newId` has not made. */
export function timeOfId(id: string): number | undefined {
  const time = /^[a-z]+_([0-9a-z]{9})[0-9a-f]{14}$/.exec(id)?.[1];
  return time === undefined ? undefined : Number.parseInt(time, 36);
}

export function sha256Hex(data: string | Uint8Array): string {
  return createHash('sha256').update(data).digest('hex');
}
