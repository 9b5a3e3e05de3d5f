import { ApiError } from '../errors.ts';
import type { ApiKeyDoc } from './key-model.ts';
import { keyScopes } from './key-scopes.ts';
import type { KeyBounds } from './keys.ts';

/** A key that makes another one. */
type Maker = Pick<ApiKeyDoc, 'hint'> & KeyBounds;

/** Returns the bounds of an order, with those of its maker where it has none of its own. */
export const inheritBounds = <Order extends KeyBounds>(maker: Maker, order: Order): Order => ({
  ...(maker.scopes && { scopes: maker.scopes }),
  ...(maker.addresses && { addresses: maker.addresses }),
  ...(maker.expiresAt && { expiresAt: maker.expiresAt }),
  ...order,
});

/**
 * Lets a key make only keys that can do no more than itself, so that a key that leaks cannot outgrow its bounds. One with
 * credits per day makes none: each would have credits of its own.
 * @throws ApiError FORBIDDEN naming the bound
 */
export function assertWithin(maker: Maker, made: KeyBounds): void {
  const { scopes = keyScopes, addresses = [], expiresAt, creditsPerDay } = maker;
  if (creditsPerDay !== undefined) throw exceeds(maker, 'creditsPerDay', 'makes no keys');
  const extra = (made.scopes ?? keyScopes).filter((scope) => !scopes.includes(scope));
  if (extra.length > 0) throw exceeds(maker, 'scopes', `may not give ${extra.join(', ')}`);
  const isInside = addresses.length === 0 || made.addresses?.every((network) => addresses.includes(network));
  if (!isInside || (addresses.length > 0 && made.addresses?.length === 0))
    throw exceeds(maker, 'addresses', `may only give its own addresses, ${addresses.join(', ')}`);
  if (expiresAt && (!made.expiresAt || made.expiresAt > expiresAt))
    throw exceeds(maker, 'expiresAt', `may not make one that is valid after ${expiresAt.toISOString()}`);
}

const exceeds = ({ hint }: Maker, field: string, what: string) =>
  new ApiError('FORBIDDEN', `${field}: the API key ${hint} ${what}; use a key with wider bounds.`, { field });
