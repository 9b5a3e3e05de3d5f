import { isLocal, isServiceHost, type ServiceHosts } from '../../shared/events/context-check.ts';
import { normaliseHost } from '../../shared/stores/host.ts';

/** The store's part of a host such as `acme.tryon.example`; undefined for the service's own hosts and for others. */
export function hostedSlug(rawHost: string | undefined, service: ServiceHosts): string | undefined {
  const host = rawHost === undefined ? undefined : normaliseHost(rawHost);
  if (host === undefined || isServiceHost(host, service)) return undefined;
  if (isLocal(host) && !service.development) return undefined;
  const dot = host.indexOf('.');
  const domain = host.slice(dot + 1);
  const isHosted = domain === service.serviceDomain || (domain === 'localhost' && service.development);
  return isHosted && dot > 0 ? host.slice(0, dot) : undefined;
}

/** Where a request arrived. */
export interface OwnAddress {
  protocol: string;
  /** The `Host` header, with the port. */
  host: string;
}

/**
 * `https://{slug}.{serviceDomain}`, with the scheme and the port of the request: development has others. Undefined
 * where SERVICE_DOMAIN is not set, so that there are no hosted pages.
 */
export function hostedOrigin(
  slug: string,
  { protocol, host }: OwnAddress,
  service: ServiceHosts,
): string | undefined {
  if (isLocal(service.serviceDomain) && !service.development) return undefined;
  const port = /:\d+$/.exec(host)?.[0] ?? '';
  return `${protocol}://${slug}.${service.serviceDomain}${port}`;
}
