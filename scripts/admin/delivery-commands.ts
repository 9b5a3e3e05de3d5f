import type { Queue } from 'bullmq';
import type { Command } from 'commander';
import type { Config } from '../../shared/config/variables.ts';
import { listDeliveries } from '../../shared/deliveries/list-deliveries.ts';
import { type Replayed, replayDropped, replayEvent } from '../../shared/deliveries/replay.ts';
import {
  closeConnection,
  connectionReady,
  producerConnection,
  redisTarget,
} from '../../shared/jobs/connections.ts';
import { createQueue } from '../../shared/jobs/queues.ts';
import { trackJob } from '../../shared/jobs/track-job.ts';
import { silentLogger } from '../../shared/log.ts';
import { dayMs } from '../../shared/time.ts';
import { withDatabase } from './backends.ts';
import { findStore } from './find-store.ts';
import { AdminError, formatTable, print, withJson } from './output.ts';

interface ReplayOptions {
  store: string;
  event?: string;
  from?: string;
  to?: string;
  json?: boolean;
}

/** `deliveries list`, `deliveries replay` */
export function deliveryCommands(program: Command): void {
  const deliveries = program.command('deliveries').description('Track calls to analytics endpoints');
  withJson(deliveries.command('list').description('the last 50 of a store, newest first'))
    .requiredOption('--store <slug>', 'the store')
    .action(list);
  withJson(deliveries.command('replay').description('forward one event again, or all that were dropped'))
    .requiredOption('--store <slug>', 'the store')
    .option('--event <id>', 'one event, as in deliveries list')
    .option('--from <date>', 'all dropped since then; a day ago when left out')
    .option('--to <date>', 'until then; now when left out')
    .action(replay);
}

async function list(options: { store: string; json?: boolean }): Promise<void> {
  const deliveries = await withDatabase(async (database) =>
    listDeliveries(database.deliveries, (await findStore(database, options.store))._id),
  );
  print(options, { deliveries }, () =>
    formatTable(
      ['AT', 'EVENT', 'NAME', 'TRY', 'OUTCOME', 'STATUS', 'MS', 'ANSWER'],
      deliveries.map(({ at, event, name, attempt, outcome, status, error, ms, answer }) => [
        at.toISOString(),
        event,
        name,
        String(attempt),
        outcome,
        String(status ?? error ?? ''),
        String(ms),
        answer.slice(0, 60).replace(/\s+/g, ' '),
      ]),
    ),
  );
}

async function replay(options: ReplayOptions): Promise<void> {
  const from = parseDate('--from', options.from, Date.now() - dayMs);
  const to = parseDate('--to', options.to, Date.now());
  const result = await withDatabase(async (database, config) => {
    const store = await findStore(database, options.store);
    return withTrackQueue(config, (queue) => {
      const dependencies = { events: database.events, queue };
      if (options.event) return replayEvent(dependencies, store, options.event);
      return replayDropped(dependencies, store, { from, to });
    });
  });
  const more = result.more ? ' There are more: run the command again.' : '';
  print(options, result, () => `${result.replayed} events are forwarded again.${more}`);
}

async function withTrackQueue(config: Config, work: (queue: Queue) => Promise<Replayed>): Promise<Replayed> {
  const log = silentLogger();
  const commandMs = config.REDIS_COMMAND_SECONDS * 1000;
  const connection = producerConnection({ ...redisTarget(config), name: 'admin', log, commandMs });
  const queue = createQueue(trackJob.queue, { connection, prefix: config.QUEUE_PREFIX, log });
  try {
    await connectionReady(connection, 5000);
    return await work(queue);
  } finally {
    await queue.close();
    await closeConnection(connection);
  }
}

function parseDate(option: string, text: string | undefined, otherwise: number): Date {
  const date = new Date(text ?? otherwise);
  if (Number.isNaN(date.getTime())) throw new AdminError(`${option} must be a date such as 2026-01-31.`);
  return date;
}
