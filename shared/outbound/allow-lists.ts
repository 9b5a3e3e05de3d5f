import ipaddr from 'ipaddr.js';
import type { Config } from '../config/variables.ts';
import { bareHost, getPort, mayBePublic, normalAllowEntry } from './check-url.ts';
import { isPublicAddress } from './public-address.ts';

const providerUrls = [
  'COG_URL',
  'COMFYUI_URL',
  'GEMINI_URL',
  'OPENAI_URL',
  'FAL_URL',
  'REPLICATE_URL',
] as const;

export type AllowSettings = Pick<Config, 'OUTBOUND_ALLOW' | (typeof providerUrls)[number]>;

/** Returns the configured base URLs of all providers, whether a process serves them or not. */
function baseUrls(config: AllowSettings): URL[] {
  return providerUrls.flatMap((name) => (URL.canParse(config[name]) ? [new URL(config[name])] : []));
}

const toEntry = (url: URL) => `${url.hostname}:${getPort(url)}`;

/**
 * Lists the private destinations of the client for providers: their own URLs, and `OUTBOUND_ALLOW`. Plain
 * http to a host that may be public would reveal the key, so it has to be in `OUTBOUND_ALLOW`.
 */
export function providerAllowList(config: AllowSettings): string[] {
  const own = baseUrls(config).filter(
    (url) => url.protocol === 'https:' || !mayBePublic(url.hostname, isPublicAddress),
  );
  return [...own.map(toEntry), ...config.OUTBOUND_ALLOW];
}

/**
 * Lists the private destinations of callers' URLs (images, endpoints, webhooks, catalogs): the entries of
 * `OUTBOUND_ALLOW` without the providers' hosts. A caller could otherwise fetch other customers' images from
 * a ComfyUI, or cancel its renders.
 */
export function callerAllowList(config: AllowSettings): string[] {
  const reserved = new Set(baseUrls(config).map((url) => toDestination(toEntry(url))));
  return config.OUTBOUND_ALLOW.filter((entry) => !reserved.has(toDestination(normalAllowEntry(entry))));
}

const localName = /(?:^|\.)localhost$/;

/** Equal for entries that are certainly the same host: this machine has many names, and an address many notations. */
function toDestination(entry: string): string {
  const colon = entry.lastIndexOf(':');
  const host = bareHost(entry.slice(0, colon)).replace(/\.$/, '');
  return `${toCanonicalHost(host)}:${entry.slice(colon + 1)}`;
}

function toCanonicalHost(host: string): string {
  if (!ipaddr.isValid(host)) return localName.test(host) ? 'localhost' : host;
  const address = ipaddr.process(host);
  // Who calls the unspecified address reaches its own machine.
  const isOwn = ['loopback', 'unspecified'].includes(address.range());
  return isOwn ? 'localhost' : address.toString();
}
