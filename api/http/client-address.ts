import ipaddr from 'ipaddr.js';

/**
 * Returns the key of limits per address: an IPv4 address, or the /64 of an IPv6 address, since a household has all of
 * it. An id chosen by the client could change with each request.
 */
export function clientAddress(ip: string | undefined): string {
  if (!ip || !ipaddr.isValid(ip)) return 'unknown';
  const address = ipaddr.process(ip);
  if (address.kind() === 'ipv4') return address.toString();
  return (address as ipaddr.IPv6).parts
    .slice(0, 4)
    .map((part) => part.toString(16))
    .join('-');
}

/**
 * Returns the /56 and the /48 around an address as `clientAddress` returns it: providers give a line one of them, with
 * 256 or 65,536 addresses. An IPv4 address is all that a line has.
 */
export function widerNetworks(address: string): [string, string] {
  const parts = address.split('-');
  if (parts.length !== 4) return [address, address];
  const site = parts.slice(0, 3).join('-');
  const network = Number.parseInt(parts[3]!, 16) >> 8;
  return [`${site}-${network.toString(16)}/56`, `${site}/48`];
}
