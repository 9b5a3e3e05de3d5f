import type { Queue } from 'bullmq';
import type { BlobStore } from '../../shared/blobs/blob-store.ts';
import type { Config } from '../../shared/config/variables.ts';
import type { Database } from '../../shared/database/database.ts';
import type { Logger } from '../../shared/log.ts';

export interface SweepDependencies {
  database: Database;
  blobs: BlobStore;
  queue: Queue;
  log: Logger;
  config: Pick<
    Config,
    'RENDER_ATTEMPTS' | 'RETAIN_INPUT_HOURS' | 'RETAIN_OUTPUT_HOURS' | 'RETAIN_RENDER_DAYS'
  >;
}
