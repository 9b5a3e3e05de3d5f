import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { createAccount } from '../shared/accounts/accounts.ts';
import { grantCredits } from '../shared/credits/credits.ts';
import { type Database, openDatabase } from '../shared/database/database.ts';
import { newId } from '../shared/ids.ts';
import type { KeyMode } from '../shared/keys/key-format.ts';
import { createKey, findKey } from '../shared/keys/keys.ts';
import { silentLogger } from '../shared/log.ts';
import { prepareIndexes } from '../shared/mongodb/indexes/prepare-indexes.ts';
import { createStore, findStoreBySlug, updateStore } from '../shared/stores/stores.ts';
import { importDemoCatalog } from './demo-catalog.ts';
import { addDemoFlows } from './demo-flows.ts';
import { addDemoPeople } from './demo-people.ts';
import { addDemoLogo, addDemoPhotos } from './demo-photos.ts';
import { readDemoPassword } from './platform/demo-password.ts';
import { demoSettings, demoStore } from './platform/demo-store.ts';

const demoCredits = 100;

export interface DemoKeys {
  key: string;
  testKey: string;
  /** Of the demo people; absent in production, which has none. */
  password?: string;
  /** Resolves once the store has its catalog, which the keys do not need. */
  catalog: Promise<void>;
}

export interface SeedOptions {
  mongoUri: string;
  dataDir: string;
  env: NodeJS.ProcessEnv;
  log: (line: string) => void;
}

/**
 * Makes the demo account with its people, its credits, a live key, a test key and a store with the example catalog, once
 * per database; the keys stay in `DATA_DIR/demo-key` and `DATA_DIR/demo-test-key`, readable by their owner only.
 */
export async function seedDemo({ mongoUri, dataDir, env, log }: SeedOptions): Promise<DemoKeys> {
  const database = await openSeeded(mongoUri);
  try {
    const known = await savedKey(database, dataDir, 'live');
    const account = known?.account ?? (await makeAccount(database, { env, log }));
    const key = known?.key ?? (await newKey(database, dataDir, account, 'live'));
    const test = await savedKey(database, dataDir, 'test');
    const testKey = test?.key ?? (await newKey(database, dataDir, account, 'test'));
    if (env.NODE_ENV !== 'production') await addDemoPeople(database, account, dataDir);
    const password = await readDemoPassword(dataDir);
    const owned = { account, dataDir, env: { ...env, MONGODB_URI: mongoUri }, log };
    const catalog = seedCatalog(database, owned).finally(() => database.close());
    catalog.catch(() => undefined); // awaited only once the first image is rendered
    return { key, testKey, ...(password !== undefined && { password }), catalog };
  } catch (error) {
    await database.close();
    throw error;
  }
}

/** Makes an account with credits on a throw-away database, and returns its live key. */
export async function seedAccount({
  mongoUri,
  dataDir,
}: Pick<SeedOptions, 'mongoUri' | 'dataDir'>): Promise<string> {
  const database = await openSeeded(mongoUri);
  try {
    return await newKey(database, dataDir, await grantAccount(database), 'live');
  } finally {
    await database.close();
  }
}

async function openSeeded(uri: string): Promise<Database> {
  const log = silentLogger();
  const options = { name: 'seed', poolSize: 2, selectionMs: 5000, startMs: 50_000 };
  const database = await openDatabase({ uri, log, ...options });
  await prepareIndexes(database, { build: false, log }).catch(async (error: unknown) => {
    await database.close();
    throw error;
  });
  return database;
}

/** Returns the path of the demo account's key of that mode. */
const demoKeyFile = (dataDir: string, mode: KeyMode): string =>
  join(dataDir, mode === 'live' ? 'demo-key' : 'demo-test-key');

async function savedKey(database: Database, dataDir: string, mode: KeyMode) {
  const key = (await readFile(demoKeyFile(dataDir, mode), 'utf8').catch(() => '')).trim();
  const known = await findKey(database.keys, key);
  return known && !known.revokedAt ? { key, account: known.account } : undefined;
}

async function newKey(database: Database, dataDir: string, account: string, mode: KeyMode): Promise<string> {
  const { key } = await createKey(database.keys, { account, mode, name: 'demo' });
  await writeFile(demoKeyFile(dataDir, mode), `${key}\n`, { mode: 0o600 });
  return key;
}

async function makeAccount(
  database: Database,
  { env, log }: Pick<SeedOptions, 'env' | 'log'>,
): Promise<string> {
  const account = await grantAccount(database);
  await seedStore(database, account, env);
  log(`Made the demo account with ${demoCredits} credits, and the store "${demoStore.slug}".`);
  return account;
}

async function grantAccount(database: Database): Promise<string> {
  const { _id: account } = await createAccount(database.accounts, { name: 'Demo' });
  const grantId = newId('grant');
  await grantCredits(database, { account, grantId, amount: demoCredits, note: 'demo', at: new Date() });
  return account;
}

/** A store outlives its account's key file: only the first start on a database creates it. */
async function seedStore(database: Database, account: string, env: NodeJS.ProcessEnv): Promise<void> {
  if (await database.stores.exists({ slug: demoStore.slug })) return;
  await createStore(database.stores, { account, ...demoStore });
  await updateStore(database.stores, demoStore.slug, demoSettings(env));
}

/** Without its catalog the demo store is empty, and everything else works: a failure is only said. */
async function seedCatalog(
  database: Database,
  {
    account,
    log,
    ...options
  }: { account: string; dataDir: string; env: NodeJS.ProcessEnv } & Pick<SeedOptions, 'log'>,
): Promise<void> {
  const store = await findStoreBySlug(database.stores, demoStore.slug);
  if (store?.account !== account) return;
  try {
    const products = await importDemoCatalog(database, { ...options, store: store._id });
    await addDemoPhotos(database, { ...options, store: store._id });
    await addDemoLogo(database, { ...options, store: store._id });
    await addDemoFlows(database, store._id);
    log(
      `The store "${demoStore.slug}" has the ${products} products of examples/catalog and the photos of examples/models.`,
    );
  } catch (error) {
    log(`The example catalog and its model photos are not complete: ${(error as Error).message}`);
  }
}
