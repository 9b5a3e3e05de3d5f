import { mkdtemp, rm } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { S3Options } from '../../shared/blobs/s3-storage.ts';

interface S3rver {
  run(): Promise<{ address: string; port: number }>;
  close(): Promise<void>;
}

// s3rver is CommonJS without types.
const S3rverClass = createRequire(import.meta.url)('s3rver') as new (
  options: Record<string, unknown>,
) => S3rver;

/** A server in this process that speaks S3, on a free loopback port, with one empty bucket. */
export async function startS3Server(): Promise<{ options: S3Options; close(): Promise<void> }> {
  const directory = await mkdtemp(join(tmpdir(), 's3-'));
  const bucket = 'images';
  const server = new S3rverClass({
    address: '127.0.0.1',
    port: 0,
    silent: true,
    directory,
    configureBuckets: [{ name: bucket }],
  });
  const { port } = await server.run();
  return {
    options: {
      bucket,
      endpoint: `http://127.0.0.1:${port}`,
      region: 'us-east-1',
      accessKeyId: 'S3RVER',
      secretAccessKey: 'S3RVER',
    },
    close: async () => {
      await server.close();
      await rm(directory, { recursive: true, force: true });
    },
  };
}
