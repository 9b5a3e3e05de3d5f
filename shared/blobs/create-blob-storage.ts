import { join } from 'node:path';
import type { Config } from '../config/variables.ts';
import type { BlobStorage } from './blob-storage.ts';
import { DiskStorage } from './disk-storage.ts';
import { reportOutages } from './report-outages.ts';
import { S3Storage } from './s3-storage.ts';

export type BlobConfig = Pick<
  Config,
  | 'DATA_DIR'
  | 'S3_BUCKET'
  | 'S3_ENDPOINT'
  | 'S3_REGION'
  | 'S3_PATH_STYLE'
  | 'S3_ACCESS_KEY_ID'
  | 'S3_SECRET_ACCESS_KEY'
>;

/**
 * Creates the blob storage of a process: the bucket if one is configured, else the folder `DATA_DIR/blobs`. `callMs`
 * is for a bucket.
 */
export function createBlobStorage(config: BlobConfig, limits: { callMs?: number } = {}): BlobStorage {
  if (config.S3_BUCKET === '') {
    const folder = join(config.DATA_DIR, 'blobs');
    return reportOutages(new DiskStorage(folder), folder);
  }
  const s3 = new S3Storage({
    bucket: config.S3_BUCKET,
    endpoint: config.S3_ENDPOINT,
    region: config.S3_REGION,
    pathStyle: config.S3_PATH_STYLE,
    accessKeyId: config.S3_ACCESS_KEY_ID,
    secretAccessKey: config.S3_SECRET_ACCESS_KEY,
    ...limits,
  });
  return reportOutages(s3, `s3://${config.S3_BUCKET} at ${config.S3_ENDPOINT || 'AWS'}`);
}
