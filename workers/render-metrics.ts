import { Counter, Histogram, type Registry } from 'prom-client';
import { webhookJob } from '../shared/jobs/webhook-job.ts';
import {
  getCost,
  type ProviderCosts,
  type ProviderTry,
  toOutcome,
} from '../shared/metrics/provider-costs.ts';

/** One run of a job, as the worker runtime reports it. */
export interface JobRun {
  job: string;
  waitMs: number;
  runMs: number;
  /** The outcome as one word; `error` when its handler threw. */
  outcome: string;
}

export interface RenderMetrics {
  observe(run: JobRun): void;
  /** A job whose worker stopped renewing its lock: BullMQ does not report it as failed. */
  stalled(job: string): void;
  provider(attempt: ProviderTry): void;
}

/** From a benchmark's immediate render to one that takes the whole deadline. */
const buckets = [0.01, 0.05, 0.1, 0.25, 0.5, 1, 2, 5, 10, 20, 40, 80, 120, 160, 220, 280];

/** Maps each result of a webhook's job to the outcome of the delivery; a skipped job attempted none. */
const deliveryOutcomes: Record<string, string> = {
  delivered: 'delivered',
  waiting: 'retrying',
  failed: 'failed',
  error: 'retrying',
};

/** Histograms and counters of a worker process. */
export function createRenderMetrics(registry: Registry, costs: ProviderCosts = new Map()): RenderMetrics {
  const shared = { registers: [registry] };
  const perJob = { ...shared, labelNames: ['job_name'], buckets };
  const wait = new Histogram({
    name: 'render_platform_job_wait_seconds',
    help: 'From added to picked up.',
    ...perJob,
  });
  const run = new Histogram({
    name: 'render_platform_job_run_seconds',
    help: 'From picked up to ended.',
    ...perJob,
  });
  const completed = new Counter({
    name: 'render_platform_jobs_completed_total',
    help: 'Jobs whose handler returned, by outcome.',
    labelNames: ['job_name', 'outcome'],
    ...shared,
  });
  const failed = new Counter({
    name: 'render_platform_jobs_failed_total',
    help: 'Jobs whose handler threw.',
    labelNames: ['job_name'],
    ...shared,
  });
  const webhooks = new Counter({
    name: 'render_platform_webhook_deliveries_total',
    help: 'Attempts to deliver a render webhook: delivered, retrying, or failed (no further attempt).',
    labelNames: ['outcome'],
    ...shared,
  });
  const stalled = new Counter({
    name: 'render_platform_jobs_stalled_total',
    help: 'Jobs whose worker was lost.',
    labelNames: ['job_name'],
    ...shared,
  });
  return {
    observe({ job, waitMs, runMs, outcome }) {
      wait.observe({ job_name: job }, waitMs / 1000);
      run.observe({ job_name: job }, runMs / 1000);
      if (outcome === 'error') failed.inc({ job_name: job });
      else completed.inc({ job_name: job, outcome });
      const delivery = job === webhookJob.name ? deliveryOutcomes[outcome] : undefined;
      if (delivery) webhooks.inc({ outcome: delivery });
    },
    stalled: (job) => stalled.inc({ job_name: job }),
    provider: observeProviders(registry, costs),
  };
}

function observeProviders(registry: Registry, costs: ProviderCosts): (attempt: ProviderTry) => void {
  const seconds = new Histogram({
    name: 'render_platform_provider_attempt_seconds',
    help: 'Time of one try of a render provider, by outcome; `aborted` when we aborted it, `skipped` when its breaker was open.',
    labelNames: ['provider', 'outcome'],
    buckets,
    registers: [registry],
  });
  const dollars = new Counter({
    name: 'render_platform_provider_cost_dollars_total',
    help: 'Estimated cost of the tries of a render provider, by PROVIDER_COSTS; failed ones may be free.',
    labelNames: ['provider'],
    registers: [registry],
  });
  return (attempt) => {
    const { provider, ms } = attempt;
    seconds.observe({ provider, outcome: toOutcome(attempt) }, ms / 1000);
    dollars.inc({ provider }, getCost(costs, attempt));
  };
}
