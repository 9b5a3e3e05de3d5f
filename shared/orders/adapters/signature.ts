import { createHmac, timingSafeEqual } from 'node:crypto';

/** Checks that `given` is the base64 HMAC-SHA256 of the body; constant time for every guess of the right length. */
export function isSignedWith(
  secret: string | Buffer,
  body: Buffer | string,
  given: string | undefined,
): boolean {
  const expected = createHmac('sha256', secret).update(body).digest();
  const guess = Buffer.from(given ?? '', 'base64');
  return guess.length === expected.length && timingSafeEqual(guess, expected);
}
