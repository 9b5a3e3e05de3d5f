import type { Config } from '../../shared/config/variables.ts';
import { hostOfUrl, normaliseHost } from '../../shared/stores/host.ts';
import { isLocal, type Scheme, type ServiceHosts } from './context-check.ts';

type HostVariables = Pick<
  Config,
  'BASE_URL' | 'EMBED_HOST' | 'SERVICE_DOMAIN' | 'STAGING_HOSTS' | 'NODE_ENV'
>;

/** The service's own hosts, from the configuration. */
export function serviceHosts(config: HostVariables): ServiceHosts {
  const present = (hosts: (string | undefined)[]) => hosts.filter((host) => host !== undefined);
  return {
    serviceDomain: normaliseHost(config.SERVICE_DOMAIN) ?? '',
    main: present([hostOfUrl(config.BASE_URL), normaliseHost(config.EMBED_HOST)]),
    staging: present(config.STAGING_HOSTS.map(normaliseHost)),
    development: config.NODE_ENV !== 'production',
    publicAt: config.NODE_ENV === 'production' ? readPublicAt(config.BASE_URL) : undefined,
  };
}

/**
 * Reads how the service is reached, so that no header decides where links lead. A BASE_URL on this machine says
 * nothing about it.
 */
function readPublicAt(baseUrl: string): ServiceHosts['publicAt'] {
  const { protocol, hostname, port } = new URL(baseUrl);
  return isLocal(hostname) ? undefined : { scheme: protocol.slice(0, -1) as Scheme, port };
}
