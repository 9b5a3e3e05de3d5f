import { createHash, timingSafeEqual } from 'node:crypto';

/** Compares a text with a secret one in constant time; digests have equal lengths. */
export function isSameText(given: string, expected: string): boolean {
  const digest = (text: string) => createHash('sha256').update(text).digest();
  return timingSafeEqual(digest(given), digest(expected));
}
