import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Redis } from 'ioredis';
import { databaseUri } from '../backends/throw-away.ts';
import type { Closing } from '../platform/closing.ts';
import type { Backends } from '../platform/platform.ts';
import { startBackends } from '../platform/platform.ts';
import { readSettings } from '../platform/settings.ts';
import type { StopRequests } from '../platform/stop-request.ts';
import { allocator } from '../processes/allocator.ts';
import { startCogProcess } from './processes/cog.ts';
import { pidOfFolder } from './processes/pid-of-folder.ts';

/** Set-up shared by both servers of a measurement: backends, a model that responds at once, a folder. */
export interface Stage {
  dir: string;
  backends: Backends;
  redis: Redis;
  modelUrl: string;
  pids: { redis: number | undefined; mongo: number | undefined };
  /** The environment of every measured process. */
  env: NodeJS.ProcessEnv;
  closing: Closing;
  profile: string | undefined;
  /** Writes a request body where the load client finds it. */
  bodyFile(name: string, body: Buffer): Promise<string>;
}

/** Returns the settings of an installation beside the stage's own: processes with other settings may not share one. */
export function ownInstallation(
  { backends, dir }: Stage,
  name: string,
): Record<'MONGODB_URI' | 'DATA_DIR' | 'QUEUE_PREFIX', string> {
  return {
    MONGODB_URI: databaseUri(backends.mongo.url, name),
    DATA_DIR: join(dir, name),
    QUEUE_PREFIX: name,
  };
}

/** Processes that count their database commands, without what the sweeper and long queues add to a render's. */
export function withCountedCommands(stage: Stage): Stage {
  const separator = stage.env.MONGODB_URI?.includes('?') ? '&' : '?';
  const MONGODB_URI = `${stage.env.MONGODB_URI}${separator}monitorCommands=true`;
  return { ...stage, env: { ...stage.env, MONGODB_URI, SWEEP_SECONDS: '600', LEASE_SECONDS: '120' } };
}

/** Renders at once in one worker, the same on both sides. */
export const workerConcurrency = 16;

/** Starts backends and model in a temporary folder; everything ends with `closing`. */
export async function setStage(options: {
  closing: Closing;
  stops: StopRequests;
  say: (line: string) => void;
  profile: string | undefined;
}): Promise<Stage> {
  const { closing, stops, say, profile } = options;
  const dir = await mkdtemp(join(tmpdir(), 'render-platform-bench-'));
  closing.add(() => rm(dir, { recursive: true, force: true }));
  // Configured backends may hold data that a bench must not touch; the database of the pages is a large one.
  const backendEnv = { REDIS_URL: '', MONGODB_URI: '', EMBEDDED_MONGO_MEGABYTES: '2000' };
  const own = { ...process.env, DATA_DIR: dir, ...backendEnv };
  const onLost = (line: string) => stops.request({ exitCode: 1, line });
  const settings = { ...readSettings([], own), env: own, dataDir: dir, say, onLost, closing };
  const backends = await startBackends(settings);
  const redis = new Redis(backends.redis.url);
  // The server may end first.
  redis.on('error', () => undefined);
  closing.add(() => redis.disconnect());
  const model = await startCogProcess();
  closing.add(model.close);
  const env = {
    ...allocator,
    NODE_ENV: 'development',
    PORT: '0',
    DATA_DIR: dir,
    REDIS_URL: backends.redis.url,
    MONGODB_URI: backends.mongo.url,
    QUEUE_PREFIX: 'bench',
    RENDER_PROVIDERS: 'cog',
    COG_URL: model.url,
    OUTBOUND_ALLOW: new URL(model.url).host,
    WORKER_CONCURRENCY: String(workerConcurrency),
    // High enough not to limit; looking them up and counting is still measured.
    RATE_LIMIT_PER_MINUTE: '1000000',
    RATE_LIMIT_CONCURRENT: '100000',
    QUEUE_MAX_WAITING: '100000',
    LOG_LEVEL: 'warn',
    // A slow machine is measured, not its time-outs.
    REDIS_COMMAND_SECONDS: '30',
    MONGODB_SELECTION_SECONDS: '30',
  };
  const info = /process_id:(\d+)/.exec(await redis.info('server'));
  return {
    dir,
    backends,
    redis,
    modelUrl: model.url,
    pids: { redis: info ? Number(info[1]) : undefined, mongo: await pidOfFolder(dir, 'mongo') },
    env,
    closing,
    profile,
    bodyFile: async (name, body) => {
      const file = join(dir, `${name}.json`);
      await writeFile(file, body);
      return file;
    },
  };
}
