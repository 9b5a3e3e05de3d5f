import { newId } from '../../shared/ids.ts';
import type { Signer } from '../../shared/secrets/signer.ts';
import { dayMs } from '../../shared/time.ts';

/** Days that a token is valid; each session renews it. */
export const validDays = 30;

/** No token has more characters. */
const maxTokenLength = 200;

const form = /^v1\.(vis_[0-9a-z]{1,40})\.([0-9a-z]{1,10})\.([\w-]{43})$/;

export interface VisitorTokens {
  /** A token for a visitor of a store: `v1.{visitor}.{expiry, seconds in base 36}.{signature}`. */
  issue(store: string, visitor: string): string;
  /** The visitor that a token proves for a store; undefined for a token of another store, or expired or altered. */
  verify(store: string, token: string): string | undefined;
}

/** Only this module makes visitor ids: an id that a browser sends never selects another visitor's photos. */
export const newVisitor = (): string => newId('vis');

/** @param signer of this installation, for visitor tokens alone. */
export function createVisitorTokens(signer: Signer, now: () => number = Date.now): VisitorTokens {
  const signedText = (store: string, visitor: string, expiry: string) => `${store}\n${visitor}\n${expiry}`;
  return {
    issue: (store, visitor) => {
      const expiry = Math.floor((now() + validDays * dayMs) / 1000).toString(36);
      return `v1.${visitor}.${expiry}.${signer.sign(signedText(store, visitor, expiry))}`;
    },
    verify: (store, token) => {
      const [, visitor, expiry, signature] = (token.length <= maxTokenLength && form.exec(token)) || [];
      if (!visitor || !expiry || !signature) return undefined;
      if (Number.parseInt(expiry, 36) * 1000 <= now()) return undefined;
      return signer.verify(signedText(store, visitor, expiry), signature) ? visitor : undefined;
    },
  };
}
