import { formatTable } from '../output.ts';
import type { QueueSample } from './read-sample.ts';

const seconds = (ms: number) => `${(ms / 1000).toFixed(ms < 10_000 ? 1 : 0)} s`;

/** Returns the whole sample as tables. */
export function sampleTables({ queues, fleet, running }: QueueSample): string {
  const depths = formatTable(
    ['QUEUE', 'WAITING', 'OF TEST KEYS', 'ACTIVE', 'DELAYED', 'OLDEST WAITS'],
    queues.map((queue) => [
      queue.name,
      ...[queue.waiting, queue.yielding, queue.active, queue.delayed].map(String),
      queue.waiting === 0 ? '-' : seconds(queue.oldestWaitMs),
    ]),
  );
  const { workers, slots, runMs } = fleet;
  const average = runMs === undefined ? '' : `, a render takes ${seconds(runMs)}`;
  const renders = formatTable(
    ['RUNNING RENDER', 'AGE', 'STAGE', 'SHARE', 'MODE', 'ACCOUNT'],
    running.map(({ renderId, ageMs, stage, share, mode, account }) => [
      renderId,
      seconds(ageMs),
      stage ?? '-',
      share === undefined ? '-' : `${Math.round(share * 100)} %`,
      mode,
      account,
    ]),
  );
  const fleetLine = `Workers: ${workers}, ${slots} renders at once${average}.`;
  return [depths, fleetLine, running.length === 0 ? 'No render is running.' : renders].join('\n\n');
}

/** Returns the sample on one line: `2026-01-31T09:00:00.000Z render 3 waiting (4.2 s), 1 active; …; workers 2` */
export function sampleLine({ at, queues, fleet, running }: QueueSample): string {
  const depths = queues.map(({ name, waiting, active, oldestWaitMs }) => {
    const wait = waiting === 0 ? '' : ` (${seconds(oldestWaitMs)})`;
    return `${name} ${waiting} waiting${wait}, ${active} active`;
  });
  const oldest = running[0] ? `; oldest running ${seconds(running[0].ageMs)}` : '';
  return `${at} ${depths.join('; ')}; workers ${fleet.workers}${oldest}`;
}
