import { randomInt } from 'node:crypto';

/** Crockford's base 32: no letter that looks like a digit or another letter, and none by case alone. */
const alphabet = '0123456789abcdefghjkmnpqrstvwxyz';

/** 65 random bits. */
const length = 13;

const form = new RegExp(`^[${alphabet}]{${length}}$`);

/** Letters commonly mistaken for digits (Crockford's base 32). */
const misread: Record<string, string> = { o: '0', i: '1', l: '1' };

/** Generates the id of a shared look in its URL, e.g. `7k3m9x2pq8w4t`: who does not have the link cannot find it. */
export function newShortId(): string {
  return Array.from({ length }, () => alphabet[randomInt(alphabet.length)]).join('');
}

/** Reads a short id as it is saved, also from one that was typed; undefined for what cannot be one. */
export function readShortId(text: string | undefined): string | undefined {
  if (text === undefined || text.length > length) return undefined;
  const read = text.toLowerCase().replace(/[oil]/g, (letter) => misread[letter]!);
  return form.test(read) ? read : undefined;
}
