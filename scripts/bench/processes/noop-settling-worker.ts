import { loadConfig } from '../../../shared/config/load.ts';
import { openDatabase } from '../../../shared/database/database.ts';
import { workerConnection } from '../../../shared/jobs/connections.ts';
import { renderJob } from '../../../shared/jobs/render-job.ts';
import { silentLogger } from '../../../shared/log.ts';
import { endRender } from '../../../shared/renders/end-render.ts';
import { claimRender, keepLease } from '../../../workers/render/lease.ts';
import { defineHandler, startWorkers } from '../../../workers/runtime.ts';
import { installGauges } from './gauges.ts';
import { noopSize } from './noop-render.ts';

/**
 * A worker that claims, decides and settles as the product does, and renders nothing: no provider, no
 * image checks, no blobs. What remains is the cost of queue and database.
 */
const config = loadConfig(process.env);
const log = silentLogger();
const database = await openDatabase({ uri: config.MONGODB_URI, log, name: 'bench', selectionMs: 5000 });
const leaseMs = config.LEASE_SECONDS * 1000;

async function settle(renderId: string): Promise<string> {
  const render = await claimRender(database.renders, renderId, { worker: 'bench', leaseMs, clock: Date });
  if (!render) return 'skipped';
  const lease = keepLease(database.renders, render, { leaseMs, clock: Date, log });
  const blob = `renders/${renderId}/out/${render.fence}`;
  const result = { blob, mime: 'image/png' as const, ...noopSize, bytes: 100, provider: 'noop' };
  const guard = { fence: render.fence };
  const ended = await endRender(database, config, renderId, 'succeed', { guard, result });
  lease.stop();
  return ended ? 'succeeded' : 'lost';
}

const handler = defineHandler({
  definition: renderJob,
  concurrency: config.WORKER_CONCURRENCY,
  handle: ({ renderId }) => settle(renderId),
});
const runtime = startWorkers({
  connection: workerConnection({ url: config.REDIS_URL, name: 'bench:consumer', log }),
  prefix: config.QUEUE_PREFIX,
  log,
  handlers: [handler],
  jobs: [renderJob],
  lockMs: 12_000,
});

const close = () => void runtime.close(3000).then(() => process.exit(0));
process.once('SIGTERM', close);
process.once('disconnect', close);
installGauges();
process.send?.({ type: 'ready', port: 0 });
