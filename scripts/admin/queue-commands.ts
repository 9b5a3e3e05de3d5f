import type { Command } from 'commander';
import { allJobs } from '../../shared/jobs/all-jobs.ts';
import { createQueue } from '../../shared/jobs/queues.ts';
import { silentLogger } from '../../shared/log.ts';
import { readRoutes, renderQueueNames } from '../../shared/renders/render-route.ts';
import { withDatabase } from './backends.ts';
import { print, wholeNumber, withJson } from './output.ts';
import { readSample, type SampleSources } from './queue/read-sample.ts';
import { sampleTables } from './queue/sample-text.ts';
import { watchQueue } from './queue/watch.ts';
import { withRedis } from './redis.ts';
import { withInterrupts } from './with-interrupts.ts';

interface QueueOptions {
  watch?: boolean;
  every: string;
  json?: boolean;
}

/** `queue` */
export function queueCommands(program: Command): void {
  withJson(program.command('queue').description('what waits, what runs, and the workers'))
    .option('--watch', 'show it again and again until Ctrl-C')
    .option('--every <seconds>', 'how often --watch reads', '2')
    .action(show);
}

async function show({ watch, every, ...options }: QueueOptions): Promise<void> {
  const everyMs = wholeNumber('--every', every, 1, 3600) * 1000;
  await withSources(async (sources) => {
    const read = () => readSample(sources);
    if (!watch) {
      const sample = await read();
      return print(options, sample, () => sampleTables(sample));
    }
    const json = options.json ?? false;
    await withInterrupts((signal) => watchQueue({ read, screen: process.stdout, everyMs, json, signal }));
  });
}

/** Opens MongoDB, Redis and every queue for one command. */
function withSources(work: (sources: SampleSources) => Promise<void>): Promise<void> {
  return withDatabase((database, config) =>
    withRedis(config, async (connection) => {
      const prefix = config.QUEUE_PREFIX;
      const names = new Set([...renderQueueNames(readRoutes(config)), ...allJobs.map(({ queue }) => queue)]);
      const queues = [...names].map((name) => createQueue(name, { connection, prefix, log: silentLogger() }));
      try {
        await work({ database, connection, prefix, queues });
      } finally {
        await Promise.all(queues.map((queue) => queue.close()));
      }
    }),
  );
}
