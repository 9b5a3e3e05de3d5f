import type { Queue } from 'bullmq';
import type { Express } from 'express';
import type { Redis } from 'ioredis';
import { buildApp } from '../../api/app.ts';
import { type EventsDependencies, openReceiver } from '../../api/events/receive-events.ts';
import { eventRoutes } from '../../api/events/routes.ts';
import { mountRoutes } from '../../api/http/mount-routes.ts';
import { createRateLimiter } from '../../api/http/rate-limit.ts';
import { type Database, openDatabase } from '../../shared/database/database.ts';
import { closeConnection, connectionReady, producerConnection } from '../../shared/jobs/connections.ts';
import { createQueue } from '../../shared/jobs/queues.ts';
import { trackJob } from '../../shared/jobs/track-job.ts';
import { silentLogger } from '../../shared/log.ts';
import { createRegistry } from '../../shared/metrics/registry.ts';
import { createStoreDirectory } from '../../shared/stores/store-directory.ts';
import type { Integration, StoreDoc } from '../../shared/stores/store-model.ts';
import { createStore } from '../../shared/stores/stores.ts';
import { freshDatabase, freshPrefix, patientMs, redisUrl } from './backends.ts';

export const log = silentLogger();

/** Empty backends for events. */
export interface EventBackends {
  database: Database;
  connection: Redis;
  queue: Queue;
  prefix: string;
  close(): Promise<void>;
}

export async function openEventBackends(redis?: string, mongo?: string): Promise<EventBackends> {
  const prefix = freshPrefix();
  const url = redis ?? (await redisUrl());
  // A test that loses its Redis passes its own.
  const patience = redis === undefined ? { commandMs: patientMs } : {};
  const connection = producerConnection({ url, name: 'test:producer', log, ...patience });
  const [database] = await Promise.all([
    openDatabase({ uri: mongo ?? (await freshDatabase()), log, selectionMs: patientMs }),
    connectionReady(connection, 10_000),
  ]);
  await database.ensureIndexes();
  const queue = createQueue(trackJob.queue, { connection, prefix, log });
  const close = async () => {
    await queue.close();
    await Promise.all([closeConnection(connection), database.close()]);
  };
  return { database, connection, queue, prefix, close };
}

/** A store `slug` with the host `{slug}.example` and that integration. */
export async function makeStore(
  { database }: EventBackends,
  slug: string,
  integration: Partial<Integration> = {},
): Promise<StoreDoc> {
  const store = await createStore(database.stores, { account: 'acc_1', slug, hosts: [`${slug}.example`] });
  const full = { ...store.integration, ...integration };
  await database.stores.updateOne({ _id: store._id }, { $set: { integration: full } });
  return { ...store, integration: full };
}

/** The events API alone, on those backends. */
export function eventsApp(backends: EventBackends, overrides: Partial<EventsDependencies> = {}): Express {
  const { database, connection, queue, prefix } = backends;
  const receiver = openReceiver({
    database,
    queue,
    retentionDays: 396,
    onEnqueueFailed: () => undefined,
    directory: createStoreDirectory(database.stores, 0),
    service: { serviceDomain: 'tryon.example', main: ['embed.example'], staging: [], development: true },
    rateLimiter: createRateLimiter({ connection, prefix, countsAlone: true }),
    limits: { perVisitor: 1000, perStore: 1000 },
    ...overrides,
  });
  const router = mountRoutes(eventRoutes, receiver);
  return buildApp({ log, trustProxy: 1, registry: createRegistry('api'), routers: [router] });
}
