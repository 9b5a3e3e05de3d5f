import { acceptRender } from '../../../api/renders/accept.ts';
import { createResultWaiter } from '../../../api/renders/result-waiter.ts';
import { createAccount } from '../../../shared/accounts/accounts.ts';
import { createBlobStorage } from '../../../shared/blobs/create-blob-storage.ts';
import { loadConfig } from '../../../shared/config/load.ts';
import { grantCredits } from '../../../shared/credits/credits.ts';
import { openDatabase } from '../../../shared/database/database.ts';
import { newId } from '../../../shared/ids.ts';
import { producerConnection, workerConnection } from '../../../shared/jobs/connections.ts';
import { renderJob } from '../../../shared/jobs/render-job.ts';
import { silentLogger } from '../../../shared/log.ts';
import type { StoredImage } from '../../../shared/renders/render-model.ts';
import { createRenderQueues } from '../../../shared/renders/render-queues.ts';
import { readRoutes } from '../../../shared/renders/render-route.ts';
import { installGauges } from './gauges.ts';
import { buildDraft, storeScene } from './noop-render.ts';

/** The API's side of a render without HTTP: accept and wait for the worker only. */
const config = loadConfig(process.env);
const log = silentLogger();
const prefix = config.QUEUE_PREFIX;
const database = await openDatabase({ uri: config.MONGODB_URI, log, name: 'bench', selectionMs: 5000 });
await database.ensureIndexes();
const producer = producerConnection({ url: config.REDIS_URL, name: 'bench:producer', log });
const queues = createRenderQueues(readRoutes(config), { connection: producer, prefix, log });
const waiter = createResultWaiter({
  connection: workerConnection({ url: config.REDIS_URL, name: 'bench:events', log }),
  queueNames: [renderJob.queue],
  prefix,
  isFinished: async () => [],
  log,
});
await waiter.ready;
const blobs = createBlobStorage(config);
const dependencies = { database, blobs, queues, waiter, retention: config, developersUrl: '', now: Date.now };
const accounts = await Promise.all(Array.from({ length: 8 }, makeAccount));

async function makeAccount(): Promise<string> {
  const { _id: account } = await createAccount(database.accounts, { name: 'Bench' });
  await grantCredits(database, { account, grantId: newId('grant'), amount: 1_000_000, at: new Date(0) });
  return account;
}

const longestMs = 60_000;

async function renderOnce(scene: StoredImage, index: number): Promise<void> {
  const draft = buildDraft(accounts[index % accounts.length]!, scene);
  const { registration } = await acceptRender(dependencies, draft, { _id: draft.keyId });
  const outcome = await registration.next({ timeoutMs: longestMs });
  registration.release();
  if (outcome !== 'event') throw new Error(`a no-op render ended with ${outcome}`);
}

async function drive(renders: number, atOnce: number): Promise<number> {
  // Not at the start: the worker, which starts beside this process, only takes a storage that is still empty.
  const scene = await storeScene(blobs);
  const startedAt = performance.now();
  let next = 0;
  const loop = async () => {
    while (next < renders) await renderOnce(scene, next++);
  };
  await Promise.all(Array.from({ length: atOnce }, loop));
  return performance.now() - startedAt;
}

process.on('message', async (message: { type?: string; renders: number; atOnce: number }) => {
  if (message.type !== 'drive') return;
  const ms = await drive(message.renders, message.atOnce);
  const succeeded = await database.renders.countDocuments({ keyId: 'bench', state: 'succeeded' });
  process.send?.({ type: 'driven', ms, succeeded });
});
process.once('SIGTERM', () => process.exit(0));
process.once('disconnect', () => process.exit(0));
installGauges();
process.send?.({ type: 'ready', port: 0 });
