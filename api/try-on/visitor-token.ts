import type { Request } from 'express';
import { ApiError } from '../../shared/errors.ts';
import { newId, timeOfId } from '../../shared/ids.ts';
import type { Signer } from '../../shared/secrets/signer.ts';
import type { StoreDoc } from '../../shared/stores/store-model.ts';
import { dayMs } from '../../shared/time.ts';

/** Days that a token is valid; each session renews it. */
export const validDays = 30;

/** No token has more characters. */
export const maxTokenLength = 2000;

const form = /^v1\.(vis_[0-9a-z]{1,40})\.([0-9a-z]{1,10})(?:\.([\w-]+))?\.([\w-]{43})$/;

/** The verified content of a visitor token. */
export interface Visitor {
  visitor: string;
  /** Ids that the browser chose for its visitor in the session that issued the token; they prove nothing. */
  analyticsIds: string[];
}

export interface VisitorTokens {
  /**
   * A token for a visitor of a store: `v1.{visitor}.{expiry, seconds in base 36}.{analytics ids}.{signature}`. It has the
   * ids so that a session, which anyone may open, saves nothing.
   */
  issue(store: string, visitor: Visitor): string;
  /** The visitor that a token proves for a store; undefined for a token of another store, or expired or altered. */
  verify(store: string, token: string): Visitor | undefined;
}

/** Only this module makes visitor ids: an id that a browser sends never selects another visitor's photos. */
export const newVisitor = (): string => newId('vis');

/** Returns true if the visitor first came on an earlier day (UTC): the id, which is signed, contains its time. */
export function isReturning(visitor: string, now: number = Date.now()): boolean {
  const firstCame = timeOfId(visitor);
  return firstCame !== undefined && Math.floor(firstCame / dayMs) < Math.floor(now / dayMs);
}

/** @param signer of this installation, for visitor tokens alone. */
export function createVisitorTokens(signer: Signer, now: () => number = Date.now): VisitorTokens {
  return {
    issue: (store, { visitor, analyticsIds }) => {
      const expiry = Math.floor((now() + validDays * dayMs) / 1000).toString(36);
      const parts = [visitor, expiry, ...(analyticsIds.length > 0 ? [encodeIds(analyticsIds)] : [])];
      return `v1.${parts.join('.')}.${signer.sign([store, ...parts].join('\n'))}`;
    },
    verify: (store, token) => {
      const [, visitor, expiry, ids, signature] = (token.length <= maxTokenLength && form.exec(token)) || [];
      if (!visitor || !expiry || !signature) return undefined;
      if (Number.parseInt(expiry, 36) * 1000 <= now()) return undefined;
      const signed = [store, visitor, expiry, ...(ids ? [ids] : [])].join('\n');
      if (!signer.verify(signed, signature)) return undefined;
      return { visitor, analyticsIds: ids ? decodeIds(ids) : [] };
    },
  };
}

const encodeIds = (ids: string[]) => Buffer.from(JSON.stringify(ids)).toString('base64url');

const decodeIds = (text: string) => JSON.parse(Buffer.from(text, 'base64url').toString()) as string[];

const bearer = /^Bearer +(\S+) *$/i;

/** Returns the visitor of a store that a request proves by its token. @throws ApiError UNAUTHORIZED */
export function authenticateVisitor(tokens: VisitorTokens, req: Request, store: StoreDoc): Visitor {
  const token = bearer.exec(req.get('authorization') ?? '')?.[1];
  const visitor = token && tokens.verify(store._id, token);
  if (visitor) return visitor;
  throw new ApiError(
    'UNAUTHORIZED',
    `The visitor token is missing, expired or of another store; request one by POST /api/try-on/${store.slug}/session.`,
  );
}
