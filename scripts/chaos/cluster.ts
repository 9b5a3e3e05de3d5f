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
import { type KillableMongo, killableEmbeddedMongo, killableRedis } from './killable-backends.ts';
import { type Member, startMember } from './member.ts';

export type LinkTarget = 'redis' | 'store' | 'model';

/** The whole platform in real processes, each with proxies of its own in front of what it talks to. */
export interface Cluster {
  apis: Member[];
  workers: Member[];
  redis: KillableMongo;
  /** Undefined when the store is a server of somebody's own, which is not killed. */
  store?: KillableMongo;
  model: CogServer;
  /** The ways of all processes to that target. */
  links: Record<LinkTarget, FaultProxy[]>;
  /** Starts a killed store again and points the ways to it at its new port. */
  revive(target: 'redis' | 'store'): Promise<void>;
  /** The runner's own view, over ways that no fault touches. */
  database: Database;
  blobs: BlobStorage;
  config: Config;
  dataDir: string;
  /** Ends everything; removes the folder unless it is to be looked at. */
  close(options?: { keep?: boolean }): Promise<void>;
}

export interface ClusterOptions {
  apis?: number;
  workers?: number;
  /** Settings of the processes over `quickSettings`. */
  env?: Record<string, string>;
  /** A MongoDB of somebody's own instead of the embedded database; its database is used as it is named. */
  mongoUri?: string;
}

/** Short enough that a fault and what it leads to are over in seconds; otherwise the defaults of a real fleet. */
export const quickSettings: Record<string, string> = {
  LEASE_SECONDS: '1.2',
  SWEEP_SECONDS: '0.3',
  RENDER_DEADLINE_SECONDS: '10',
  WAIT_SECONDS: '12',
  SHUTDOWN_SECONDS: '4',
  COG_SECONDS: '4',
  RATE_LIMIT_PER_MINUTE: '1000000',
  RATE_LIMIT_CONCURRENT: '100000',
};

interface Ways {
  redis: FaultProxy;
  store: FaultProxy;
  model: FaultProxy;
}

export async function startCluster(options: ClusterOptions = {}): Promise<Cluster> {
  const dataDir = await mkdtemp(join(tmpdir(), 'render-platform-chaos-'));
  const redis = killableRedis(dataDir);
  const store = options.mongoUri ? undefined : killableEmbeddedMongo(dataDir);
  const [model] = await Promise.all([startCogServer(), redis.start(), store?.start()]);
  const given = options.mongoUri ? mongoAddress(options.mongoUri) : undefined;
  const openWays = async (): Promise<Ways> => ({
    redis: await startFaultProxy(redis.port()),
    store: await startFaultProxy(store ? store.port() : given!.port),
    model: await startFaultProxy(Number(new URL(model.url).port)),
  });
  const envOf = (ways: Ways): NodeJS.ProcessEnv => ({
    PATH: process.env.PATH,
    NODE_ENV: 'test',
    PORT: '0',
    DATA_DIR: dataDir,
    LOG_LEVEL: 'info',
    REDIS_URL: `redis://127.0.0.1:${ways.redis.port}`,
    MONGODB_URI: given
      ? given.uriOf(ways.store.port)
      : `mongodb://127.0.0.1:${ways.store.port}/chaos?retryWrites=false&directConnection=true`,
    RENDER_PROVIDERS: 'cog',
    COG_URL: `http://127.0.0.1:${ways.model.port}`,
    OUTBOUND_ALLOW: `127.0.0.1:${ways.model.port}`,
    ...quickSettings,
    ...options.env,
  });
  const own = await openWays();
  const config = loadConfig(envOf(own));
  const database = await openDatabase({ uri: config.MONGODB_URI, log: silentLogger(), patienceMs: 5000 });
  await database.ensureIndexes();
  const blobs = createBlobStorage(config);
  const ways: Ways[] = [];
  const start = async (entry: 'api/main' | 'workers/main', index: number) => {
    const mine = await openWays();
    ways.push(mine);
    const name = `${entry.split('/')[0]!.replace(/s$/, '')}-${index}`;
    return startMember({ name, entry, env: envOf(mine), logFile: join(dataDir, `${name}.log`) });
  };
  const several = (entry: 'api/main' | 'workers/main', count: number) =>
    Promise.all(Array.from({ length: count }, (_, index) => start(entry, index)));
  const [apis, workers] = await Promise.all([
    several('api/main', options.apis ?? 2),
    several('workers/main', options.workers ?? 3),
  ]);
  await Promise.all([...apis, ...workers].map((member) => member.ready()));
  const links = { redis: pick(ways, 'redis'), store: pick(ways, 'store'), model: pick(ways, 'model') };
  return {
    apis,
    workers,
    redis,
    ...(store ? { store } : {}),
    model,
    links,
    database,
    blobs,
    config,
    dataDir,
    revive: async (target) => {
      const revived = target === 'redis' ? redis : store!;
      await revived.start();
      for (const way of [...links[target], own[target]]) way.retarget(revived.port());
    },
    close: async ({ keep = false } = {}) => {
      await Promise.all([...apis, ...workers].map((member) => member.close()));
      await Promise.all([database.close(), blobs.close(), model.close()]);
      await Promise.all([own, ...ways].flatMap((way) => Object.values(way).map((proxy) => proxy.close())));
      await Promise.all([redis.kill(), store?.kill()]);
      if (!keep) await rm(dataDir, { recursive: true, force: true });
    },
  };
}

const pick = (ways: Ways[], target: LinkTarget): FaultProxy[] => ways.map((way) => way[target]);

/** The one address of a `mongodb://` URI, and the same URI by way of another port of this machine. */
function mongoAddress(uri: string): { port: number; uriOf(port: number): string } {
  const found = /^(mongodb:\/\/(?:[^@/]*@)?)(?:127\.0\.0\.1|localhost):(\d+)(\/.*)?$/.exec(uri);
  if (!found) throw new Error('MONGODB_URI of a chaos run names one server on this machine.');
  const [, before, port, rest = '/chaos'] = found;
  const direct = rest.includes('directConnection')
    ? ''
    : `${rest.includes('?') ? '&' : '?'}directConnection=true`;
  return { port: Number(port), uriOf: (proxy) => `${before}127.0.0.1:${proxy}${rest}${direct}` };
}
