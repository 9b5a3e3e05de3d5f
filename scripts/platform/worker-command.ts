import { resolve } from 'node:path';
import { allocator } from '../processes/allocator.ts';

/** Settings that every process of an installation must share, and that are not secret. */
const sharedSettings = ['QUEUE_PREFIX', 'RENDER_PROVIDERS', 'BASE_URL', 'S3_BUCKET', 'S3_ENDPOINT'] as const;

const quoted = (value: string) =>
  /^[\w@%+=:,./-]*$/.test(value) ? value : `'${value.replaceAll("'", "'\\''")}'`;

/** A command that starts one more worker of a running start in another terminal. */
export function workerCommand(running: {
  env: NodeJS.ProcessEnv;
  dataDir: string;
  redisUrl: string;
  mongoUri: string;
}): string {
  const settings: Record<string, string> = {
    REDIS_URL: running.redisUrl,
    MONGODB_URI: running.mongoUri,
    DATA_DIR: resolve(running.dataDir),
    ...allocator,
  };
  for (const name of sharedSettings) {
    const value = running.env[name];
    if (value) settings[name] = value;
  }
  const assignments = Object.entries(settings).map(([name, value]) => `${name}=${quoted(value)}`);
  return `${assignments.join(' \\\n  ')} \\\n  node --import tsx workers/main.ts`;
}
