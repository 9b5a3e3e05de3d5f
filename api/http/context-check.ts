import { hostOfOrigin, hostOfUrl, normaliseHost } from '../../shared/stores/host.ts';

/** The headers that say where a request comes from. */
export interface RequestOrigin {
  /** The `Host` header. */
  host: string | undefined;
  origin: string | undefined;
  referer: string | undefined;
}

/** The service's own hosts (specification "Authentication" 5). */
export interface ServiceHosts {
  /** `{subdomain}.{serviceDomain}` is the hosted experience of a store. */
  serviceDomain: string;
  /** Main hosts: of the API and of the embedded experience. */
  main: string[];
  staging: string[];
  /** Lets localhost through: only where NODE_ENV is not production. */
  development: boolean;
  /** Scheme and port of all public addresses; undefined: those of each request. */
  publicAt?: { scheme: Scheme; port: string } | undefined;
}

export type Scheme = 'https' | 'http';

/**
 * The host that a request comes from. One header decides: `Origin`, else `Referer`, else `Host`. A page
 * of another site always sends its own Origin, while Host is always ours: if any match were enough, every
 * request would pass. `Origin: null` (sandboxed frames, files) has no host, so `Referer` decides.
 */
function callingHost({ host, origin, referer }: RequestOrigin): string | undefined {
  if (origin !== undefined && origin !== 'null') return hostOfOrigin(origin);
  if (referer !== undefined && referer !== '') return hostOfUrl(referer);
  return origin === undefined && host !== undefined ? normaliseHost(host) : undefined;
}

const local = new Set(['localhost', '127.0.0.1', '[::1]']);

/** Returns true for the service's own hosts, of any store. */
export function isServiceHost(host: string, service: ServiceHosts): boolean {
  if (isLocal(host)) return service.development && (local.has(host) || service.main.includes(host));
  return service.main.includes(host) || service.staging.includes(host);
}

/** Returns true if a `Host` header names a staging host of the service. */
export function isStagingHost(host: string, { staging }: ServiceHosts): boolean {
  return staging.includes(normaliseHost(host.replace(/:\d+$/, '')) ?? '');
}

/** Names that mean the machine they are used on, so never the service as others reach it. */
export function isLocal(host: string): boolean {
  return local.has(host) || host.endsWith('.localhost');
}

/** Returns true for a host registered by the store, and for the store's subdomain of the service. */
function isStoreHost(
  host: string,
  store: { slug: string; hosts: readonly string[] },
  service: ServiceHosts,
): boolean {
  if (store.hosts.includes(host)) return !isLocal(host) || service.development;
  if (service.development && host === `${store.slug}.localhost`) return true;
  return host === `${store.slug}.${service.serviceDomain}` && !isLocal(host);
}

/** The store context check: whether an event for this store may come from there. */
export function passesContextCheck(
  request: RequestOrigin,
  store: { slug: string; hosts: readonly string[] },
  service: ServiceHosts,
): boolean {
  const host = callingHost(request);
  return host !== undefined && (isServiceHost(host, service) || isStoreHost(host, store, service));
}
