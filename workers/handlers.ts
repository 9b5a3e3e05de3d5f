import type { Config } from '../shared/config/variables.ts';
import type { CostNote } from '../shared/costs/tally-costs.ts';
import { countCredits } from '../shared/credits/count-credits.ts';
import { orderJob } from '../shared/jobs/order-job.ts';
import { renderJob } from '../shared/jobs/render-job.ts';
import { throttledErrorLog } from '../shared/jobs/throttled-log.ts';
import { webhookJob } from '../shared/jobs/webhook-job.ts';
import type { Logger } from '../shared/log.ts';
import { type Duration, recordDurations } from '../shared/renders/expected-duration.ts';
import type { RenderDoc } from '../shared/renders/render-model.ts';
import { onCancel } from '../shared/renders/render-signals.ts';
import type { SecretBox } from '../shared/secrets/secret-box.ts';
import type { WorkerBackends } from './backends.ts';
import type { Notes } from './notes.ts';
import { processOrder } from './orders/process-order.ts';
import type { ProviderChain } from './providers/chain/chain.ts';
import { createCancellations } from './render/cancellations.ts';
import { processRender } from './render/process-render.ts';
import { createProgressPublisher } from './render/progress-publisher.ts';
import type { StorageGate } from './render/storage-gate.ts';
import { type AnyHandler, defineHandler, PutBack } from './runtime.ts';
import { deliverWebhook } from './webhooks/deliver-webhook.ts';

/** Runs renders. */
export function renderHandler(
  config: Config,
  log: Logger,
  backends: WorkerBackends,
  made: {
    chain: ProviderChain;
    testChain: ProviderChain;
    simulationChain: ProviderChain;
    storage: StorageGate;
    notes: Notes;
    noteCost: (note: CostNote) => void;
    worker: string;
    queues: readonly string[];
    takesRenders: () => boolean;
  },
): AnyHandler {
  const { clock, database, blobs, renderQueues: queues, producer: connection, listener } = backends;
  const location = { prefix: config.QUEUE_PREFIX };
  const cancellations = createCancellations();
  onCancel(listener, location, cancellations.cancel).catch(throttledErrorLog(log, 'Cancellations'));
  const progress = createProgressPublisher({ connection, ...location, log });
  const durationLost = throttledErrorLog(log, 'Expected durations');
  const durations = made.notes.collect<Duration>(
    (several) => recordDurations(connection, location, several),
    durationLost,
  );
  const recordSuccess = (render: RenderDoc, provider: string, ms: number) => {
    durations({ provider, ms });
    const credits = countCredits({ ...render, state: 'succeeded' });
    made.noteCost({ account: render.account, provider, renders: 1, credits });
  };
  const dependencies = {
    clock,
    database,
    blobs,
    config,
    cancellations,
    progress,
    recordSuccess,
    ...made,
    queues,
  };
  return defineHandler({
    definition: renderJob,
    queues: made.queues,
    concurrency: config.WORKER_CONCURRENCY,
    handle: async (data, context) => {
      // A worker that is paused while it waits for a job receives that one still.
      if (!made.takesRenders()) throw new PutBack(0);
      return processRender(dependencies, data, context);
    },
  });
}

const webhooksAtOnce = 20;

/** Calls callers' own servers when renders have ended. */
export function webhookHandler(
  config: Config,
  { database, outbound }: WorkerBackends,
  box: SecretBox,
): AnyHandler {
  return defineHandler({
    definition: webhookJob,
    concurrency: webhooksAtOnce,
    handle: (data, context) =>
      deliverWebhook({ database, outbound, box, baseUrl: config.BASE_URL }, data, context),
  });
}

const ordersAtOnce = 10;

/** Processes order webhooks. */
export function orderHandler(config: Config, { database }: WorkerBackends): AnyHandler {
  return defineHandler({
    definition: orderJob,
    concurrency: ordersAtOnce,
    handle: (data, context) =>
      processOrder({ database, retentionDays: config.EVENT_RETENTION_DAYS }, data, context),
  });
}
