import { createAccount } from '../../shared/accounts/accounts.ts';
import { grantCredits } from '../../shared/credits/credits.ts';
import { openDatabase } from '../../shared/database/database.ts';
import { newId } from '../../shared/ids.ts';
import { createKey } from '../../shared/keys/keys.ts';
import { silentLogger } from '../../shared/log.ts';
import { type MeasuredProcess, startMeasured } from './processes/measured.ts';
import type { Stage } from './stage.ts';

/** A server under load: the platform, or the bare one. */
export interface Subject {
  name: 'platform' | 'bare';
  url: string;
  api: MeasuredProcess;
  worker: MeasuredProcess | undefined;
  startWorker(): Promise<MeasuredProcess>;
  /** Keys of different accounts; the bare server ignores them. */
  keys(callers: number): string[];
  close(): Promise<void>;
}

/** Main files, relative to this folder or as URLs. */
export interface Entries {
  api: string;
  worker: string;
}

export const platformEntries: Entries = { api: 'processes/api.ts', worker: 'processes/worker.ts' };
const bareEntries: Entries = { api: 'bare/api.ts', worker: 'bare/worker.ts' };

/** Ten callers share an account: the default of `RATE_LIMIT_CONCURRENT`. */
const callersPerAccount = 10;

/** Starts one server, and the accounts of its callers. */
export async function startSubject(
  stage: Stage,
  {
    name,
    entries,
    accounts,
    workers,
  }: { name: Subject['name']; entries: Entries; accounts: number; workers: boolean },
): Promise<Subject> {
  const { env, profile, closing } = stage;
  const keys = accounts > 0 ? await makeKeys(env, accounts) : ['none'];
  const api = await startMeasured(entries.api, env, profile);
  const started = [api];
  const subject: Subject = {
    name,
    url: `http://127.0.0.1:${api.port}`,
    api,
    worker: undefined,
    startWorker: async () => {
      const worker = await startMeasured(entries.worker, env, profile);
      started.push(worker);
      subject.worker = worker;
      return worker;
    },
    keys: (callers) => keys.slice(0, Math.ceil(callers / callersPerAccount)),
    close: async () => {
      await Promise.all(started.map((process) => process.close()));
    },
  };
  closing.add(subject.close);
  if (workers) await subject.startWorker();
  return subject;
}

/** Both servers, without workers where a measurement starts its own. */
export async function startSubjects(
  stage: Stage,
  options: { accounts: number; workers: boolean },
): Promise<[platform: Subject, bare: Subject]> {
  return Promise.all([
    startSubject(stage, { name: 'platform', entries: platformEntries, ...options }),
    startSubject(stage, { name: 'bare', entries: bareEntries, ...options, accounts: 0 }),
  ]);
}

const plenty = 1_000_000;
/** Accounts are rarely new, but for a day after a grant the sweeper checks whether it was booked. */
const grantedAgoMs = 48 * 3_600_000;

async function makeKeys({ MONGODB_URI: uri = '' }: NodeJS.ProcessEnv, count: number): Promise<string[]> {
  const database = await openDatabase({ uri, log: silentLogger(), name: 'bench', selectionMs: 5000 });
  try {
    await database.ensureIndexes();
    const accounts = Array.from({ length: count }, async (_, index) => {
      const at = new Date(Date.now() - grantedAgoMs);
      const { _id: account } = await createAccount(database.accounts, { name: `Bench ${index}` });
      await grantCredits(database, { account, grantId: newId('grant'), amount: plenty, at });
      return (await createKey(database.keys, { account, mode: 'live', name: 'bench' })).key;
    });
    return await Promise.all(accounts);
  } finally {
    await database.close();
  }
}
