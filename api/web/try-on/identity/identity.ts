import type { KeyValueStorage } from './storage.ts';

/** Names of the specification ("Event format"). */
const visitorKey = 'service_visitor_id';
const sessionKey = 'service_session_id';
const tokenKey = (slug: string) => `service_visitor_token:${slug}`;
const idPattern = /^[\w.:-]{1,128}$/;

/** Ids of the shopper, as far as this browser knows them. */
export interface Identity {
  /** The service's own browser visitor id. */
  visitorId(): string;
  /** The identity that the storefront passed, else the visitor id (specification "Identity stitching"). */
  anonymousId(): string;
  /** Id of this tab's visit. */
  sessionId(): string;
  /** Returns the identity passed by the storefront; null: none. */
  passedId(): string | null;
  /** Takes an identity that the storefront passes, also late. Ignores an empty one. */
  identify(anonymousId: string | null): void;
  token(): string | null;
  keepToken(token: string): void;
}

interface Options {
  slug: string;
  local: KeyValueStorage;
  session: KeyValueStorage;
  randomId: () => string;
}

/** Creates an identity over two storages that do not throw. */
export function createIdentity({ slug, local, session, randomId }: Options): Identity {
  let passed: string | null = null;
  const visitorId = () => keptId(local, visitorKey, randomId);
  return {
    visitorId,
    anonymousId: () => passed ?? visitorId(),
    sessionId: () => keptId(session, sessionKey, randomId),
    passedId: () => passed,
    identify(anonymousId) {
      passed = anonymousId?.trim() || passed;
    },
    token: () => local.getItem(tokenKey(slug)),
    keepToken: (token) => local.setItem(tokenKey(slug), token),
  };
}

function keptId(storage: KeyValueStorage, key: string, randomId: () => string): string {
  const kept = storage.getItem(key);
  if (kept !== null && idPattern.test(kept)) return kept;
  const made = randomId();
  storage.setItem(key, made);
  return made;
}
