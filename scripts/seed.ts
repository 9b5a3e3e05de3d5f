import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { createAccount } from '../shared/accounts/accounts.ts';
import { grantCredits } from '../shared/credits/credits.ts';
import { type Database, openDatabase } from '../shared/database/database.ts';
import { newId } from '../shared/ids.ts';
import { createKey, findKey } from '../shared/keys/keys.ts';
import { silentLogger } from '../shared/log.ts';
import { createStore } from '../shared/stores/stores.ts';

const demoCredits = 100;

const demoStore = { slug: 'demo', name: 'Demo store', hosts: ['demo.localhost'] };

export interface SeedOptions {
  mongoUri: string;
  dataDir: string;
  log: (line: string) => void;
}

/**
 * Makes the demo account with its credits, a live key and a store, once per database; the key stays in
 * `DATA_DIR/demo-key`, readable by its owner only.
 */
export async function seedDemo({
  mongoUri,
  dataDir,
  log,
}: SeedOptions): Promise<{ accountId: string; key: string }> {
  const database = await openDatabase({
    uri: mongoUri,
    log: silentLogger(),
    name: 'seed',
    poolSize: 2,
    selectionMs: 5000,
  });
  try {
    await database.ensureIndexes();
    const keyFile = join(dataDir, 'demo-key');
    const kept = (await readFile(keyFile, 'utf8').catch(() => '')).trim();
    const known = await findKey(database.keys, kept);
    if (known) return { accountId: known.account, key: kept };
    const { _id: accountId } = await createAccount(database.accounts, { name: 'Demo' });
    const grant = {
      account: accountId,
      grantId: newId('grant'),
      amount: demoCredits,
      note: 'demo',
      at: new Date(),
    };
    await grantCredits(database, grant);
    await seedStore(database, accountId);
    const { key } = await createKey(database.keys, { account: accountId, mode: 'live', name: 'demo' });
    await writeFile(keyFile, `${key}\n`, { mode: 0o600 });
    log(`Made the demo account with ${demoCredits} credits, and the store "${demoStore.slug}".`);
    return { accountId, key };
  } finally {
    await database.close();
  }
}

/** A store outlives its account's key file: only the first start on a database creates it. */
async function seedStore(database: Database, account: string): Promise<void> {
  if (await database.stores.exists({ slug: demoStore.slug })) return;
  await createStore(database.stores, { account, ...demoStore });
}
