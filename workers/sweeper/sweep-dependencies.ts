import type { BlobStorage } from '../../shared/blobs/blob-storage.ts';
import type { Config } from '../../shared/config/variables.ts';
import type { Database } from '../../shared/database/database.ts';
import type { FleetClock } from '../../shared/jobs/fleet-clock.ts';
import type { Logger } from '../../shared/log.ts';
import type { RenderQueues } from '../../shared/renders/render-queues.ts';

export interface SweepDependencies {
  database: Database;
  blobs: BlobStorage;
  queues: RenderQueues;
  log: Logger;
  clock: Pick<FleetClock, 'now'>;
  config: Pick<
    Config,
    'RENDER_ATTEMPTS' | 'RETAIN_INPUT_HOURS' | 'RETAIN_OUTPUT_HOURS' | 'RETAIN_RENDER_DAYS'
  >;
}
