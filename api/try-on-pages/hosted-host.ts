import type { Request } from 'express';
import { normaliseHost } from '../../shared/stores/host.ts';
import { isLocal, isServiceHost, type Scheme, type ServiceHosts } from '../http/context-check.ts';

/**
 * Returns the store's part of a host such as `acme.tryon.example`; undefined for the service's own hosts and for
 * others. Of a deeper host it has dots, which no store's slug has.
 */
export function hostedSlug(rawHost: string | undefined, service: ServiceHosts): string | undefined {
  const host = rawHost === undefined ? undefined : normaliseHost(rawHost);
  if (host === undefined || isServiceHost(host, service)) return undefined;
  if (isLocal(host) && !service.development) return undefined;
  const domains = [service.serviceDomain, ...(service.development ? ['localhost'] : [])];
  const domain = domains.find((name) => host.endsWith(`.${name}`));
  return domain && host.slice(0, -domain.length - 1);
}

/** Address at which a request arrived, with which links to the service begin. */
export interface OwnAddress {
  scheme: Scheme;
  /** As the `Host` header names it, without the port. */
  host: string;
  /** Empty, or with its colon. */
  port: string;
}

/** Returns the address of a request: scheme and port are the service's own where they are known, not what headers say. */
export function readOwnAddress(
  { protocol, host }: Pick<Request, 'protocol' | 'host'>,
  { publicAt }: ServiceHosts,
): OwnAddress {
  const [, name = host, port = ''] = /^(.*?)(:\d*)?$/s.exec(host) ?? [];
  if (publicAt) return { scheme: publicAt.scheme, host: name, port: publicAt.port && `:${publicAt.port}` };
  return { scheme: protocol === 'https' ? 'https' : 'http', host: name, port };
}

/** Builds the origin of an address. */
export const toOrigin = ({ scheme, host, port }: OwnAddress): string => `${scheme}://${host}${port}`;

/** Returns the address of a store's own page of the try-on, for links on pages of the service. */
export function toTryOnUrl(req: Request, { slug }: { slug: string }, service: ServiceHosts): string {
  const own = readOwnAddress(req, service);
  return hostedOrigin(slug, own, service) ?? `${toOrigin(own)}/embed/${slug}`;
}

/**
 * `https://{slug}.{serviceDomain}`, with the scheme and the port of the request's address: development has others.
 * Undefined where SERVICE_DOMAIN is not set, so that there are no hosted pages.
 */
export function hostedOrigin(slug: string, own: OwnAddress, service: ServiceHosts): string | undefined {
  if (isLocal(service.serviceDomain) && !service.development) return undefined;
  return toOrigin({ ...own, host: `${slug}.${service.serviceDomain}` });
}
