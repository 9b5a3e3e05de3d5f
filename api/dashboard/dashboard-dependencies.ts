import type { Audit } from '../../shared/audit/audit.ts';
import type { Config } from '../../shared/config/variables.ts';
import type { Database } from '../../shared/database/database.ts';
import type { Outbound } from '../../shared/outbound/outbound.ts';
import type { SecretBox } from '../../shared/secrets/secret-box.ts';
import { createHostProofs, type HostProofs } from '../../shared/stores/host-proofs.ts';
import type { WebFiles } from '../assets/web-files.ts';
import type { ApiBackends } from '../backends.ts';
import type { ServiceHosts } from '../http/context-check.ts';
import { serviceHosts } from '../http/service-hosts.ts';
import type { IdentityDependencies } from '../identity/identity-dependencies.ts';
import type { People } from '../identity/people.ts';

/** Dependencies of the merchants' pages. */
export interface DashboardDependencies
  extends Pick<Database, 'stores' | 'deliveries' | 'kpiDays' | 'products' | 'modelPhotos'> {
  people: People;
  audit: Audit;
  outbound: Pick<Outbound, 'request' | 'assertResolves'>;
  secrets: SecretBox;
  service: ServiceHosts;
  proofs: HostProofs;
  config: Pick<Config, 'BASE_URL' | 'EMBED_HOST'>;
  web: () => WebFiles;
}

export function dashboardDependencies(
  config: Config,
  { database, outbound, secrets }: ApiBackends,
  identity: IdentityDependencies,
): DashboardDependencies {
  const service = serviceHosts(config);
  const signer = secrets.signer('hosts');
  return {
    ...{ ...database, ...identity, config, outbound, secrets, service },
    proofs: createHostProofs({ outbound, signer, embedHosts: service.main }),
  };
}
