import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { BlobStorage } from '../../shared/blobs/blob-storage.ts';
import { createBlobStorage } from '../../shared/blobs/create-blob-storage.ts';
import { loadConfig } from '../../shared/config/load.ts';
import type { Config } from '../../shared/config/variables.ts';
import { type Database, openDatabase } from '../../shared/database/database.ts';
import { silentLogger } from '../../shared/log.ts';
import { type CogServer, startCogServer } from '../bench/cog-server.ts';
import { type FaultProxy, startFaultProxy } from './fault-proxy.ts';
import { type KillableBackend, killableEmbeddedMongo, killableRedis } from './killable-backends.ts';
import { type Member, startMember } from './member.ts';

export type LinkTarget = 'redis' | 'mongo' | 'model';

/** The whole platform in real processes, each with its own proxies in front of what it connects to unless they are `apart`. */
export interface Cluster {
  apis: Member[];
  workers: Member[];
  redis: KillableBackend;
  /** Undefined when MONGODB_URI names a server, which is not killed. */
  mongo?: KillableBackend;
  model: CogServer;
  /** The ways of all processes to that target. */
  links: Record<LinkTarget, FaultProxy[]>;
  /** Starts a killed backend again and points the ways to it at its new port. */
  revive(target: 'redis' | 'mongo'): Promise<void>;
  /** The runner's own view, over ways that no fault touches. */
  database: Database;
  blobs: BlobStorage;
  config: Config;
  dataDir: string;
  /** Ends everything; removes the folder unless it is kept for inspection. */
  close(options?: { keep?: boolean }): Promise<void>;
}

export interface ClusterOptions {
  apis?: number;
  workers?: number;
  /** Settings of the processes over `quickSettings`. */
  env?: Record<string, string>;
  /** A MongoDB to use instead of the embedded database, with the database that the URI names. */
  mongoUri?: string;
  /** Until a process must be ready; that of `MemberOptions` when it is not given. */
  startDeadlineMs?: number;
  /**
   * Keeps all processes apart from this one, whose work must not delay them: in sessions of their own, and without the
   * proxies, which run in this process. No fault can be applied then.
   */
  apart?: boolean;
}

/** Short enough that a fault and its consequences end within seconds; otherwise the defaults of a real fleet. */
const quickSettings: Record<string, string> = {
  LEASE_SECONDS: '1.2',
  SWEEP_SECONDS: '0.3',
  RENDER_DEADLINE_SECONDS: '10',
  WAIT_SECONDS: '12',
  SHUTDOWN_SECONDS: '4',
  COG_SECONDS: '4',
  RATE_LIMIT_PER_MINUTE: '1000000',
  RATE_LIMIT_CONCURRENT: '100000',
};

type Ways = Record<LinkTarget, FaultProxy>;
type Ports = Record<LinkTarget, Pick<FaultProxy, 'port'>>;

interface Targets {
  redis: KillableBackend;
  mongo: KillableBackend | undefined;
  given: MongoAddress | undefined;
  model: CogServer;
}

async function startTargets(
  dataDir: string,
  { mongoUri, apart }: Pick<ClusterOptions, 'mongoUri' | 'apart'>,
): Promise<Targets> {
  const redis = killableRedis(dataDir);
  const mongo = mongoUri ? undefined : killableEmbeddedMongo(dataDir, { ownSession: apart });
  const [model] = await Promise.all([startCogServer(), redis.start(), mongo?.start()]);
  return { redis, mongo, given: mongoUri ? mongoAddress(mongoUri) : undefined, model };
}

const getPorts = ({ redis, mongo, given, model }: Targets): Ports => ({
  redis: { port: redis.port() },
  mongo: { port: mongo ? mongo.port() : given!.port },
  model: { port: Number(new URL(model.url).port) },
});

async function openWays(targets: Targets): Promise<Ways> {
  const { redis, mongo, model } = getPorts(targets);
  return {
    redis: await startFaultProxy(redis.port),
    mongo: await startFaultProxy(mongo.port),
    model: await startFaultProxy(model.port),
  };
}

type MakeEnvironment = (ports: Ports) => NodeJS.ProcessEnv;

const buildEnvironment =
  (dataDir: string, { given }: Targets, settings: ClusterOptions['env']): MakeEnvironment =>
  (ports) => ({
    PATH: process.env.PATH,
    NODE_ENV: 'test',
    PORT: '0',
    DATA_DIR: dataDir,
    LOG_LEVEL: 'info',
    REDIS_URL: `redis://127.0.0.1:${ports.redis.port}`,
    MONGODB_URI: given
      ? given.getUri(ports.mongo.port)
      : `mongodb://127.0.0.1:${ports.mongo.port}/chaos?retryWrites=false&directConnection=true`,
    RENDER_PROVIDERS: 'cog',
    COG_URL: `http://127.0.0.1:${ports.model.port}`,
    OUTBOUND_ALLOW: `127.0.0.1:${ports.model.port}`,
    ...quickSettings,
    ...settings,
  });

