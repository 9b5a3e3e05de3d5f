import { join, resolve } from 'node:path';
import { allocator } from '../processes/allocator.ts';

/** Settings that every process of an installation must share, and that are not secret. */
const sharedSettings = [
  'QUEUE_PREFIX',
  'RENDER_PROVIDERS',
  'BASE_URL',
  'S3_BUCKET',
  'S3_ENDPOINT',
  'S3_PATH_STYLE',
] as const;

const quoted = (value: string) =>
  /^[\w@%+=:,./-]*$/.test(value) ? value : `'${value.replaceAll("'", "'\\''")}'`;

/** A URL of the backends may carry a password, which stays in the file: terminals keep what they show. */
const fromBackendsFile = (file: string, name: 'redisUrl' | 'mongoUri') =>
  `"$(node -p 'require(process.argv[1]).${name}' ${quoted(file)})"`;

/** Returns a command that starts one more worker of a running start in another terminal. */
export function workerCommand(running: { env: NodeJS.ProcessEnv; dataDir: string }): string {
  const dataDir = resolve(running.dataDir);
  const file = join(dataDir, 'backends.json');
  const backends = [
    `REDIS_URL=${fromBackendsFile(file, 'redisUrl')}`,
    `MONGODB_URI=${fromBackendsFile(file, 'mongoUri')}`,
  ];
  const settings: Record<string, string> = { DATA_DIR: dataDir, ...allocator };
  for (const name of sharedSettings) {
    const value = running.env[name];
    if (value) settings[name] = value;
  }
  const assignments = Object.entries(settings).map(([name, value]) => `${name}=${quoted(value)}`);
  return `${[...backends, ...assignments].join(' \\\n  ')} \\\n  node --import tsx workers/main.ts`;
}
