import ipaddr from 'ipaddr.js';

/**
 * What limits per address count by: an IPv4 address, or the /64 of an IPv6 address, since a household
 * has all of it. An id that the client chooses could change with each request.
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
