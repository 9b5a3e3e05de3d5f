import type { Queue } from 'bullmq';
import pTimeout from 'p-timeout';
import { Gauge, type Registry } from 'prom-client';
import { type QueueDepth, queueDepth } from '../../shared/jobs/queues.ts';

type Sample = ReadonlyMap<string, QueueDepth>;

const sampleMs = 500;

const gauges: { name: string; help: string; value: (depth: QueueDepth) => number }[] = [
  {
    name: 'render_platform_queue_jobs_waiting',
    help: 'Jobs that wait for a worker.',
    value: ({ waiting }) => waiting,
  },
  {
    name: 'render_platform_queue_jobs_yielding',
    help: 'Jobs among those that wait which start after all others: renders of test keys.',
    value: ({ yielding }) => yielding,
  },
  {
    name: 'render_platform_queue_jobs_active',
    help: 'Jobs that workers are running.',
    value: ({ active }) => active,
  },
  {
    name: 'render_platform_queue_jobs_delayed',
    help: 'Jobs that wait for their scheduled time.',
    value: ({ delayed }) => delayed,
  },
  {
    name: 'render_platform_queue_oldest_wait_seconds',
    help: 'How long the job at the head of the queue has waited; scale the fleet on this.',
    value: ({ oldestWaitMs }) => oldestWaitMs / 1000,
  },
];

/**
 * Depth of the queues, read from Redis at each scrape. A queue that cannot be read within half a second has
 * no value in that scrape, and its `render_platform_queue_sampled` is 0: an outdated value would look healthy.
 */
export function registerQueueMetrics(registry: Registry, queues: readonly Queue[]): void {
  const sample = sampleOncePerScrape(queues);
  const labels = { labelNames: ['queue'], registers: [registry] };
  for (const { name, help, value } of gauges) {
    new Gauge({
      name,
      help,
      ...labels,
      async collect() {
        this.reset();
        for (const [queue, depth] of await sample()) this.set({ queue }, value(depth));
      },
    });
  }
  new Gauge({
    name: 'render_platform_queue_sampled',
    help: '1 when the depth of the queue could be read.',
    ...labels,
    async collect() {
      const depths = await sample();
      for (const { name } of queues) this.set({ queue: name }, depths.has(name) ? 1 : 0);
    },
  });
}

/** The gauges of one scrape collect at the same time and share one sample. */
function sampleOncePerScrape(queues: readonly Queue[]): () => Promise<Sample> {
  let current: Promise<Sample> | undefined;
  return () => {
    current ??= readAll(queues).finally(() => {
      current = undefined;
    });
    return current;
  };
}

async function readAll(queues: readonly Queue[]): Promise<Sample> {
  const depths = new Map<string, QueueDepth>();
  await Promise.all(
    queues.map(async (queue) => {
      const [depth] = await Promise.allSettled([pTimeout(queueDepth(queue), { milliseconds: sampleMs })]);
      if (depth.status === 'fulfilled') depths.set(queue.name, depth.value);
    }),
  );
  return depths;
}
