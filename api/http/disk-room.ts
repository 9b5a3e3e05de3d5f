import { statfs } from 'node:fs/promises';
import { ApiError } from '../../shared/errors.ts';
import { requestLimited } from '../../shared/metrics/measurements.ts';

/** Keeps the rest of a disk for renders that are paid for: uploads stop before it is full. */
export interface DiskRoom {
  /** @throws ApiError SERVICE_UNAVAILABLE while less than the given part of the disk is free */
  assertRoom(): Promise<void>;
}

interface DiskOptions {
  /** A folder on the disk. */
  path: string;
  minFreePercent: number;
  /** The message for a caller who finds no room. */
  message: string;
}

const retryAfterSeconds = 600;

export function createDiskRoom({ path, minFreePercent, message }: DiskOptions): DiskRoom {
  return {
    assertRoom: async () => {
      const { bavail, blocks } = await statfs(path);
      if (bavail >= (blocks * minFreePercent) / 100) return;
      requestLimited.publish({ limit: 'disk' });
      throw new ApiError('SERVICE_UNAVAILABLE', message, { retryAfter: retryAfterSeconds });
    },
  };
}
