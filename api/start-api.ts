import { mkdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { createBlobStore } from '../shared/blobs/create-blob-store.ts';
import type { Config } from '../shared/config/variables.ts';
import { type Database, openDatabase } from '../shared/database/database.ts';
import { closeConnection, producerConnection, workerConnection } from '../shared/jobs/connections.ts';
import { createQueue } from '../shared/jobs/queues.ts';
import { renderJob } from '../shared/jobs/render-job.ts';
import type { Logger } from '../shared/log.ts';
import { createOutbound } from '../shared/outbound/outbound.ts';
import type { Started } from '../shared/process/run-process.ts';
import { terminalStates } from '../shared/renders/states.ts';
import { buildApp } from './app.ts';
import { createConcurrencyLimiter } from './http/concurrency-limit.ts';
import { createRateLimiter } from './http/rate-limit.ts';
import { serve } from './http/serve.ts';
import { createBackPressure } from './visualize/back-pressure.ts';
import { createResultWaiter } from './visualize/result-waiter.ts';
import { visualizeRouter } from './visualize/router.ts';

/** Builds the HTTP side from a configuration and listens. */
export async function startApi(config: Config, log: Logger): Promise<Started> {
  const spoolDir = join(config.DATA_DIR, 'spool', String(process.pid));
  await mkdir(spoolDir, { recursive: true });
  const database = await openDatabase({ uri: config.MONGODB_URI, log, name: 'api', patienceMs: 500 });
  await database.ensureIndexes();
  const prefix = config.QUEUE_PREFIX;
  const producer = producerConnection({ url: config.REDIS_URL, name: 'api:producer', log });
  const subscriber = workerConnection({ url: config.REDIS_URL, name: 'api:events', log });
  const queue = createQueue(renderJob.queue, { connection: producer, prefix, log });
  const blobs = createBlobStore(config);
  const outbound = createOutbound({ allow: config.OUTBOUND_ALLOW });
  const waiter = createResultWaiter({
    connection: subscriber,
    queueName: renderJob.queue,
    prefix,
    isFinished: (ids) => finishedAmong(database, ids),
    log,
  });
  const visualize = visualizeRouter({
    waiter,
    admission: {
      database,
      config,
      rateLimiter: createRateLimiter({ connection: producer, prefix }),
      concurrency: createConcurrencyLimiter({ connection: producer, prefix, log }),
      backPressure: createBackPressure({
        queue,
        connection: producer,
        prefix,
        maxWaiting: config.QUEUE_MAX_WAITING,
      }),
    },
    prepare: {
      blobs,
      outbound,
      spoolDir,
      fetchTimeoutMs: config.IMAGE_FETCH_SECONDS * 1000,
      renders: database.renders,
      config,
    },
    accept: { database, queue, retention: config, developersUrl: config.DEVELOPERS_URL },
  });
  const app = buildApp({ log, trustProxy: config.TRUST_PROXY, routers: [visualize] });
  const serving = await serve(app, { host: config.HOST, port: config.PORT });
  let closing: Promise<void> | undefined;
  const close = async (deadlineMs: number) => {
    await serving.close(deadlineMs, () => waiter.close());
    await Promise.allSettled([queue.close(), outbound.close(), blobs.close()]);
    await Promise.allSettled([closeConnection(producer), closeConnection(subscriber), database.close()]);
    await rm(spoolDir, { recursive: true, force: true });
  };
  return {
    port: serving.port,
    close: (deadlineMs) => {
      closing ??= close(deadlineMs);
      return closing;
    },
  };
}

async function finishedAmong(database: Database, ids: string[]): Promise<string[]> {
  const ended = await database.renders.find({ _id: { $in: ids }, state: { $in: terminalStates } }, { _id: 1 }).lean();
  return ended.map((render) => render._id);
}
