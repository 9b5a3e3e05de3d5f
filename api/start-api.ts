import { rm } from 'node:fs/promises';
import { ConfigError } from '../shared/config/load.ts';
import type { Config } from '../shared/config/variables.ts';
import { closeConnection } from '../shared/jobs/connections.ts';
import type { Logger } from '../shared/log.ts';
import { countOutcomes } from '../shared/metrics/outcome-metrics.ts';
import type { Started } from '../shared/process/run-process.ts';
import { buildApp } from './app.ts';
import { openBackends } from './backends.ts';
import { serve } from './http/serve.ts';
import { routersOf } from './routers.ts';

/** Minimum time at a stop to cancel or refund the renders of callers that received 503. */
const minWithdrawMs = 1_000;

/** Starts the API with a configuration: connects, builds the application and listens. */
export async function startApi(config: Config, log: Logger): Promise<Started> {
  assertDevelopersUrl(config);
  const backends = await openBackends(config, log);
  const stopping = new AbortController();
  const { database, blobs, outbound, waiter } = backends;
  const counting = countOutcomes(backends.registry);
  const app = buildApp({
    log,
    trustProxy: config.TRUST_PROXY,
    registry: backends.registry,
    routers: routersOf(config, backends, () => stopping.signal.aborted),
  });
  const serving = await serve(app, { host: config.HOST, port: config.PORT }).catch(async (error: unknown) => {
    // Leaves the installation at once: the next start may have other settings.
    await backends.installation.close();
    throw error;
  });
  const close = async (deadlineMs: number) => {
    stopping.abort();
    const until = Date.now() + deadlineMs;
    await serving.close(deadlineMs, () => waiter.close());
    await backends.withdrawals.close(Math.max(minWithdrawMs, until - Date.now()));
    const queues = backends.queues.map((queue) => queue.close());
    await Promise.allSettled([...queues, outbound.close(), blobs.close()]);
    await backends.dirtyDays.close();
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

/** @throws ConfigError when the URL that callers without credits receive is not known. */
function assertDevelopersUrl({ DEVELOPERS_URL }: Config): void {
  if (DEVELOPERS_URL !== '') return;
  throw new ConfigError(
    'Configuration: BASE_URL is required with NODE_ENV=production unless DEVELOPERS_URL is set: responses to callers without credits name a page for topping up, and its default would be on localhost.',
  );
}
