import { execFileSync } from 'node:child_process';
import { until } from '../chaos/clock.ts';
import type { Member } from '../chaos/member.ts';
import { send } from './send.ts';
import type { Target } from './target.ts';

/** Resources that all API processes use together. */
export interface Gauges {
  /** Resident memory of each process and of those that decode images for it. */
  rssMb: number;
  openFiles: number;
  openRequests: number;
  streams: number;
}

const names = {
  openFiles: 'process_open_fds',
  openRequests: 'render_platform_http_requests_in_flight',
  streams: 'render_platform_streams_open',
};

export async function readGauges({ cluster }: Pick<Target, 'cluster'>): Promise<Gauges> {
  const each = await Promise.all(cluster.apis.map(readApi));
  const sum = (name: keyof Gauges) => each.reduce((total, gauges) => total + gauges[name], 0);
  return {
    rssMb: sum('rssMb'),
    openFiles: sum('openFiles'),
    openRequests: sum('openRequests'),
    streams: sum('streams'),
  };
}

async function readApi(api: Member): Promise<Gauges> {
  const { body } = await send(`http://127.0.0.1:${api.port()}/metrics`);
  const value = (name: string) => Number(new RegExp(`^${name}(?:\\{[^}]*\\})? (\\S+)$`, 'm').exec(body)?.[1]);
  return {
    rssMb: residentMb(api.pid()),
    openFiles: value(names.openFiles),
    // Without the one that asks.
    openRequests: value(names.openRequests) - 1,
    streams: value(names.streams),
  };
}

/** Returns the resident memory of a process and its children, in MB. */
function residentMb(pid: number): number {
  const rows = execFileSync('ps', ['-eo', 'pid=,ppid=,rss='], { encoding: 'utf8' })
    .trim()
    .split('\n')
    .map((row) => row.trim().split(/\s+/).map(Number) as [number, number, number]);
  const own = rows.filter(([id, parent]) => id === pid || parent === pid);
  return Math.round(own.reduce((sum, [, , kib]) => sum + kib, 0) / 1024);
}

const restMs = 90_000;
/** Memory that may remain, as a share of that before. */
export const memoryMargin = 0.2;
/** Connections to backends come and go. */
export const filesMargin = 10;

/** Returns the gauges when they have come back to what they were, or after a minute and a half. */
export async function gaugesAtRest(target: Target, before: Gauges): Promise<Gauges> {
  let now = await readGauges(target);
  await until(
    async () => {
      now = await readGauges(target);
      const memory = now.rssMb <= before.rssMb * (1 + memoryMargin);
      return memory && now.openFiles <= before.openFiles + filesMargin && now.openRequests <= 0;
    },
    restMs,
    1_500,
  );
  return now;
}
