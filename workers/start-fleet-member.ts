import { hostname } from 'node:os';
import { createBlobStore } from '../shared/blobs/create-blob-store.ts';
import type { Config } from '../shared/config/variables.ts';
import { openDatabase } from '../shared/database/database.ts';
import { newId } from '../shared/ids.ts';
import { allJobs } from '../shared/jobs/all-jobs.ts';
import { closeConnection, producerConnection, workerConnection } from '../shared/jobs/connections.ts';
import { nextRunAverage } from '../shared/jobs/estimated-wait.ts';
import { startAnnouncing } from '../shared/jobs/fleet.ts';
import { createQueue } from '../shared/jobs/queues.ts';
import { renderJob } from '../shared/jobs/render-job.ts';
import type { Logger } from '../shared/log.ts';
import { createOutbound } from '../shared/outbound/outbound.ts';
import type { Started } from '../shared/process/run-process.ts';
import { createBreaker, createRedisBreakerStore } from './providers/breaker-store.ts';
import { createChain } from './providers/chain.ts';
import { createProviders } from './providers/registry.ts';
import { processRender } from './render/process-render.ts';
import { defineHandler, startWorkers } from './runtime.ts';
import { startSweeper } from './sweeper/sweeper.ts';

/** Starts one worker process of the fleet: its queues, the sweeper, its announcement. */
export async function startFleetMember(config: Config, log: Logger): Promise<Started> {
  const worker = `${hostname()}-${process.pid}-${newId('w').slice(-6)}`;
  const prefix = config.QUEUE_PREFIX;
  const outbound = createOutbound({ allow: config.OUTBOUND_ALLOW });
  const providers = createProviders(config.RENDER_PROVIDERS, { config, log, http: outbound });
  const database = await openDatabase({ uri: config.MONGODB_URI, log, name: 'worker', patienceMs: 5000 });
  await database.ensureIndexes();
  const producer = producerConnection({ url: config.REDIS_URL, name: 'worker:producer', log });
  const consumer = workerConnection({ url: config.REDIS_URL, name: 'worker:consumer', log });
  const queue = createQueue(renderJob.queue, { connection: producer, prefix, log });
  const blobs = createBlobStore(config);
  const breaker = createBreaker({ store: createRedisBreakerStore(producer, prefix), log });
  const chain = createChain(providers, { attempts: config.PROVIDER_ATTEMPTS, log, breaker });
  // A test key never reaches a provider that costs money.
  const local = providers.filter((provider) => provider.name === 'local');
  const forTests = local.length > 0 ? local : createProviders(['local'], { config, log, http: outbound });
  const testChain = createChain(forTests, { attempts: config.PROVIDER_ATTEMPTS, log, breaker });

  let runMs: number | undefined;
  const runtime = startWorkers({
    connection: consumer,
    prefix,
    log,
    jobs: allJobs,
    lockMs: Math.max(5000, config.LEASE_SECONDS * 2000),
    handlers: [
      defineHandler({
        definition: renderJob,
        concurrency: config.WORKER_CONCURRENCY,
        handle: (data, context) =>
          processRender({ database, blobs, queue, chain, testChain, worker, config }, data, context),
      }),
    ],
    observe: (run) => {
      if (run.outcome === 'succeeded') runMs = nextRunAverage(runMs, run.runMs);
    },
  });
  const announcing = startAnnouncing({
    connection: producer,
    location: { prefix },
    workerId: worker,
    report: () => ({ concurrency: config.WORKER_CONCURRENCY, ...(runMs === undefined ? {} : { runMs }) }),
    log,
  });
  const sweeper = startSweeper({ database, blobs, queue, log, config }, { everyMs: config.SWEEP_SECONDS * 1000 });

  let closing: Promise<void> | undefined;
  const close = async (deadlineMs: number) => {
    await announcing.close();
    await Promise.all([runtime.close(deadlineMs), sweeper.close()]);
    await Promise.allSettled([chain.close(), testChain.close(), queue.close(), outbound.close(), blobs.close()]);
    await Promise.allSettled([closeConnection(producer), closeConnection(consumer), database.close()]);
  };
  return {
    port: 0,
    close: (deadlineMs) => {
      closing ??= close(deadlineMs);
      return closing;
    },
  };
}
