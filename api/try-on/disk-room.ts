import { statfs } from 'node:fs/promises';
import { ApiError } from '../../shared/errors.ts';
import { requestLimited } from '../../shared/metrics/measurements.ts';

/** Keeps the rest of a disk for renders that are paid for: photos of shoppers stop before it is full. */
export interface DiskRoom {
  /** @throws ApiError SERVICE_UNAVAILABLE while less than the given part of the disk is free */
  assertRoom(): Promise<void>;
}

interface DiskOptions {
  /** A folder on the disk. */
  path: string;
  minFreePercent: number;
}

const retryAfterSeconds = 600;

export function createDiskRoom({ path, minFreePercent }: DiskOptions): DiskRoom {
  return {
    assertRoom: async () => {
      const { bavail, blocks } = await statfs(path);
      if (bavail >= (blocks * minFreePercent) / 100) return;
      requestLimited.publish({ limit: 'disk' });
      throw new ApiError(
        'SERVICE_UNAVAILABLE',
        'No photos can be uploaded at the moment; use another photo.',
        {
          retryAfter: retryAfterSeconds,
        },
      );
    },
  };
}
