import type { Command } from 'commander';
import { readWorkers, setDraining } from '../../shared/jobs/fleet.ts';
import { adminConfig } from './backends.ts';
import { AdminError, formatTable, print, withJson } from './output.ts';
import { withRedis } from './redis.ts';

/** `worker list`, `worker drain`, `worker resume` */
export function workerCommands(program: Command): void {
  const worker = program.command('worker').description('The fleet');
  withJson(worker.command('list').description('workers that announced themselves in the last 15 s')).action(
    list,
  );
  for (const draining of [true, false])
    withJson(
      worker
        .command(`${draining ? 'drain' : 'resume'} <worker>`)
        .description(
          draining ? 'let it end the renders that it has and take no more' : 'let it take renders again',
        ),
    ).action((id: string, options: { json?: boolean }) => drain(id, options, draining));
}

async function drain(id: string, options: { json?: boolean }, draining: boolean): Promise<void> {
  const config = await adminConfig();
  const location = { prefix: config.QUEUE_PREFIX };
  await withRedis(config, async (connection) => {
    const workers = await readWorkers(connection, location);
    if (!workers.some((worker) => worker.id === id))
      throw new AdminError(`There is no worker ${id}; see worker list.`);
    await setDraining(connection, location, id, draining);
  });
  print(options, { worker: id, draining }, () =>
    draining ? `${id} ends the renders that it has and takes no more.` : `${id} takes renders again.`,
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
          ['WORKER', 'STATE', 'VERSION', 'ACTIVE', 'MAXIMUM', 'RUN MS', 'QUEUES', 'PROVIDERS'],
          workers.map(({ id, draining, version, active, concurrency, runMs, queues, providers }) => [
            id,
            draining ? 'draining' : 'running',
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
