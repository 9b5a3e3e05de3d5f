import { Resolver } from 'node:dns/promises';
import { OutboundRefused } from './refused.ts';

/** All addresses of a name, A and AAAA. Rejects or gives an empty list when there are none. */
export type Lookup = (hostname: string) => Promise<string[]>;

/**
 * Asks DNS itself, not getaddrinfo: that one sits in one of libuv's four threads until a hostile name server
 * answers, and four such names stop every file access of the process. It also never reads /etc/hosts.
 * @param servers `address:port` of name servers; the system's when left out.
 */
export function createDnsLookup(servers?: string[]): Lookup {
  return async (hostname) => {
    // 1 s, then 2 s: a server that never answers for AAAA still leaves time to connect by A.
    const resolver = new Resolver({ timeout: 1_000, tries: 2 });
    if (servers) resolver.setServers(servers);
    const answers = await Promise.allSettled([resolver.resolve4(hostname), resolver.resolve6(hostname)]);
    return answers.flatMap((answer) => (answer.status === 'fulfilled' ? answer.value : []));
  };
}

/**
 * The addresses of a name, all of them public: one private answer among public ones is an attack or a mistake,
 * and which of them would be dialled is chance.
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
  const inside = addresses.filter((address) => !isPublic(address));
  if (inside.length > 0)
    throw new OutboundRefused('address', {
      cause: new Error(`${hostname} resolves to ${inside.join(', ')}`),
    });
  return addresses;
}
