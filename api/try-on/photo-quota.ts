import type { Redis } from 'ioredis';
import { createUploadQuota, type UploadQuota } from '../http/upload-quota.ts';

/**
 * Megabytes of photos that one network address may upload in 24 hours: new visitors cost nothing, and each may have
 * ten photos. Many shoppers share an address, and the page sends photos of about 1 MB.
 */
export const megabytesPerAddress = 300;

export const createPhotoQuota = ({
  connection,
  prefix,
}: {
  connection: Redis;
  prefix: string;
}): UploadQuota =>
  createUploadQuota({
    connection,
    prefix: `${prefix}:try-on-photos`,
    megabytes: megabytesPerAddress,
    refusal: {
      message: 'This connection has uploaded too many photos. Retry tomorrow.',
      reason: 'rate_limited',
    },
  });
