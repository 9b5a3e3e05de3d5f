import { setMaxListeners } from 'node:events';
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import type { Registry } from 'prom-client';
import type { BlobStorage } from '../shared/blobs/blob-storage.ts';
import { ConfigError } from '../shared/config/load.ts';
import type { Config } from '../shared/config/variables.ts';
import { closeConnection } from '../shared/jobs/connections.ts';
import { throttledErrorLog } from '../shared/jobs/throttled-log.ts';
import type { Logger } from '../shared/log.ts';
import { countOutcomes } from '../shared/metrics/outcome-metrics.ts';
import { collectWhenIdle } from '../shared/process/collect-when-idle.ts';
import type { Started } from '../shared/process/run-process.ts';
import { buildApp } from './app.ts';
import { keepWebFiles } from './assets/keep-files.ts';
import { openWebFiles, type WebFiles } from './assets/web-files.ts';
import { openBackends } from './backends.ts';
import { createMessageClasses } from './http/message-classes.ts';
import { type ServeOptions, type Serving, serve } from './http/serve.ts';
import type { OwnBodyTime } from './http/slow-requests.ts';
import { buildMetricsApp, createMetrics } from './ops/metrics-routes.ts';
import { buildRouters } from './routers.ts';
import { removeLeftovers } from './spool-leftovers.ts';

/** Minimum time at a stop to cancel or refund the renders of callers that received 503. */
const minWithdrawMs = 1_000;

/** Starts the API with a configuration: connects, builds the application and listens. */
export async function startApi(config: Config, log: Logger): Promise<Started> {
  assertDevelopersUrl(config);
  const web = openWebFiles({ development: config.NODE_ENV !== 'production' });
  const backends = await openBackends(config, log);
  const stopping = new AbortController();
  // One for each operator who follows the overview.
  setMaxListeners(0, stopping.signal);
  const { database, blobs, outbound, decoder, waiter } = backends;
  const counting = countOutcomes(backends.registry);
  const app = buildApp({
    log,
    trustProxy: config.TRUST_PROXY,
    registry: backends.registry,
    context: { now: backends.clock.now, followTraces: config.TRACE_CONTEXT },
    recording: { log: backends.requestLog, baseUrl: config.BASE_URL },
    reads: { perKey: config.READS_PER_KEY, perAddress: config.READS_PER_ADDRESS },
    routers: buildRouters(config, backends, web, stopping.signal),
  });
  const listening = async () => {
    const metrics = await serveMetrics(config, backends.registry, log);
    const messages = createMessageClasses(app);
    return { metrics, serving: await serve(app, { ...getServeLimits(config, log), messages }) };
  };
  const { metrics, serving } = await listening().catch(async (error: unknown) => {
    // Leaves the installation at once: the next start may have other settings.
    await backends.installation.close();
    throw error;
  });
  const kept = keepForOthers(config, blobs, web, log);
  const leftovers = removeLeftovers(join(config.DATA_DIR, 'spool'), log);
  const collecting = collectWhenIdle({ isWaitedFor: () => waiter.pending() > 0 });
  const close = async (deadlineMs: number) => {
    stopping.abort();
    leftovers.close();
    collecting.close();
    backends.clock.close();
    const until = Date.now() + deadlineMs;
    await serving.close(deadlineMs, () => waiter.close());
    await metrics?.close(0, async () => undefined);
    await backends.plainCallers.close();
    await backends.withdrawals.close(Math.max(minWithdrawMs, until - Date.now()));
    const queues = backends.queues.map((queue) => queue.close());
    await kept;
    await Promise.allSettled([...queues, outbound.close(), decoder.close(), blobs.close()]);
    await Promise.all([backends.dirtyDays.close(), backends.mailer.close()]);
    await backends.requestLog.close();
    await backends.installation.close();
    await Promise.allSettled([
      ...backends.connections.map((connection) => closeConnection(connection)),
      database.close(),
    ]);
    counting.close();
    await rm(backends.spoolDir, { recursive: true, force: true });
  };
  let closing: Promise<void> | undefined;
  return {
    port: serving.port,
    close: (deadlineMs) => {
      closing ??= close(deadlineMs);
      return closing;
    },
  };
}

/** In the background: the start does not wait for the blob storage. In development the files stay in their folder. */
async function keepForOthers(
  config: Config,
  blobs: BlobStorage,
  web: () => WebFiles,
  log: Logger,
): Promise<void> {
  if (config.NODE_ENV !== 'production') return;
  await keepWebFiles(blobs, web()).catch((err: unknown) =>
    log.warn({ err }, 'The browser code was not saved: during the next update, open pages may miss modules.'),
  );
}

/** Images and catalogs arrive as long as `BODY_TOTAL_SECONDS` and the try-on's photos allow; all other bodies are small. */
const ownBodyTime: OwnBodyTime = ({ method, url = '' }) =>
  method === 'POST' &&
  /^\/(visualize|mcp|api\/try-on\/[^/?]+\/photos|dashboard\/[^/?]+\/(?:catalog\/import-file|photos))(\?|$)/.test(
    url,
  );

function getServeLimits({ HOST, PORT, MAX_CONNECTIONS }: Config, log: Logger): ServeOptions {
  const report = throttledErrorLog(log, 'Connections');
  const onRefused = () => report(new Error(`more than MAX_CONNECTIONS=${MAX_CONNECTIONS} are open`));
  return { host: HOST, port: PORT, maxConnections: MAX_CONNECTIONS, onRefused, ownBodyTime };
}

/** `/metrics` on a port of its own, where one is set. */
async function serveMetrics(config: Config, registry: Registry, log: Logger): Promise<Serving | undefined> {
  if (config.METRICS_PORT === 0) return undefined;
  const app = buildMetricsApp(createMetrics(registry, config.METRICS_TOKEN), log);
  return serve(app, { host: config.HOST, port: config.METRICS_PORT, maxConnections: 100 });
}

/** @throws ConfigError when the URL that callers without credits receive is not known. */
function assertDevelopersUrl({ DEVELOPERS_URL }: Config): void {
  if (DEVELOPERS_URL !== '') return;
  throw new ConfigError(
    'Configuration: BASE_URL is required with NODE_ENV=production unless DEVELOPERS_URL is set: responses to callers without credits name a page for topping up, and its default would be on localhost.',
  );
}
