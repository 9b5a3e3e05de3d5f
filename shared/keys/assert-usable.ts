import ipaddr from 'ipaddr.js';
import { ApiError } from '../errors.ts';
import type { ApiKeyDoc } from './key-model.ts';

const field = 'Authorization';

type Checked = Pick<ApiKeyDoc, 'hint' | 'revokedAt' | 'expiresAt' | 'addresses' | 'rolledTo'>;

/**
 * Checks what a key itself says: whether it is still valid, and from where it may be used. Nothing is read for it.
 * @throws ApiError UNAUTHORIZED, FORBIDDEN
 */
export function assertUsable(key: Checked, ip: string | undefined, now: Date): void {
  const { revokedAt, expiresAt, addresses } = key;
  if (revokedAt) throw new ApiError('UNAUTHORIZED', invalidKey, { field });
  if (expiresAt && expiresAt <= now) throw expired(key, expiresAt);
  if (addresses && addresses.length > 0 && !isAllowed(ip, addresses)) throw elsewhere(key, ip);
}

export const invalidKey =
  'This API key is not valid or was revoked; create another, or ask the operator of this service for one.';

function expired({ hint, rolledTo }: Checked, at: Date): ApiError {
  const next = rolledTo ? 'it was rolled: use the key that replaced it' : 'create another one';
  return new ApiError('UNAUTHORIZED', `The API key ${hint} expired at ${at.toISOString()}; ${next}.`, {
    field,
  });
}

function elsewhere({ hint }: Checked, ip: string | undefined): ApiError {
  return new ApiError(
    'FORBIDDEN',
    `The API key ${hint} may not be used from ${ip ?? 'this address'}; use one of its addresses, or another key.`,
    { field },
  );
}

/** Returns true if an address is in one of the networks; an IPv4 address counts the same inside IPv6. */
function isAllowed(ip: string | undefined, networks: readonly string[]): boolean {
  if (!ip || !ipaddr.isValid(ip)) return false;
  const address = ipaddr.process(ip);
  return networks.some((network) => {
    const [base, bits] = ipaddr.parseCIDR(network);
    return base.kind() === address.kind() && address.match(base, bits);
  });
}

/** Writes an address or a network as CIDR; undefined for anything else. */
export function toNetwork(text: string): string | undefined {
  if (ipaddr.isValidCIDR(text)) {
    const [base, bits] = ipaddr.parseCIDR(text);
    return `${base.toString()}/${bits}`;
  }
  if (!ipaddr.isValid(text)) return undefined;
  const address = ipaddr.process(text);
  return `${address.toString()}/${address.kind() === 'ipv4' ? 32 : 128}`;
}