const closeWays = (ways: Ways[]) =>
  Promise.all(ways.flatMap((way) => Object.values(way).map((proxy: FaultProxy) => proxy.close())));

/**
 * Starts members and waits until all are ready; each has ways of its own, or none.
 * @throws SetupError of `Member.ready`; then all have ended
 */
async function startMembers(
  options: ClusterOptions,
  dataDir: string,
  targets: Targets,
  environment: MakeEnvironment,
): Promise<{ apis: Member[]; workers: Member[]; ways: Ways[] }> {
  const ways: Ways[] = [];
  const start = async (entry: 'api/main' | 'workers/main', index: number) => {
    const own = options.apart ? undefined : await openWays(targets);
    if (own) ways.push(own);
    const name = `${entry.split('/')[0]!.replace(/s$/, '')}-${index}`;
    const logFile = join(dataDir, `${name}.log`);
    const { startDeadlineMs, apart: ownSession } = options;
    const env = environment(own ?? getPorts(targets));
    return startMember({ name, entry, env, logFile, startDeadlineMs, ownSession });
  };
  const several = (entry: 'api/main' | 'workers/main', count: number) =>
    Promise.all(Array.from({ length: count }, (_, index) => start(entry, index)));
  const [apis, workers] = await Promise.all([
    several('api/main', options.apis ?? 2),
    several('workers/main', options.workers ?? 3),
  ]);
  const members = [...apis, ...workers];
  try {
    await Promise.all(members.map((member) => member.ready()));
  } catch (error) {
    await Promise.all(members.map((member) => member.close()));
    await closeWays(ways);
    throw error;
  }
  return { apis, workers, ways };
}

/** @throws SetupError with the last line of a process's log when it is not ready by the deadline; the logs are kept */
export async function startCluster(options: ClusterOptions = {}): Promise<Cluster> {
  const dataDir = await mkdtemp(join(tmpdir(), 'render-platform-chaos-'));
  const targets = await startTargets(dataDir, options);
  const environment = buildEnvironment(dataDir, targets, options.env);
  const own = await openWays(targets);
  const config = loadConfig(environment(own));
  const database = await openDatabase({ uri: config.MONGODB_URI, log: silentLogger(), selectionMs: 5000 });
  await database.ensureIndexes();
  const blobs = createBlobStorage(config);
  const { redis, mongo, model } = targets;
  const closeTargets = async () => {
    await Promise.all([database.close(), blobs.close(), model.close()]);
    await closeWays([own]);
    await Promise.all([redis.kill(), mongo?.kill()]);
  };
  const { apis, workers, ways } = await startMembers(options, dataDir, targets, environment).catch(
    async (error: unknown) => {
      await closeTargets();
      throw error;
    },
  );
  const links = { redis: pick(ways, 'redis'), mongo: pick(ways, 'mongo'), model: pick(ways, 'model') };
  return {
    apis,
    workers,
    redis,
    ...(mongo ? { mongo } : {}),
    model,
    links,
    database,
    blobs,
    config,
    dataDir,
    revive: async (target) => {
      const revived = target === 'redis' ? redis : mongo!;
      await revived.start();
      for (const way of [...links[target], own[target]]) way.retarget(revived.port());
    },
    close: async ({ keep = false } = {}) => {
      await Promise.all([...apis, ...workers].map((member) => member.close()));
      await closeWays(ways);
      await closeTargets();
      if (!keep) await rm(dataDir, { recursive: true, force: true });
    },
  };
}

const pick = (ways: Ways[], target: LinkTarget): FaultProxy[] => ways.map((way) => way[target]);

interface MongoAddress {
  port: number;
  getUri(port: number): string;
}

/** Returns the one address of a `mongodb://` URI, and the same URI through another port of this machine. */
function mongoAddress(uri: string): MongoAddress {
  const found = /^(mongodb:\/\/(?:[^@/]*@)?)(?:127\.0\.0\.1|localhost):(\d+)(\/.*)?$/.exec(uri);
  if (!found) throw new Error('MONGODB_URI of a chaos run names one server on this machine.');
  const [, before, port, rest = '/chaos'] = found;
  const direct = rest.includes('directConnection')
    ? ''
    : `${rest.includes('?') ? '&' : '?'}directConnection=true`;
  return { port: Number(port), getUri: (proxy) => `${before}127.0.0.1:${proxy}${rest}${direct}` };
}
