import { hostname } from 'node:os';
import { join } from 'node:path';
import type { Config } from '../shared/config/variables.ts';
import { newId } from '../shared/ids.ts';
import { allJobs } from '../shared/jobs/all-jobs.ts';
import { nextRunAverage } from '../shared/jobs/estimated-wait.ts';
import { startAnnouncing, type WorkerReport } from '../shared/jobs/fleet.ts';
import { registerClockMetrics } from '../shared/jobs/fleet-clock.ts';
import { renderJob } from '../shared/jobs/render-job.ts';
import type { Logger } from '../shared/log.ts';
import { countOutcomes } from '../shared/metrics/outcome-metrics.ts';
import { readProviderCosts } from '../shared/metrics/provider-costs.ts';
import { createRegistry } from '../shared/metrics/registry.ts';
import { packageVersion } from '../shared/process/package-version.ts';
import type { Started } from '../shared/process/run-process.ts';
import { waitingRenders } from '../shared/renders/render-queues.ts';
import { openBackends, type WorkerBackends } from './backends.ts';
import { startImportLoop } from './catalog/import-loop.ts';
import { collectCosts } from './cost-notes.ts';
import { furtherDuties, sweepCounter } from './duties.ts';
import { orderHandler, renderHandler, webhookHandler } from './handlers.ts';
import { type HealthSources, startHealthServer } from './health-server.ts';
import { createNotes } from './notes.ts';
import { createChains } from './providers/chain/chains.ts';
import { createStorageGate, type StorageGate } from './render/storage-gate.ts';
import { createRenderMetrics } from './render-metrics.ts';
import { startWorkers, type WorkerRuntime } from './runtime.ts';
import { readServed, type ServedProviders } from './served-providers.ts';
import { startSweeper } from './sweeper/sweeper.ts';
import { createTrack } from './track/create-track.ts';

/** Starts one worker process of the fleet: its queues, the sweeper, its announcement, its health. */
export async function startFleetMember(config: Config, log: Logger): Promise<Started> {
  const served = readServed(config);
  const backends = await openBackends(config, log);
  try {
    return await startMember(config, log, served, backends);
  } catch (error) {
    // Leaves the installation at once: the next start may have other settings.
    await backends.close();
    throw error;
  }
}

async function startMember(
  config: Config,
  log: Logger,
  served: ServedProviders,
  backends: WorkerBackends,
): Promise<Started> {
  const worker = `${hostname()}-${process.pid}-${newId('w').slice(-6)}`;
  const { clock, database, renderQueues, producer, blobs, secrets } = backends;
  const registry = createRegistry('worker');
  const counting = countOutcomes(registry);
  const metrics = createRenderMetrics(registry, readProviderCosts(config.PROVIDER_COSTS));
  const swept = sweepCounter(registry);
  registerClockMetrics(registry, clock);
  const storage = createStorageGate({ probe: backends.installation.probeBlobs, log });
  const notes = createNotes();
  const noteCost = collectCosts(notes, database.costDays, log);
  const chains = createChains(config, served, log, backends, { metrics, notes, noteCost });
  const life: Life = { stopping: false, draining: false, pace: {} };
  const takesRenders = () => clock.isRight() && !life.draining;
  // Before the first job: a worker whose port is taken must not take one.
  const health = await startHealthServer({
    host: config.HOST,
    port: config.WORKER_PORT,
    registry,
    log,
    sources: healthSources(config, served, backends, { storage, life }),
  });
  const track = createTrack({
    ...backends,
    queue: backends.trackQueue,
    secrets,
    concurrency: config.TRACK_CONCURRENCY,
    notes,
    log,
  });
  const runtime = startWorkers({
    connection: backends.consumer,
    prefix: config.QUEUE_PREFIX,
    log,
    jobs: allJobs,
    lockMs: Math.max(5000, config.LEASE_SECONDS * 2000),
    handlers: [
      renderHandler(config, log, backends, {
        ...{ ...chains, storage, notes, noteCost, worker, queues: served.queues },
        takesRenders,
      }),
      webhookHandler(config, backends, secrets),
      orderHandler(config, backends),
      track.handler,
    ],
    observe: (run) => {
      metrics.observe(run);
      if (run.outcome === 'succeeded') life.pace.runMs = nextRunAverage(life.pace.runMs, run.runMs);
    },
    onStalled: metrics.stalled,
  });
  life.runtime = runtime;
  const takeRenders = () => runtime.take(renderJob.name, takesRenders());
  takeRenders();
  clock.onChange(takeRenders);
  const announcing = startAnnouncing({
    connection: producer,
    location: { prefix: config.QUEUE_PREFIX },
    workerId: worker,
    report: createReport(config, served, life),
    onDraining: (draining) => {
      if (draining === life.draining) return;
      life.draining = draining;
      takeRenders();
      log.info(draining ? 'takes no more renders: an operator drains it' : 'takes renders again');
    },
    log,
  });
  const sweeper = startSweeper(
    { clock, database, blobs, queues: renderQueues, log, config },
    { everyMs: config.SWEEP_SECONDS * 1000, onSwept: swept, further: furtherDuties(config, backends) },
  );
  const imports = startImportLoop({
    ...{ database, blobs, outbound: backends.outbound, log },
    ...{ spoolDir: join(config.DATA_DIR, 'spool'), fetchTimeoutMs: config.IMAGE_FETCH_SECONDS * 1000 },
  });
  const close = async (deadlineMs: number) => {
    life.stopping = true;
    storage.close();
    await announcing.close();
    await Promise.all([runtime.close(deadlineMs), sweeper.close(), imports.close()]);
    await notes.flush();
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

/** The mutable state of a worker process. */
interface Life {
  stopping: boolean;
  /** An operator wants it to take no more renders. */
  draining: boolean;
  /** Absent until it takes jobs. */
  runtime?: WorkerRuntime;
  pace: { runMs?: number };
}

function createReport(config: Config, served: ServedProviders, life: Life): () => WorkerReport {
  const version = packageVersion();
  return () => ({
    concurrency: config.WORKER_CONCURRENCY,
    queues: served.queues,
    version,
    active: life.runtime?.active() ?? 0,
    providers: served.providers,
    ...life.pace,
  });
}

function healthSources(
  config: Config,
  served: ServedProviders,
  { clock, producer, database, installation, renderQueues }: WorkerBackends,
  { storage, life }: { storage: StorageGate; life: Life },
): HealthSources {
  const queues = renderQueues.all.filter(({ name }) => served.queues.includes(name));
  return {
    concurrency: config.WORKER_CONCURRENCY * served.queues.length,
    idleLimitMs: Math.max(600_000, 2 * config.RENDER_DEADLINE_SECONDS * 1000),
    lastActivity: () => life.runtime?.lastActivity() ?? Date.now(),
    active: () => life.runtime?.active() ?? 0,
    started: () => life.runtime !== undefined,
    stopping: () => life.stopping,
    clockOk: clock.isRight,
    pingRedis: () => producer.ping(),
    pingMongo: () => database.ping(1000),
    probeBlobs: async () => {
      if (!storage.isOpen()) throw new Error('the input of a render could not be read');
      await installation.probeBlobs();
    },
    waiting: async () => (await waitingRenders(queues)).all,
  };
}
