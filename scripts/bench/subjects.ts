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

const entries = {
  platform: { api: 'processes/api.ts', worker: 'processes/worker.ts' },
  bare: { api: 'bare/api.ts', worker: 'bare/worker.ts' },
} as const;

/** Ten callers share an account: the default of `RATE_LIMIT_CONCURRENT`. */
const callersPerAccount = 10;

async function startSubject(
  stage: Stage,
  name: Subject['name'],
  keys: string[],
  workers: boolean,
): Promise<Subject> {
  const { env, profile, closing } = stage;
  const api = await startMeasured(entries[name].api, env, profile);
  const started = [api];
  const subject: Subject = {
    name,
    url: `http://127.0.0.1:${api.port}`,
    api,
    worker: undefined,
    startWorker: async () => {
      const worker = await startMeasured(entries[name].worker, env, profile);
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
  const keys = await makeKeys(stage, options.accounts);
  return Promise.all([
    startSubject(stage, 'platform', keys, options.workers),
    startSubject(stage, 'bare', ['none'], options.workers),
  ]);
}

const plenty = 1_000_000;
/** Accounts are rarely new, but for a day after a grant the sweeper checks whether it was booked. */
const grantedAgoMs = 48 * 3_600_000;

async function makeKeys(stage: Stage, count: number): Promise<string[]> {
  const uri = stage.backends.mongo.url;
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
