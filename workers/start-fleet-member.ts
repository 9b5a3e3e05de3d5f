import { hostname } from 'node:os';
import type { Config } from '../shared/config/variables.ts';
import { newId } from '../shared/ids.ts';
import { allJobs } from '../shared/jobs/all-jobs.ts';
import { nextRunAverage } from '../shared/jobs/estimated-wait.ts';
import { startAnnouncing } from '../shared/jobs/fleet.ts';
import type { Logger } from '../shared/log.ts';
import { countOutcomes } from '../shared/metrics/outcome-metrics.ts';
import { readProviderCosts } from '../shared/metrics/provider-costs.ts';
import { createRegistry } from '../shared/metrics/registry.ts';
import { createRenderMetrics } from '../shared/metrics/render-metrics.ts';
import { packageVersion } from '../shared/process/package-version.ts';
import type { Started } from '../shared/process/run-process.ts';
import { waitingRenders } from '../shared/renders/render-queues.ts';
import { loadSecretBox } from '../shared/secrets/load-secret-box.ts';
import { openBackends } from './backends.ts';
import { furtherDuties, sweepCounter } from './duties.ts';
import { orderHandler, renderHandler, webhookHandler } from './handlers.ts';
import { startHealthServer } from './health-server.ts';
import { createChains } from './providers/chain/chains.ts';
import { startWorkers } from './runtime.ts';
import { readServed } from './served-providers.ts';
import { startSweeper } from './sweeper/sweeper.ts';
import { createTrack } from './track/create-track.ts';

/** Starts one worker process of the fleet: its queues, the sweeper, its announcement, its health. */
export async function startFleetMember(config: Config, log: Logger): Promise<Started> {
  const worker = `${hostname()}-${process.pid}-${newId('w').slice(-6)}`;
  const served = readServed(config);
  const version = packageVersion();
  const stopping = new AbortController();
  const backends = await openBackends(config, log);
  const { database, renderQueues, producer, blobs } = backends;
  const registry = createRegistry('worker');
  const counting = countOutcomes(registry);
  const metrics = createRenderMetrics(registry, readProviderCosts(config.PROVIDER_COSTS));
  const swept = sweepCounter(registry);
  const secrets = await loadSecretBox(config);
  const track = createTrack({
    ...backends,
    queue: backends.trackQueue,
    secrets,
    concurrency: config.TRACK_CONCURRENCY,
    log,
  });
  const chains = createChains(config, served, log, backends, metrics);
  const pace = { runMs: undefined as number | undefined };
  const runtime = startWorkers({
    connection: backends.consumer,
    prefix: config.QUEUE_PREFIX,
    log,
    jobs: allJobs,
    lockMs: Math.max(5000, config.LEASE_SECONDS * 2000),
    handlers: [
      renderHandler(config, log, backends, { ...chains, worker, queues: served.queues }),
      webhookHandler(config, backends, secrets),
      orderHandler(config, backends),
      track.handler,
    ],
    observe: (run) => {
      metrics.observe(run);
      if (run.outcome === 'succeeded') pace.runMs = nextRunAverage(pace.runMs, run.runMs);
    },
    onStalled: metrics.stalled,
  });
  const announcing = startAnnouncing({
    connection: producer,
    location: { prefix: config.QUEUE_PREFIX },
    workerId: worker,
    report: () => ({
      concurrency: config.WORKER_CONCURRENCY,
      queues: served.queues,
      version,
      active: runtime.active(),
      providers: served.providers,
      ...(pace.runMs === undefined ? {} : { runMs: pace.runMs }),
    }),
    log,
  });
  const sweeper = startSweeper(
    { database, blobs, queues: renderQueues, log, config },
    { everyMs: config.SWEEP_SECONDS * 1000, onSwept: swept, further: furtherDuties(config, backends) },
  );
  const health = await startHealthServer({
    host: config.HOST,
    port: config.WORKER_PORT,
    registry,
    log,
    sources: {
      concurrency: config.WORKER_CONCURRENCY * served.queues.length,
      idleLimitMs: Math.max(600_000, 2 * config.RENDER_DEADLINE_SECONDS * 1000),
      lastActivity: runtime.lastActivity,
      active: runtime.active,
      stopping: () => stopping.signal.aborted,
      pingRedis: () => producer.ping(),
      pingMongo: () => database.ping(1000),
      waiting: () => waitingRenders(renderQueues.all.filter(({ name }) => served.queues.includes(name))),
    },
  });

  const close = async (deadlineMs: number) => {
    stopping.abort();
    await announcing.close();
    await Promise.all([runtime.close(deadlineMs), sweeper.close()]);
    await Promise.allSettled([chains.chain.close(), chains.testChain.close(), track.close(), health.close()]);
    await backends.close();
    counting.close();
  };
  let closing: Promise<void> | undefined;
  return {
    port: health.port,
    close: (deadlineMs) => {
      closing ??= close(deadlineMs);
      return closing;
    },
  };
}
