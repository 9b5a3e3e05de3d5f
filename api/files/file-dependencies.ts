import type { Config } from '../../shared/config/variables.ts';
import { createSignedImages } from '../../shared/secrets/signed-images.ts';
import type { ApiBackends } from '../backends.ts';
import { createDiskRoom } from '../http/disk-room.ts';
import { createStreamPlaces } from '../http/stream-places.ts';
import { createUploadQuota } from '../http/upload-quota.ts';
import type { FileDependencies } from './files.ts';

export function createFileDependencies(
  config: Config,
  { database, blobs, decoder, spoolDir, secrets, producer: connection }: ApiBackends,
): FileDependencies {
  const { FILES_MB_PER_ACCOUNT: megabytes, QUEUE_PREFIX, STREAMS_PER_KEY, STREAMS_PER_ADDRESS } = config;
  return {
    database,
    blobs,
    decoder,
    spoolDir,
    config,
    baseUrl: config.BASE_URL,
    signed: createSignedImages(secrets.signer('upload link')),
    quota: createUploadQuota({
      connection,
      prefix: `${QUEUE_PREFIX}:files`,
      megabytes,
      refusal: { message: `This account has uploaded ${megabytes} MB in 24 hours. Retry later.` },
    }),
    diskRoom: createDiskRoom({
      path: config.DATA_DIR,
      minFreePercent: config.UPLOAD_MIN_FREE_PERCENT,
      message: 'No images can be uploaded at the moment. Retry later, or send them in the request.',
    }),
    bodies: createStreamPlaces(
      { perKey: STREAMS_PER_KEY, perAddress: STREAMS_PER_ADDRESS },
      ({ max, whose }) => `More than ${max} images arrive at once ${whose}; wait for one to be sent.`,
    ),
  };
}
