import { networkInterfaces } from 'node:os';

type Interfaces = ReturnType<typeof networkInterfaces>;

/**
 * Whether an address is one of this machine's own. On a host with a public address, whatever listens on all
 * interfaces (our API, a Redis left open) could be reached through it from the inside of the firewall.
 */
export function isOwnAddress(address: string, interfaces: Interfaces = networkInterfaces()): boolean {
  const bare = address.replace(/^::ffff:/, '');
  return Object.values(interfaces).some((entries) => entries?.some((entry) => entry.address === bare));
}
