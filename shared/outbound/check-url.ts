import { isIP } from 'node:net';
import { maxUrlLength, OutboundRefused } from './refused.ts';

export interface OutboundPolicy {
  /** `host:port` entries that skip the address and port checks and may be http (`OUTBOUND_ALLOW`). */
  allow: string[];
}

/** Names that resolve only on the machine or site (RFC 6761, 6762, 8375, ICANN's .internal). */
const internalName = /(?:^|\.)(?:localhost|local|internal|home\.arpa)$/;

/** Ports of services that must never be called by mistake; below 1024, only 443 is allowed. */
const deniedPorts = new Set([
  1433, 1521, 2049, 2181, 2375, 2376, 2379, 2380, 3306, 3389, 5432, 5672, 5900, 5984, 6379, 6380, 6443, 7000,
  7001, 9042, 9092, 9200, 9300, 10250, 10255, 11211, 15672, 26379, 27017, 27018, 27019,
]);

export interface UrlRules {
  /** @throws OutboundRefused when the URL may not be called, whatever its name resolves to. */
  check(url: string): URL;
  /** Returns true if an operator allows this destination; `hostname` as in `URL.hostname`. */
  isAllowed(hostname: string, port: number): boolean;
}

/**
 * @param isPublic checks IP literals.
 * @throws TypeError for an allow entry that is not `host:port`.
 */
export function createUrlRules(policy: OutboundPolicy, isPublic: (address: string) => boolean): UrlRules {
  const allowed = new Set(policy.allow.map(normalAllowEntry));
  const isAllowed = (hostname: string, port: number) => allowed.has(`${hostname}:${port}`);

  const check = (raw: string): URL => {
    const url = parse(raw);
    if (url.protocol !== 'https:' && url.protocol !== 'http:') throw new OutboundRefused('scheme');
    if (url.username !== '' || url.password !== '') throw new OutboundRefused('credentials');
    const port = getPort(url);
    if (isAllowed(url.hostname, port)) return url;
    if (url.protocol !== 'https:') throw new OutboundRefused('scheme');
    if (!mayBePublic(url.hostname, isPublic)) throw new OutboundRefused('address');
    if ((port < 1024 && port !== 443) || deniedPorts.has(port)) throw new OutboundRefused('port');
    return url;
  };
  return { check, isAllowed };
}

export function getPort(url: URL): number {
  if (url.port !== '') return Number(url.port);
  return url.protocol === 'https:' ? 443 : 80;
}

/** `URL.hostname` without the brackets of IPv6. */
export function bareHost(hostname: string): string {
  return hostname.startsWith('[') ? hostname.slice(1, -1) : hostname;
}

function parse(raw: string): URL {
  if (raw.length > maxUrlLength) throw new OutboundRefused('length');
  // URL drops tabs and newlines and turns `\` into `/`: the URL in a log would not be the one that is called.
  // biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are refused
  if (/^ |[\x00-\x1f\x7f\\]| $/.test(raw)) throw new OutboundRefused('characters');
  if (!URL.canParse(raw)) throw new OutboundRefused('url');
  return new URL(raw);
}

/** Checks a `URL.hostname`, in which octal, hex, short, percent-encoded and full-width forms are dotted IPv4 already. */
export function mayBePublic(hostname: string, isPublic: (address: string) => boolean): boolean {
  const host = bareHost(hostname);
  if (isIP(host)) return isPublic(host);
  const name = host.replace(/\.+$/, '');
  // The resolver completes a name of one label from its search list: redis, mongo, metadata.
  return name.includes('.') && !internalName.test(name);
}

/** Returns an entry of `OUTBOUND_ALLOW` as `URL` writes its host: `127.1:80` is `127.0.0.1:80`. @throws TypeError */
export function normalAllowEntry(entry: string): string {
  const [, host = '', port = ''] = /^(.+):(\d{1,5})$/.exec(entry.trim()) ?? [];
  const url = `http://${host}/`;
  if (
    host === '' ||
    /[/?#@\s\\]/.test(host) ||
    !URL.canParse(url) ||
    new URL(url).port !== '' ||
    Number(port) > 65535
  ) {
    throw new TypeError(`OUTBOUND_ALLOW: "${entry}" is not host:port`);
  }
  return `${new URL(url).hostname}:${Number(port)}`;
}
