import type { Request, Response } from 'express';
import { ApiError } from '../../shared/errors.ts';
import { assertUsable, invalidKey } from '../../shared/keys/assert-usable.ts';
import type { ApiKeyDoc, ApiKeyModel } from '../../shared/keys/key-model.ts';
import { findKey, touchKey } from '../../shared/keys/keys.ts';
import { getContext } from './request-context.ts';

const bearer = /^Bearer +(\S+) *$/i;

/** Returns the API key that a request presents, whether it exists or not. */
export function presentedKey(req: Request): string | undefined {
  return bearer.exec(req.get('authorization') ?? '')?.[1];
}

/**
 * Returns the valid API key that a request has as bearer token (specification "Authentication" 1–3). The key is
 * read from the database for every request, so that revoking one takes effect at once.
 * @throws ApiError UNAUTHORIZED, or FORBIDDEN for an address that the key does not allow.
 */
export async function authenticateKey(keys: ApiKeyModel, req: Request, res: Response): Promise<ApiKeyDoc> {
  const key = await findKey(keys, requirePresented(req, 'API key', 'API_KEY'));
  if (!key) throw unauthorized(invalidKey);
  // Before the rest: a refused call belongs to the account as well, and is in its request log.
  res.locals.key = key;
  assertUsable(key, req.ip, new Date());
  void touchKey(keys, key).catch((error: unknown) => getContext(res).log.debug({ err: error }, 'touch key'));
  return key;
}

/** Returns what a request presents as bearer token. @throws ApiError UNAUTHORIZED */
export function requirePresented(req: Request, what: string, placeholder: string): string {
  const advice = `"Authorization: Bearer <${placeholder}>"`;
  if (!req.get('authorization')) throw unauthorized(`Send your ${what} in the header ${advice}.`);
  const presented = presentedKey(req);
  if (presented !== undefined) return presented;
  throw unauthorized(`The Authorization header has no "Bearer " before the key; send ${advice}.`);
}

export function getKey(res: Response): ApiKeyDoc {
  return res.locals.key as ApiKeyDoc;
}

/**
 * Lets only live keys through, to what shoppers, merchants and money depend on. Test keys are in the hands of more
 * people and in more places.
 * @throws ApiError FORBIDDEN for a test key.
 */
export function requireLive(key: ApiKeyDoc): ApiKeyDoc {
  if (key.mode === 'live') return key;
  throw new ApiError('FORBIDDEN', 'A test key can neither read nor change this; use a live key.');
}

/** Returns the modes of the renders that a key may see, change and cancel: a test key those of test keys only. */
export function visibleModes({ mode }: Pick<ApiKeyDoc, 'mode'>): Partial<Pick<ApiKeyDoc, 'mode'>> {
  return mode === 'test' ? { mode } : {};
}

function unauthorized(message: string): ApiError {
  return new ApiError('UNAUTHORIZED', message);
}
