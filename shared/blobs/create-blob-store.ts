import { join } from 'node:path';
import type { Config } from '../config/variables.ts';
import type { BlobStore } from './blob-store.ts';
import { createDiskStore } from './disk-store.ts';
import { createS3Store } from './s3-store.ts';

export type BlobConfig = Pick<
  Config,
  'DATA_DIR' | 'S3_BUCKET' | 'S3_ENDPOINT' | 'S3_REGION' | 'S3_ACCESS_KEY_ID' | 'S3_SECRET_ACCESS_KEY'
>;

/** The blob store of a process: the bucket when one is configured, else the folder `DATA_DIR/blobs`. */
export function createBlobStore(config: BlobConfig): BlobStore {
  if (config.S3_BUCKET === '') return createDiskStore(join(config.DATA_DIR, 'blobs'));
  return createS3Store({
    bucket: config.S3_BUCKET,
    endpoint: config.S3_ENDPOINT,
    region: config.S3_REGION,
    accessKeyId: config.S3_ACCESS_KEY_ID,
    secretAccessKey: config.S3_SECRET_ACCESS_KEY,
  });
}
