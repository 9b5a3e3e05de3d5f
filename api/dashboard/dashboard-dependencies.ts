import type { Audit } from '../../shared/audit/audit.ts';
import type { Config } from '../../shared/config/variables.ts';
import type { Database } from '../../shared/database/database.ts';
import type { Outbound } from '../../shared/outbound/outbound.ts';
import type { SecretBox } from '../../shared/secrets/secret-box.ts';
import type { WebFiles } from '../assets/web-files.ts';
import type { People } from '../identity/people.ts';

/** Dependencies of the merchants' pages. */
export interface DashboardDependencies extends Pick<Database, 'stores' | 'deliveries'> {
  people: People;
  audit: Audit;
  outbound: Pick<Outbound, 'request' | 'assertResolves'>;
  secrets: SecretBox;
  config: Pick<Config, 'BASE_URL'>;
  web: () => WebFiles;
}
