import type { Config } from '../config/variables.ts';
import { hostOfUrl, normaliseHost } from '../stores/host.ts';
import type { ServiceHosts } from './context-check.ts';

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
  };
}
