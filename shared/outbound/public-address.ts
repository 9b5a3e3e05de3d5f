import { isIP } from 'node:net';
import { networkInterfaces } from 'node:os';
import ipaddr from 'ipaddr.js';

/** Public in every registry, but internal services of cloud hosts: what no special range covers. */
const denied: [ipaddr.IPv4, number][] = [
  // Azure's virtual host address: DHCP, DNS, health and the guest agent's API.
  ipaddr.IPv4.parseCIDR('168.63.129.16/32'),
  // Alibaba's and Oracle's metadata; inside CGNAT and 192.0.0.0/24 too, listed here so that it stays so.
  ipaddr.IPv4.parseCIDR('100.100.100.200/32'),
  ipaddr.IPv4.parseCIDR('192.0.0.192/32'),
];

const globalUnicast6 = ipaddr.IPv6.parseCIDR('2000::/3');
const nat64 = ipaddr.IPv6.parseCIDR('64:ff9b::/96');

/**
 * Returns true if an IP literal (no brackets; a `%scope` is never public) is a host of the public Internet.
 * For IPv4 inside IPv6: mapped and NAT64 (a network without IPv4 reaches everything through it) are checked by
 * the address inside; compatible, SIIT, 6to4, Teredo and ISATAP do not lead to a public host and are refused.
 */
export function isPublicAddress(address: string): boolean {
  if (isIP(address) === 0 || address.includes('%')) return false;
  if (isIP(address) === 4) return isPublic4(ipaddr.IPv4.parse(address));
  // ipaddr.js reads ::8.8.8.8 as if it were ::ffff:8.8.8.8 (measured); URL writes it as ::808:808.
  return isPublic6(ipaddr.IPv6.parse(new URL(`http://[${address}]/`).hostname.slice(1, -1)));
}

function isPublic4(address: ipaddr.IPv4): boolean {
  return address.range() === 'unicast' && !denied.some((range) => address.match(range));
}

function isPublic6(address: ipaddr.IPv6): boolean {
  if (address.isIPv4MappedAddress() || address.match(nat64)) return isPublic4(lastFourBytes(address));
  // ipaddr.js calls ::7f00:1 and all unassigned space unicast (measured): only 2000::/3 is allocated.
  return address.range() === 'unicast' && address.match(globalUnicast6) && !isIsatap(address);
}

function lastFourBytes(address: ipaddr.IPv6): ipaddr.IPv4 {
  return new ipaddr.IPv4(address.toByteArray().slice(12));
}

/** RFC 5214 §6.1: interface identifier 0000:5efe or 0200:5efe, then the IPv4 address. */
function isIsatap(address: ipaddr.IPv6): boolean {
  const [, , , , high, low] = address.parts;
  return low === 0x5efe && (high === 0 || high === 0x200);
}

type Interfaces = ReturnType<typeof networkInterfaces>;

/**
 * Returns true for the addresses of this machine. On a host with a public address, whatever listens on all
 * interfaces (our API, an unprotected Redis) could be reached through it from inside the firewall.
 */
export function isOwnAddress(address: string, interfaces: Interfaces = networkInterfaces()): boolean {
  const bare = address.replace(/^::ffff:/, '');
  return Object.values(interfaces).some((entries) => entries?.some((entry) => entry.address === bare));
}
