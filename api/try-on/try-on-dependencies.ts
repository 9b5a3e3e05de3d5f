import type { Listing } from '../../shared/catalog/listing/listing.ts';
import type { Config } from '../../shared/config/variables.ts';
import { createSignedImages, type SignedImages } from '../../shared/secrets/signed-images.ts';
import { createModelThumbnails, type ModelThumbnails } from '../../shared/try-on/model-thumbnails.ts';
import type { ApiBackends } from '../backends.ts';
import type { ImageDecoder } from '../decoder/image-decoder.ts';
import type { DirtyDays } from '../events/dirty-days.ts';
import { type ConcurrencyLimiter, createConcurrencyLimiter } from '../http/concurrency-limit.ts';
import { createDiskRoom, type DiskRoom } from '../http/disk-room.ts';
import { createRateLimiter } from '../http/rate-limit.ts';
import { serviceHosts } from '../http/service-hosts.ts';
import type { UploadQuota } from '../http/upload-quota.ts';
import type { RenderCore } from '../renders/render-core.ts';
import type { ReadDependencies } from '../visualize/read-dependencies.ts';
import { createDailyCaps, type DailyCaps } from './caps.ts';
import type { EntranceDependencies } from './entrance.ts';
import { createExpectedSeconds, type ExpectedSeconds } from './expected-seconds.ts';
import { createPhotoQuota } from './photo-quota.ts';
import { createVisitorTokens } from './visitor-token.ts';

/** Dependencies of the routes of the try-on. */
export interface TryOnDependencies extends ReadDependencies, EntranceDependencies {
  core: RenderCore;
  signed: SignedImages;
  caps: DailyCaps;
  photoQuota: UploadQuota;
  diskRoom: DiskRoom;
  decoder: Pick<ImageDecoder, 'inspect' | 'prepare'>;
  listing: Listing;
  modelThumbnails: ModelThumbnails;
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

/** The try-on reads and places renders with what `POST /visualize` uses. */
export function tryOnDependencies(
  config: Config,
  { producer: connection, secrets, directory, spoolDir, decoder, dirtyDays, log }: ApiBackends,
  shared: ReadDependencies & Pick<TryOnDependencies, 'core' | 'listing'>,
): TryOnDependencies {
  const { database, routes, prefix } = shared;
  return {
    ...shared,
    config,
    spoolDir,
    decoder,
    noteDays: dirtyDays.note,
    signed: createSignedImages(secrets.signer('try-on picture')),
    photoQuota: createPhotoQuota({ connection, prefix }),
    diskRoom: createDiskRoom({
      path: config.DATA_DIR,
      minFreePercent: config.UPLOAD_MIN_FREE_PERCENT,
      message: 'No photos can be uploaded at the moment; use another photo.',
    }),
    modelThumbnails: createModelThumbnails(shared),
    caps: createDailyCaps({ connection, prefix, renders: database.renders }),
    concurrency: createConcurrencyLimiter({ connection, prefix, log }),
    expectedSeconds: createExpectedSeconds({ connection, prefix, routes }),
    directory,
    service: serviceHosts(config),
    rateLimiter: createRateLimiter({ connection, prefix }),
    pointsPerAddress: config.TRY_ON_PER_ADDRESS,
    tokens: createVisitorTokens(secrets.signer('visitor token')),
  };
}
