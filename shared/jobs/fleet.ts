import type { Redis } from 'ioredis';
import type { Logger } from '../log.ts';
import { sparingErrorLog } from './sparing-log.ts';

/** What one worker process says of itself. */
export interface WorkerReport {
  /** Renders it runs at once. */
  concurrency: number;
  /** Recent average run time of a render in milliseconds; absent before its first. */
  runMs?: number;
}

export interface Fleet {
  workers: number;
  /** Renders that all workers together run at once. */
  slots: number;
  /** Average over the workers, weighted by their concurrency; absent before the first render. */
  runMs?: number;
}

export interface FleetLocation {
  prefix: string;
}

/** Must outlive a few missed announcements, and end soon after a killed worker. */
const ttlMs = 15_000;
const everyMs = 5000;

const keyOf = ({ prefix }: FleetLocation) => `${prefix}:workers`;

/*
 * One hash, worker id → `until concurrency runMs`. Redis expires whole keys only, so each entry
 * carries its end, by the clock of Redis because those of the workers differ; an announcement
 * takes ended entries out.
 */
const announceScript = `
local time = redis.call('TIME')
local now = time[1] * 1000 + math.floor(time[2] / 1000)
local entries = redis.call('HGETALL', KEYS[1])
for i = 1, #entries, 2 do
  if tonumber(string.match(entries[i + 1], '^%d+')) <= now then redis.call('HDEL', KEYS[1], entries[i]) end
end
redis.call('HSET', KEYS[1], ARGV[1], string.format('%d %s', now + ARGV[3], ARGV[2]))
if redis.call('PTTL', KEYS[1]) < tonumber(ARGV[3]) then redis.call('PEXPIRE', KEYS[1], ARGV[3]) end
`;

/** Says once that this worker is there, for the next `ttlMs` (15 s). */
export async function announce(
  connection: Redis,
  location: FleetLocation,
  workerId: string,
  report: WorkerReport,
  lifeMs: number = ttlMs,
): Promise<void> {
  const text = `${report.concurrency} ${report.runMs === undefined ? '-' : Math.round(report.runMs)}`;
  await connection.eval(announceScript, 1, keyOf(location), workerId, text, lifeMs);
}

/** Takes this worker off the list at once. */
export async function withdraw(connection: Redis, location: FleetLocation, workerId: string): Promise<void> {
  await connection.hdel(keyOf(location), workerId);
}

/** The workers that announced themselves of late. @throws whatever Redis says. */
export async function readFleet(connection: Redis, location: FleetLocation): Promise<Fleet> {
  const [time, entries] = await Promise.all([connection.time(), connection.hgetall(keyOf(location))]);
  const now = Number(time[0]) * 1000 + Math.floor(Number(time[1]) / 1000);
  const live = Object.values(entries)
    .map((entry) => entry.split(' '))
    .filter(([until]) => Number(until) > now)
    .map(([, concurrency, runMs]) => ({ concurrency: Number(concurrency), runMs: Number(runMs) }));
  return { workers: live.length, slots: sum(live.map((worker) => worker.concurrency)), ...averageRun(live) };
}

function averageRun(workers: { concurrency: number; runMs: number }[]): { runMs?: number } {
  const known = workers.filter((worker) => Number.isFinite(worker.runMs));
  if (known.length === 0) return {};
  const weight = sum(known.map((worker) => worker.concurrency));
  return { runMs: sum(known.map((worker) => worker.runMs * worker.concurrency)) / weight };
}

function sum(numbers: number[]): number {
  return numbers.reduce((total, number) => total + number, 0);
}

/**
 * Announces this worker now and every five seconds, with what `report` says at that moment.
 * `close` withdraws it; a worker that is killed leaves the list when its last entry ends.
 */
export function startAnnouncing(options: {
  connection: Redis;
  location: FleetLocation;
  workerId: string;
  report: () => WorkerReport;
  log: Logger;
}): { close(): Promise<void> } {
  const { connection, location, workerId, report } = options;
  const onError = sparingErrorLog(options.log, 'Fleet announcement');
  const tell = () => void announce(connection, location, workerId, report()).catch(onError);
  const timer = setInterval(tell, everyMs);
  tell();
  return {
    close: () => {
      clearInterval(timer);
      return withdraw(connection, location, workerId).catch(onError);
    },
  };
}
