import type { Queue } from 'bullmq';
import type { Audit } from '../../shared/audit/audit.ts';
import type { BlobStorage } from '../../shared/blobs/blob-storage.ts';
import type { Listing } from '../../shared/catalog/listing/listing.ts';
import type { Config } from '../../shared/config/variables.ts';
import type { Database } from '../../shared/database/database.ts';
import type { Outbound } from '../../shared/outbound/outbound.ts';
import type { SecretBox } from '../../shared/secrets/secret-box.ts';
import { createHostProofs, type HostProofs } from '../../shared/stores/host-proofs.ts';
import type { eraseEverything } from '../../shared/try-on/erase-everything.ts';
import type { WebFiles } from '../assets/web-files.ts';
import type { ApiBackends } from '../backends.ts';
import type { ImageDecoder } from '../decoder/image-decoder.ts';
import type { ServiceHosts } from '../http/context-check.ts';
import { serviceHosts } from '../http/service-hosts.ts';
import type { IdentityDependencies } from '../identity/identity-dependencies.ts';
import type { People } from '../identity/people.ts';
import type { RenderCore } from '../renders/render-core.ts';
import type { Conversions } from '../visualize/conversions.ts';

/** Dependencies of the merchants' pages. */
export interface DashboardDependencies
  extends Pick<
    Database,
    | 'stores'
    | 'deliveries'
    | 'events'
    | 'orders'
    | 'kpiDays'
    | 'products'
    | 'catalogImports'
    | 'flows'
    | 'modelPhotos'
    | 'sharedLooks'
    | 'renders'
  > {
  people: People;
  audit: Audit;
  outbound: Pick<Outbound, 'request' | 'assertResolves' | 'checkUrl'>;
  secrets: SecretBox;
  service: ServiceHosts;
  proofs: HostProofs;
  listing: Listing;
  blobs: BlobStorage;
  /** The `track` queue. */
  queue: Queue;
  erasing: Parameters<typeof eraseEverything>[0];
  config: Pick<
    Config,
    'BASE_URL' | 'EMBED_HOST' | 'BODY_IDLE_SECONDS' | 'BODY_TOTAL_SECONDS' | 'RENDER_DEADLINE_SECONDS'
  >;
  decoder: Pick<ImageDecoder, 'prepare'>;
  /** Local folder for uploads on their way. */
  spoolDir: string;
  core: RenderCore;
  conversions: Conversions;
  web: () => WebFiles;
}

/** Those that other routers have too. */
type Shared = 'listing' | 'core' | 'conversions';

export function dashboardDependencies(
  config: Config,
  { database, outbound, secrets, blobs, decoder, spoolDir, producer, trackQueue }: ApiBackends,
  { identity, ...shared }: { identity: IdentityDependencies } & Pick<DashboardDependencies, Shared>,
): DashboardDependencies {
  const service = serviceHosts(config);
  const signer = secrets.signer('hosts');
  return {
    ...{ ...database, ...identity, config, outbound, secrets, service, ...shared, blobs },
    queue: trackQueue,
    ...{ decoder, spoolDir },
    proofs: createHostProofs({ outbound, signer, embedHosts: service.main }),
    erasing: { database, blobs, connection: producer, prefix: config.QUEUE_PREFIX, retention: config },
  };
}
