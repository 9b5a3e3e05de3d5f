import { fileURLToPath } from 'node:url';
import { type Backend, SetupError } from '../backends/backend.ts';
import { openMongo } from '../backends/mongo.ts';
import { openRedis } from '../backends/redis.ts';
import { allocator } from '../processes/allocator.ts';
import { type Child, endingLine, startNode, waitForMessage } from '../processes/child.ts';
import { childLog, quietLog } from './child-log.ts';
import type { Closing } from './closing.ts';
import { superviseWorker } from './worker.ts';

const apiEntry = fileURLToPath(new URL('../../api/main.ts', import.meta.url));
const workerEntry = fileURLToPath(new URL('../../workers/main.ts', import.meta.url));
const readyMs = 60_000;
/** All parts start at once: on a slow machine the own database is the last one. */
const ownStartSeconds = 50;
/** Added to the time that SHUTDOWN_SECONDS gives a process. */
const closeMarginMs = 4_000;

export interface PlatformOptions {
  env: NodeJS.ProcessEnv;
  dataDir: string;
  port: number;
  workers: number;
  shutdownSeconds: number;
  say: (line: string) => void;
  /** Called with one line when a part ends without which the platform cannot continue. */
  onLost: (line: string) => void;
}

export interface Backends {
  redis: Backend;
  mongo: Backend;
}

type Running = PlatformOptions & { closing: Closing };

function openLog({ dataDir, say, closing }: Running, name: string, quiet = false): (line: string) => void {
  const log = quiet ? quietLog(dataDir, name) : childLog(dataDir, name, say);
  closing.add(log.close);
  return log.onLine;
}

function announceLoss(backend: Backend, name: string, onLost: (line: string) => void): void {
  void backend.lost?.then((how) => onLost(`${name} ${how}.`));
}

/** Finds or starts both backends at the same time; those started may not respond yet. @throws SetupError */
export async function startBackends(options: Running): Promise<Backends> {
  const { env, dataDir, say, closing } = options;
  const keep = async (name: string, opening: Promise<Backend>) => {
    const backend = await opening;
    closing.add(backend.close);
    announceLoss(backend, name, options.onLost);
    return backend;
  };
  const redisLog = openLog(options, 'redis', true);
  const mongoLog = openLog(options, 'mongo', true);
  const [redis, mongo] = await Promise.all([
    keep('Redis', openRedis({ env, dataDir, durable: true, say, onLine: redisLog })),
    keep('MongoDB', openMongo({ env, dataDir, durable: true, say, onLine: mongoLog })),
  ]);
  return { redis, mongo };
}

function startWorkers(options: Running, env: NodeJS.ProcessEnv, closeMs: number) {
  return Array.from({ length: options.workers }, (_, index) => {
    const name = index === 0 ? 'worker' : `worker-${index + 1}`;
    const onLine = openLog(options, name);
    const spawn = () => startNode(workerEntry, [], { env: { ...allocator, ...env }, onLine });
    const worker = superviseWorker({ name, spawn, readyMs, closeMs, say: options.say });
    return { ...worker, ready: named('worker', worker.ready) };
  });
}

function startApi(options: Running, env: NodeJS.ProcessEnv): { child: Child; ready: Promise<void> } {
  const child = startNode(apiEntry, [], { env: { ...allocator, ...env }, onLine: openLog(options, 'api') });
  const ready = waitForMessage(child, 'ready', readyMs).then(() => {
    void child.ended.then((ending) => options.onLost(`The API ${endingLine(ending)}.`));
  });
  return { child, ready: named('API', ready) };
}

async function named(what: string, ready: Promise<void>): Promise<void> {
  try {
    await ready;
  } catch (error) {
    throw new SetupError(`The ${what} did not start: ${(error as Error).message}`);
  }
}

/**
 * Starts the API and the workers at the same time, while backends may still be starting, waits until
 * all of them are ready, and returns the API's URL.
 */
export async function startProcesses(options: Running, { redis, mongo }: Backends): Promise<string> {
  const env: NodeJS.ProcessEnv = {
    NODE_ENV: 'development',
    ...options.env,
    PORT: String(options.port),
    DATA_DIR: options.dataDir,
    SHUTDOWN_SECONDS: String(options.shutdownSeconds),
    REDIS_URL: redis.url,
    MONGODB_URI: mongo.url,
    // A database of our own belongs to this person; nothing else could build its indexes before the API starts.
    ...(options.env.MONGODB_URI
      ? {}
      : { BUILD_INDEXES: 'true', MONGODB_START_SECONDS: String(ownStartSeconds) }),
  };
  const closeMs = options.shutdownSeconds * 1000 + closeMarginMs;
  const workers = startWorkers(options, env, closeMs);
  for (const { close, kill } of workers) options.closing.add(close, kill);
  const api = startApi(options, env);
  options.closing.add(() => api.child.close(closeMs), api.child.kill); // added last, so stopped first: its renders end in the workers
  await Promise.all([redis.ready, mongo.ready, api.ready, ...workers.map((worker) => worker.ready)]);
  return `http://localhost:${options.port}`;
}
