import type { Request, Response } from 'express';
import type { ErrorCode } from '../../shared/errors.ts';
import type { ApiKeyDoc, ApiKeyModel } from '../../shared/keys/key-model.ts';
import type { StoreDoc, StoreModel } from '../../shared/stores/store-model.ts';
import type { Security } from '../openapi/operation.ts';
import { apiKey, noCredentials } from '../openapi/security.ts';
import { authenticateKey, requireLive } from './authenticate.ts';
import { findOwnStore } from './own-store.ts';

interface KeyDependencies {
  keys: ApiKeyModel;
}

/** What each way of access needs, and what a handler then knows of its caller. */
interface Ways {
  anyone: { needs: object; caller: object };
  /** An API key, live or test. */
  key: { needs: KeyDependencies; caller: { key: ApiKeyDoc } };
  'live key': { needs: KeyDependencies; caller: { key: ApiKeyDoc } };
  /** A live key of the account that the store `:slug` of the path belongs to. */
  'key of the store': {
    needs: KeyDependencies & { stores: StoreModel };
    caller: { key: ApiKeyDoc; store: StoreDoc };
  };
}

/** Who may call a route. */
export type Access = keyof Ways;
export type Needs<A extends Access> = Ways[A]['needs'];
export type Caller<A extends Access> = Ways[A]['caller'];

interface AccessRule<A extends Access> {
  security: Security;
  /** What callers without access receive. */
  failures: readonly ErrorCode[];
  /** @throws ApiError one of `failures` */
  enter(dependencies: Needs<A>, req: Request, res: Response): Promise<Caller<A>> | Caller<A>;
}

/** A route names its row; the roles of people will be further rows. */
export const accessRules: { [A in Access]: AccessRule<A> } = {
  anyone: { security: noCredentials, failures: [], enter: () => ({}) },
  key: {
    security: apiKey,
    failures: ['UNAUTHORIZED'],
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
};
