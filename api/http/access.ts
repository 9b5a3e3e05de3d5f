import type { Request, Response } from 'express';
import { ApiError, type ErrorCode } from '../../shared/errors.ts';
import type { Role } from '../../shared/identity/roles.ts';
import type { ApiKeyDoc, ApiKeyModel } from '../../shared/keys/key-model.ts';
import type { OperatorTokenDoc, OperatorTokenModel } from '../../shared/operators/operator-token-model.ts';
import type { StoreDoc, StoreModel } from '../../shared/stores/store-model.ts';
import type { People } from '../identity/people.ts';
import type { Member, Person } from '../identity/person.ts';
import type { Security } from '../openapi/operation.ts';
import {
  apiKey,
  noCredentials,
  operatorToken,
  orderSignature,
  sessionCookie,
  visitorToken,
} from '../openapi/security.ts';
import { authenticateVisitor, type Visitor, type VisitorTokens } from '../try-on/visitor-token.ts';
import { authenticateKey, requireLive } from './authenticate.ts';
import { authenticateOperatorToken } from './authenticate-operator-token.ts';
import { authenticatePerson, requireAccount, requireRole } from './authenticate-person.ts';
import { assertOwnPage } from './form.ts';
import { findOwnStore } from './own-store.ts';
import { isSameText } from './same-text.ts';
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
  /** A form on a page of the service, whoever sends it. */
  'own page': { needs: object; caller: object };
  /** Someone who is signed in, with whatever role. */
  person: { needs: Signed; caller: { person: Person } };
  /** Someone in an account, with whatever role in it. */
  member: { needs: Signed; caller: { person: Member } };
  owner: { needs: Signed; caller: { person: Member } };
  /** A developer of an account, or an owner. */
  developer: { needs: Signed; caller: { person: Member } };
  /** A merchant of an account, or an owner. */
  merchant: { needs: Signed; caller: { person: Member } };
  /** A merchant, or an owner, of the account that the store `:slug` of the path belongs to. */
  'merchant of the store': {
    needs: Signed & { stores: StoreModel };
    caller: { person: Member; store: StoreDoc };
  };
  operator: { needs: Signed; caller: { person: Person } };
  /** A program of the operator; no API key is one. */
  'operator token': { needs: OperatorTokens; caller: { operatorToken: OperatorTokenDoc } };
}

interface OperatorTokens {
  operatorTokens: OperatorTokenModel;
}

interface Signed {
  people: People;
}

export type Access = keyof Callers;
export type Needs<A extends Access> = Callers[A]['needs'];
export type Caller<A extends Access> = Callers[A]['caller'];

interface Rule<Dependencies, Known> {
  security: Security;
  /** Error codes for callers without access. */
  failures: readonly ErrorCode[];
  /** @throws ApiError one of `failures` */
  enter(dependencies: Dependencies, req: Request, res: Response): Promise<Known> | Known;
}

type AccessRule<A extends Access> = Rule<Needs<A>, Caller<A>>;

const session = {
  security: sessionCookie,
  failures: ['UNAUTHORIZED', 'FORBIDDEN'],
} as const satisfies Partial<AccessRule<Access>>;

const merchant = ofRoles(['owner', 'merchant']);

/** Each route names its row. */
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
      return { key, store: await findOwnStore(stores, key.account, String(req.params.slug)) };
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
  'own page': {
    security: noCredentials,
    failures: ['FORBIDDEN'],
    enter: (_dependencies, req) => {
      if (req.method !== 'GET') assertOwnPage(req);
      return {};
    },
  },
  person: {
    ...session,
    enter: async ({ people }, req, res) => ({ person: await authenticatePerson(people, req, res) }),
  },
  member: ofRoles(['owner', 'developer', 'merchant']),
  owner: ofRoles(['owner']),
  developer: ofRoles(['owner', 'developer']),
  merchant,
  'merchant of the store': {
    ...session,
    failures: [...session.failures, 'NOT_FOUND'],
    enter: async (dependencies, req, res) => {
      const { person } = await merchant.enter(dependencies, req, res);
      return {
        person,
        store: await findOwnStore(dependencies.stores, person.account.id, String(req.params.slug)),
      };
    },
  },
  operator: {
    ...session,
    enter: async ({ people }, req, res) => ({
      person: requireRole(await authenticatePerson(people, req, res), ['operator']),
    }),
  },
  'operator token': {
    security: operatorToken,
    failures: ['UNAUTHORIZED', 'FORBIDDEN'],
    enter: async ({ operatorTokens }, req) => ({
      operatorToken: await authenticateOperatorToken(operatorTokens, req),
    }),
  },
};

function ofRoles(roles: readonly Role[]): AccessRule<'member'> {
  return {
    ...session,
    enter: async ({ people }, req, res) => ({
      person: requireAccount(requireRole(await authenticatePerson(people, req, res), roles)),
    }),
  };
}
