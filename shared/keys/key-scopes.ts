import { ApiError } from '../errors.ts';

/** The permissions of a key. */
export const keyScopes = ['render', 'read', 'manage'] as const;
export type KeyScope = (typeof keyScopes)[number];

/** Each scope in words, for whoever chooses. */
export const scopeMeanings: Record<KeyScope, string> = {
  render: 'start, follow and cancel renders',
  read: 'read renders, credits, requests and stores',
  manage: 'change keys, webhooks, stores, flows and integrations',
};

/**
 * Lets a key through that has one of these scopes; a key without scopes has all of them.
 * @throws ApiError FORBIDDEN
 */
export function requireScope({ scopes }: { scopes?: KeyScope[] }, needed: readonly KeyScope[]): void {
  if (!scopes || needed.some((scope) => scopes.includes(scope))) return;
  throw new ApiError(
    'FORBIDDEN',
    `This API key may only ${scopes.map((scope) => scopeMeanings[scope]).join(', ')}; use a key with the scope ${needed.map((scope) => `"${scope}"`).join(' or ')}.`,
    { field: 'Authorization' },
  );
}
