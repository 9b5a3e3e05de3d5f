import { ApiError } from '../errors.ts';
import { hourMs } from '../time.ts';
import type { Signer } from './signer.ts';

/** Hours that a URL is valid for at least. */
const validHours = 6;

export interface SignedImages {
  /** A path with `until` and `sig`; the same for an hour, so that a page does not load an image again. */
  sign(path: string): string;
  /** @throws ApiError NOT_FOUND unless the parameters sign this path and are valid now. */
  assertSigned(path: string, query: Record<string, unknown>): void;
}

/** URLs that show an image without a token, as an `<img>` needs them. */
export function createSignedImages(signer: Signer, now: () => number = Date.now): SignedImages {
  const signedText = (path: string, until: string) => `${path}\n${until}`;
  return {
    sign: (path) => {
      const hour = Math.floor(now() / hourMs) + 1;
      const until = String(((hour + validHours) * hourMs) / 1000);
      return `${path}?until=${until}&sig=${signer.sign(signedText(path, until))}`;
    },
    assertSigned: (path, { until, sig }) => {
      const known = typeof until === 'string' && typeof sig === 'string' && sig.length < 100;
      const valid = known && Number(until) * 1000 > now() && signer.verify(signedText(path, until), sig);
      if (!valid)
        throw new ApiError('NOT_FOUND', 'This image does not exist, or its URL is no longer valid.');
    },
  };
}
