import { createBlobStorage } from '../shared/blobs/create-blob-storage.ts';
import type { Config } from '../shared/config/variables.ts';
import { openDatabase } from '../shared/database/database.ts';
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
import { databaseSettings } from '../shared/mongodb/connect.ts';
import { prepareIndexes } from '../shared/mongodb/indexes/prepare-indexes.ts';
import { callerAllowList, providerAllowList } from '../shared/outbound/allow-lists.ts';
import { createOutbound } from '../shared/outbound/outbound.ts';
import { createRenderQueues } from '../shared/renders/render-queues.ts';
import { readRoutes } from '../shared/renders/render-route.ts';
import { loadSecretBox } from '../shared/secrets/load-secret-box.ts';

export type WorkerBackends = Awaited<ReturnType<typeof openBackends>>;

/** Maximum wait for Redis at the start; later outages are waited out. */
const redisStartMs = 15_000;

/** A worker must save its result, so it waits longer for the database than the API may. */
const minSelectionMs = 5_000;

/** Connects to everything a worker needs; throws when a backend cannot be reached. */
export async function openBackends(config: Config, log: Logger) {
  const target = redisTarget(config);
  const commandMs = config.REDIS_COMMAND_SECONDS * 1000;
  const routes = readRoutes(config);
  const producer = producerConnection({ ...target, name: 'worker:producer', log, commandMs });
  const consumer = workerConnection({ ...target, name: 'worker:consumer', log });
  const listener = workerConnection({ ...target, name: 'worker:signals', log });
  const settings = databaseSettings(config);
  const [database] = await Promise.all([
    openDatabase({
      ...settings,
      selectionMs: Math.max(minSelectionMs, settings.selectionMs),
      log,
      name: 'worker',
    }),
    connectionReady(producer, redisStartMs),
  ]);
  const blobs = createBlobStorage(config);
  const secrets = await loadSecretBox(config);
  const open = [producer, consumer, listener];
  const joining = refuseUnfitRedis(producer)
    .then(() => prepareIndexes(database, { build: config.BUILD_INDEXES, log }))
    .then(() => joinInstallation({ database, blobs, config, secrets, log }));
  const installation = await joining.catch(async (error: unknown) => {
    await Promise.allSettled([...open.map((connection) => closeConnection(connection)), database.close()]);
    throw error;
  });
  const clock = await startFleetClock({ connection: producer, log, toleratedMs: toleratedSkewMs(config) });
  const queueSettings = { connection: producer, prefix: config.QUEUE_PREFIX, log };
  const renderQueues = createRenderQueues(routes, queueSettings);
  const webhookQueue = createQueue(webhookJob.queue, queueSettings);
  const trackQueue = createQueue(trackJob.queue, queueSettings);
  const orderQueue = createQueue(orderJob.queue, queueSettings);
  const outbound = createOutbound({ allow: callerAllowList(config) });
  const providerOutbound = createOutbound({ allow: providerAllowList(config) });
  const mailer = createMailer(config, log);
  const close = async () => {
    clock.close();
    await mailer.close();
    const queues = [...renderQueues.all, webhookQueue, trackQueue, orderQueue];
    const clients = [outbound, providerOutbound, blobs];
    await Promise.allSettled([...queues, ...clients].map((open) => open.close()));
    await installation.close();
    const connections = open.map((connection) => closeConnection(connection));
    await Promise.allSettled([...connections, database.close()]);
  };
  const queues = { renderQueues, webhookQueue, trackQueue, orderQueue };
  return {
    clock,
    database,
    producer,
    consumer,
    listener,
    ...queues,
    blobs,
    secrets,
    installation,
    outbound,
    providerOutbound,
    mailer,
    close,
  };
}
