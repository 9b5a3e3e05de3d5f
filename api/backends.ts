import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { createBlobStorage } from '../shared/blobs/create-blob-storage.ts';
import type { Config } from '../shared/config/variables.ts';
import { type Database, openDatabase } from '../shared/database/database.ts';
import { joinInstallation } from '../shared/installation/installation.ts';
import {
  closeConnection,
  connectionReady,
  producerConnection,
  redisTarget,
  workerConnection,
} from '../shared/jobs/connections.ts';
import { startFleetClock, toleratedSkewMs } from '../shared/jobs/fleet-clock.ts';
import { orderJob } from '../shared/jobs/order-job.ts';
import { createQueue } from '../shared/jobs/queues.ts';
import { trackJob } from '../shared/jobs/track-job.ts';
import { refuseUnfitRedis } from '../shared/jobs/unfit-redis.ts';
import { webhookJob } from '../shared/jobs/webhook-job.ts';
import type { Logger } from '../shared/log.ts';
import { createMailer } from '../shared/mail/mailer.ts';
import { createRegistry } from '../shared/metrics/registry.ts';
import { databaseSettings } from '../shared/mongodb/connect.ts';
import { prepareIndexes } from '../shared/mongodb/indexes/prepare-indexes.ts';
import { callerAllowList } from '../shared/outbound/allow-lists.ts';
import { createOutbound } from '../shared/outbound/outbound.ts';
import { createRenderQueues } from '../shared/renders/render-queues.ts';
import { readRoutes } from '../shared/renders/render-route.ts';
import { createProgressFeed } from '../shared/renders/render-signals.ts';
import { terminalStates } from '../shared/renders/states.ts';
import { createRequestLog } from '../shared/requests/request-log.ts';
import { loadSecretBox } from '../shared/secrets/load-secret-box.ts';
import { createStoreDirectory } from '../shared/stores/store-directory.ts';
import { createImageDecoder } from './decoder/image-decoder.ts';
import { createDirtyDays } from './events/dirty-days.ts';
import { createPeers } from './renders/peers.ts';
import { createPlainCallers } from './renders/plain-callers.ts';
import { createResultWaiter } from './renders/result-waiter.ts';
import { createWithdrawals } from './renders/withdrawals.ts';

export type ApiBackends = Awaited<ReturnType<typeof openBackends>>;

/** Maximum wait for the first connection to Redis; after later outages the client reconnects. */
const redisStartMs = 15_000;

/** Connects to the backends that the API needs. @throws when one of them does not come up. */
export async function openBackends(config: Config, log: Logger) {
  const routes = readRoutes(config);
  const spoolDir = join(config.DATA_DIR, 'spool', String(process.pid));
  await mkdir(spoolDir, { recursive: true });
  const prefix = config.QUEUE_PREFIX;
  const target = redisTarget(config);
  const commandMs = config.REDIS_COMMAND_SECONDS * 1000;
  const producer = producerConnection({ ...target, name: 'api:producer', log, commandMs });
  const subscriber = workerConnection({ ...target, name: 'api:events', log });
  const listener = workerConnection({ ...target, name: 'api:signals', log });
  const [database] = await Promise.all([
    openDatabase({ ...databaseSettings(config), log, name: 'api' }),
    connectionReady(producer, redisStartMs),
  ]);
  const blobs = createBlobStorage(config, { callMs: config.S3_SECONDS * 1000 });
  const secrets = await loadSecretBox(config);
  const connections = [producer, subscriber, listener];
  const joining = refuseUnfitRedis(producer)
    .then(() => prepareIndexes(database, { build: config.BUILD_INDEXES, log }))
    .then(() => joinInstallation({ database, blobs, config, secrets, log }));
  const installation = await joining.catch(async (error: unknown) => {
    await Promise.allSettled([...connections.map((open) => closeConnection(open)), database.close()]);
    throw error;
  });
  const clock = await startFleetClock({ connection: producer, log, toleratedMs: toleratedSkewMs(config) });
  const settings = { connection: producer, prefix, log };
  const renderQueues = createRenderQueues(routes, settings);
  const webhookQueue = createQueue(webhookJob.queue, settings);
  const trackQueue = createQueue(trackJob.queue, settings);
  const orderQueue = createQueue(orderJob.queue, settings);
  const waiter = createResultWaiter({
    connection: subscriber,
    queueNames: renderQueues.all.map(({ name }) => name),
    prefix,
    isFinished: (ids) => finishedAmong(database, ids),
    log,
  });
  await waiter.ready;
  return {
    log,
    clock,
    spoolDir,
    database,
    producer,
    connections,
    installation,
    renderQueues,
    trackQueue,
    orderQueue,
    /** Every queue, for operators; the API adds no jobs to the one of the webhooks. */
    queues: [...renderQueues.all, webhookQueue, trackQueue, orderQueue],
    secrets,
    mailer: createMailer(config, log),
    directory: createStoreDirectory(database.stores),
    dirtyDays: createDirtyDays(database.kpiDays, log),
    waiter,
    peers: createPeers(database.installations, installation.id),
    plainCallers: createPlainCallers(database.renders, { self: installation.id, log }),
    withdrawals: createWithdrawals({ database, retention: config, connection: producer, prefix, log }),
    requestLog: createRequestLog({
      requests: database.requests,
      retentionDays: config.REQUEST_LOG_DAYS,
      log,
    }),
    feed: createProgressFeed(listener, { prefix }, log),
    blobs,
    decoder: createImageDecoder({ log }),
    outbound: createOutbound({ allow: callerAllowList(config) }),
    registry: createRegistry('api'),
  };
}

async function finishedAmong(database: Database, ids: string[]): Promise<string[]> {
  const ended = await database.renders
    .find({ _id: { $in: ids }, state: { $in: terminalStates } }, { _id: 1 })
    .lean();
  return ended.map((render) => render._id);
}
