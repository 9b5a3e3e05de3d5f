import { Resolver } from 'node:dns/promises';
import { OutboundRefused } from './refused.ts';

/** All addresses of a name, A and AAAA. Rejects or resolves to an empty list when there are none. */
export type Lookup = (hostname: string) => Promise<string[]>;

/**
 * Queries DNS directly instead of getaddrinfo, which blocks one of libuv's four threads until a hostile name
 * server responds: four such names stop every file access of the process. It also never reads /etc/hosts.
 * @param servers `address:port` of name servers; default: the system's.
 */
export function createDnsLookup(servers?: string[]): Lookup {
  return async (hostname) => {
    // 1 s, then 2 s: a server that never responds to AAAA still leaves time to connect by A.
    const resolver = new Resolver({ timeout: 1_000, tries: 2 });
    if (servers) resolver.setServers(servers);
    const results = await Promise.allSettled([resolver.resolve4(hostname), resolver.resolve6(hostname)]);
    return results.flatMap((result) => (result.status === 'fulfilled' ? result.value : []));
  };
}

/**
 * Resolves the addresses of a name, all of them public: one private address among public ones is an attack or a
 * mistake, and which of them would be used is random.
 * @throws OutboundRefused `dns`, `address`
 */
export async function resolvePublic(
  hostname: string,
  lookup: Lookup,
  isPublic: (address: string) => boolean,
): Promise<string[]> {
  const addresses = await lookup(hostname).catch((cause: unknown) => {
    throw new OutboundRefused('dns', { cause });
  });
  if (addresses.length === 0) throw new OutboundRefused('dns');
  const internal = addresses.filter((address) => !isPublic(address));
  if (internal.length > 0)
    throw new OutboundRefused('address', {
      cause: new Error(`${hostname} resolves to ${internal.join(', ')}`),
    });
  return addresses;
}
