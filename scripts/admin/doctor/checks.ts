import { randomBytes } from 'node:crypto';
import { createBlobStorage } from '../../../shared/blobs/create-blob-storage.ts';
import type { Config } from '../../../shared/config/variables.ts';
import { type Database, openDatabase } from '../../../shared/database/database.ts';
import { theInstallation } from '../../../shared/installation/installation-model.ts';
import { disagreement, pickSharedSettings } from '../../../shared/installation/shared-settings.ts';
import { redisNowMs } from '../../../shared/jobs/redis-clock.ts';
import { findUnfitness, readField } from '../../../shared/jobs/unfit-redis.ts';
import { silentLogger } from '../../../shared/log.ts';
import { databaseSettings } from '../../../shared/mongodb/connect.ts';
import { readIndexes } from '../../../shared/mongodb/indexes/read-indexes.ts';
import { providerAllowList } from '../../../shared/outbound/allow-lists.ts';
import { createOutbound } from '../../../shared/outbound/outbound.ts';
import type { ProviderName } from '../../../shared/providers/provider-names.ts';
import { loadSecretBox } from '../../../shared/secrets/load-secret-box.ts';
import { providerFactories } from '../../../workers/providers/registry.ts';
import { withRedis } from '../redis.ts';

export interface DoctorCheck {
  name: string;
  /** Returns what is in order. @throws DoctorProblem or the error of the backend. */
  run(config: Config): Promise<string>;
  /** Remedy, where the error of a failed check does not name one. */
  fix: string;
}

/** A finding with its own remedy. */
export class DoctorProblem extends Error {
  override name = 'DoctorProblem';
  readonly fix: string;

  constructor(message: string, fix: string) {
    super(message);
    this.fix = fix;
  }
}

/** Leases and signatures of webhooks tolerate less than a few seconds. */
const maxSkewMs = 2_000;
const selectionMs = 3_000;

async function inMongo<Result>(
  config: Config,
  work: (database: Database) => Promise<Result>,
): Promise<Result> {
  const database = await openDatabase({
    ...databaseSettings(config),
    log: silentLogger(),
    name: 'admin:doctor',
    poolSize: 1,
    selectionMs,
  });
  try {
    return await work(database);
  } finally {
    await database.close();
  }
}

async function mongo(config: Config): Promise<string> {
  return inMongo(config, async ({ connection }) => {
    const { version } = await connection.db!.command({ buildInfo: 1 });
    const hello = await connection.db!.command({ hello: 1 });
    return hello.embedded === true ? 'the embedded database; for development only' : `version ${version}`;
  });
}

async function databaseIndexes(config: Config): Promise<string> {
  const { present, missing, different } = await inMongo(config, ({ connection, indexes }) =>
    readIndexes(connection, indexes),
  );
  const lacking = [...missing, ...different.map(({ wanted }) => wanted)];
  if (lacking.length > 0) {
    const names = lacking.map(({ collection, name }) => `${collection}.${name}`);
    throw new DoctorProblem(`${names.join(', ')} missing`, 'npm run admin -- indexes apply');
  }
  return `all ${present.length} present`;
}

async function redisPolicy(config: Config): Promise<string> {
  const info = await withRedis(config, (connection) => connection.info());
  const unfit = findUnfitness(info);
  if (unfit) throw new DoctorProblem(unfit.problem, unfit.fix);
  return `version ${readField(info, 'redis_version') ?? 'unknown'}, maxmemory-policy noeviction`;
}

async function clocks(config: Config): Promise<string> {
  const skews = {
    Redis: await withRedis(config, async (connection) => measureSkew(() => redisNowMs(connection))),
    MongoDB: await inMongo(config, ({ connection }) =>
      measureSkew(async () => ((await connection.db!.command({ hello: 1 })).localTime as Date).getTime()),
    ),
  };
  for (const [name, ms] of Object.entries(skews)) {
    if (Math.abs(ms) > maxSkewMs) {
      throw new DoctorProblem(
        `the clock of ${name} differs from this machine's by ${(ms / 1000).toFixed(1)} s; the maximum is ${maxSkewMs / 1000} s`,
        'synchronise the clocks of all machines (chrony or systemd-timesyncd)',
      );
    }
  }
  return Object.entries(skews)
    .map(([name, ms]) => `${name} ${ms} ms`)
    .join(', ');
}

/** Returns the difference of a clock from ours, at the middle of the call. */
async function measureSkew(read: () => Promise<number>): Promise<number> {
  const before = Date.now();
  const theirs = await read();
  return Math.round(theirs - (before + Date.now()) / 2);
}

async function blobs(config: Config): Promise<string> {
  const storage = createBlobStorage(config);
  const key = `doctor/${randomBytes(8).toString('hex')}`;
  const bytes = randomBytes(64);
  try {
    await storage.put(key, bytes, 'application/octet-stream');
    const read = await storage.get(key);
    if (!read.equals(bytes)) throw new Error('what was read is not what was written');
    await storage.delete(key);
    if (await storage.stat(key)) throw new Error('a deleted blob is still there');
  } finally {
    await storage.close();
  }
  return `${config.S3_BUCKET ? `bucket ${config.S3_BUCKET}` : `folder ${config.DATA_DIR}/blobs`}: written, read, deleted`;
}

async function secrets(config: Config): Promise<string> {
  const box = await loadSecretBox(config);
  const own = pickSharedSettings(config, box.keyIds);
  const saved = await inMongo(config, ({ installations }) => installations.findOne(theInstallation).lean());
  const reason = saved?.settings && disagreement(saved.settings, own, false);
  if (reason) throw new DoctorProblem(reason, 'restore the key from your backup of the settings');
  const { length } = config.SECRETS_KEY;
  return length === 0 ? 'a generated development key' : `${length} ${length === 1 ? 'key' : 'keys'}`;
}

/** Creates each provider, which checks its URL and that its key is set; calls none of them. */
async function providers(config: Config): Promise<string> {
  const http = createOutbound({ allow: providerAllowList(config) });
  try {
    for (const name of config.RENDER_PROVIDERS) {
      const provider = providerFactories[name as ProviderName]({ config, log: silentLogger(), http });
      await provider.close?.();
    }
  } finally {
    await http.close();
  }
  return config.RENDER_PROVIDERS.join(', ');
}

export const doctorChecks: readonly DoctorCheck[] = [
  { name: 'MongoDB', run: mongo, fix: 'start MongoDB, or correct MONGODB_URI' },
  { name: 'Indexes', run: databaseIndexes, fix: 'start MongoDB first' },
  { name: 'Redis', run: redisPolicy, fix: 'start Redis, or correct REDIS_URL' },
  { name: 'Clocks', run: clocks, fix: 'start MongoDB and Redis first' },
  { name: 'Blob storage', run: blobs, fix: 'make DATA_DIR writable, or correct S3_BUCKET and its keys' },
  { name: 'Secrets', run: secrets, fix: 'set SECRETS_KEY; openssl rand -base64 32 makes a key' },
  { name: 'Providers', run: providers, fix: 'set the variables of RENDER_PROVIDERS: docs/providers.md' },
];
