import type { Catalog } from '../../shared/catalog/catalog.ts';
import type { Listing } from '../../shared/catalog/listing/listing.ts';
import type { Config } from '../../shared/config/variables.ts';
import type { DirtyDays } from '../../shared/kpis/dirty-days.ts';
import type { ConcurrencyLimiter } from '../http/concurrency-limit.ts';
import type { SignedImages } from '../http/signed-images.ts';
import type { PlaceDependencies } from '../visualize/place-render.ts';
import type { ReadDependencies } from '../visualize/read-dependencies.ts';
import type { DailyCaps } from './caps.ts';
import type { EntranceDependencies } from './entrance.ts';
import type { ExpectedSeconds } from './expected-seconds.ts';
import type { PhotoQuota } from './photo-quota.ts';

/** What the routes of the try-on need. */
export interface TryOnDependencies extends ReadDependencies, PlaceDependencies {
  entrance: EntranceDependencies;
  signed: SignedImages;
  caps: DailyCaps;
  photoQuota: PhotoQuota;
  catalog: Catalog;
  listing: Listing;
  /** Accepts one render of a visitor at a time. */
  concurrency: ConcurrencyLimiter;
  expectedSeconds: ExpectedSeconds;
  /** Local folder for photos on their way to the blob storage. */
  spoolDir: string;
  /** Marks the days of events whose KPIs are counted again; resolves also when that fails. */
  noteDays: DirtyDays['note'];
  config: Pick<
    Config,
    | 'BODY_IDLE_SECONDS'
    | 'BODY_TOTAL_SECONDS'
    | 'RENDER_DEADLINE_SECONDS'
    | 'RETAIN_LOOK_DAYS'
    | 'EVENT_RETENTION_DAYS'
  >;
}
