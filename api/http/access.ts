import { createHash, timingSafeEqual } from 'node:crypto';
import type { Request, Response } from 'express';
import { ApiError, type ErrorCode } from '../../shared/errors.ts';
import type { ApiKeyDoc, ApiKeyModel } from '../../shared/keys/key-model.ts';
import type { StoreDoc, StoreModel } from '../../shared/stores/store-model.ts';
import type { Security } from '../openapi/operation.ts';
import { apiKey, noCredentials, orderSignature, visitorToken } from '../openapi/security.ts';
import { authenticateVisitor, type Visitor, type VisitorTokens } from '../try-on/visitor-token.ts';
import { authenticateKey, requireLive } from './authenticate.ts';
import { findOwnStore } from './own-store.ts';
import { type StoreContext, storeInContext } from './store-context.ts';

interface Keys {
  keys: ApiKeyModel;
}

/** Callers of a route: the dependencies of their check, and the caller that it passes to the handler. */
interface Callers {
  anyone: { needs: object; caller: object };
  /** An API key, live or test. */
  key: { needs: Keys; caller: { key: ApiKeyDoc } };
  'live key': { needs: Keys; caller: { key: ApiKeyDoc } };
  /** A live key of the account that the store `:slug` of the path belongs to. */
  'key of the store': {
    needs: Keys & { stores: StoreModel };
    caller: { key: ApiKeyDoc; store: StoreDoc };
  };
  /** A page of the store `:slug` of the path, or of the service. */
  'page of the store': { needs: StoreContext; caller: { store: StoreDoc } };
  /** A page of that store, with the token of one of its visitors. */
  'visitor of the store': {
    needs: StoreContext & { tokens: VisitorTokens };
    caller: { store: StoreDoc } & Visitor;
  };
  /** A page of a store that the path does not name: the handler checks it. */
  'page of a store': { needs: object; caller: object };
  /** Whoever has the link of what it reads, by its signature: the handler checks it. */
  'signed link': { needs: object; caller: object };
  /** The shop platform of a store, by its signature of the body: the handler checks it. */
  'shop platform': { needs: object; caller: object };
  /** Stripe, by its signature of the body: the handler checks it. */
  'payment provider': { needs: object; caller: object };
  /** Whoever has `METRICS_TOKEN`; anyone where it is empty. */
  Prometheus: { needs: { token: string }; caller: object };
}

export type Access = keyof Callers;
export type Needs<A extends Access> = Callers[A]['needs'];
export type Caller<A extends Access> = Callers[A]['caller'];

interface AccessRule<A extends Access> {
  security: Security;
  /** Error codes for callers without access. */
  failures: readonly ErrorCode[];
  /** @throws ApiError one of `failures` */
  enter(dependencies: Needs<A>, req: Request, res: Response): Promise<Caller<A>> | Caller<A>;
}

/** Each route names its row; the roles of people will be rows of their own. */
export const accessRules: { [A in Access]: AccessRule<A> } = {
  anyone: { security: noCredentials, failures: [], enter: () => ({}) },
  key: {
    security: apiKey,
    failures: ['UNAUTHORIZED', 'FORBIDDEN'],
    enter: async ({ keys }, req, res) => ({ key: await authenticateKey(keys, req, res) }),
  },
  'live key': {
    security: apiKey,
    failures: ['UNAUTHORIZED', 'FORBIDDEN'],
    enter: async ({ keys }, req, res) => ({ key: requireLive(await authenticateKey(keys, req, res)) }),
  },
  'key of the store': {
    security: apiKey,
    failures: ['UNAUTHORIZED', 'FORBIDDEN', 'NOT_FOUND'],
    enter: async ({ keys, stores }, req, res) => {
      const key = requireLive(await authenticateKey(keys, req, res));
      return { key, store: await findOwnStore(stores, key, String(req.params.slug)) };
    },
  },
  'page of the store': {
    security: noCredentials,
    failures: ['STORE_CONTEXT'],
    enter: async (dependencies, req) => ({
      store: await storeInContext(dependencies, req, String(req.params.slug)),
    }),
  },
  'visitor of the store': {
    security: visitorToken,
    failures: ['UNAUTHORIZED', 'STORE_CONTEXT'],
    enter: async (dependencies, req) => {
      const store = await storeInContext(dependencies, req, String(req.params.slug));
      return { store, ...authenticateVisitor(dependencies.tokens, req, store) };
    },
  },
  'page of a store': { security: noCredentials, failures: ['STORE_CONTEXT'], enter: () => ({}) },
  'signed link': { security: noCredentials, failures: ['NOT_FOUND'], enter: () => ({}) },
  'shop platform': { security: orderSignature, failures: ['UNAUTHORIZED'], enter: () => ({}) },
  'payment provider': { security: noCredentials, failures: ['UNAUTHORIZED'], enter: () => ({}) },
  Prometheus: {
    security: noCredentials,
    failures: ['UNAUTHORIZED'],
    enter: ({ token }, req) => {
      if (token === '' || isSameText(req.get('authorization') ?? '', `Bearer ${token}`)) return {};
      throw new ApiError('UNAUTHORIZED', 'Send METRICS_TOKEN in the header "Authorization: Bearer <token>".');
    },
  },
};

/** Compares in constant time; digests have equal lengths. */
function isSameText(given: string, expected: string): boolean {
  const digest = (text: string) => createHash('sha256').update(text).digest();
  return timingSafeEqual(digest(given), digest(expected));
}
