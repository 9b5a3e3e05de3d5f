import type { Command } from 'commander';
import { readWorkers } from '../../shared/jobs/fleet.ts';
import { adminConfig } from './backends.ts';
import { formatTable, print, withJson } from './output.ts';
import { withRedis } from './redis.ts';

/** `worker list` */
export function workerCommands(program: Command): void {
  const worker = program.command('worker').description('The fleet');
  withJson(worker.command('list').description('workers that announced themselves in the last 15 s')).action(
    list,
  );
}

async function list(options: { json?: boolean }): Promise<void> {
  const config = await adminConfig();
  const workers = await withRedis(config, (connection) =>
    readWorkers(connection, { prefix: config.QUEUE_PREFIX }),
  );
  workers.sort((a, b) => a.id.localeCompare(b.id));
  print(options, { workers }, () =>
    workers.length === 0
      ? 'No worker is running.'
      : formatTable(
          ['WORKER', 'VERSION', 'ACTIVE', 'MAXIMUM', 'RUN MS', 'QUEUES', 'PROVIDERS'],
          workers.map(({ id, version, active, concurrency, runMs, queues, providers }) => [
            id,
            version ?? '-',
            String(active ?? '-'),
            String(concurrency),
            String(runMs ?? '-'),
            queues.join(','),
            providers?.join(',') ?? '-',
          ]),
        ),
  );
}
