import type { Redis } from 'ioredis';
import type { Logger } from '../log.ts';
import { daySeconds } from '../time.ts';
import { redisNowMs } from './redis-clock.ts';
import { renderJob } from './render-job.ts';
import { throttledErrorLog } from './throttled-log.ts';

/** The announcement of one worker process. */
export interface WorkerReport {
  /** Maximum renders at once from each of its queues. */
  concurrency: number;
  /** Recent average run time of a render in milliseconds; absent before its first. */
  runMs?: number;
  /** The render queues it takes from; absent: the shared one. */
  queues?: readonly string[];
  /** Version of the package it runs. */
  version?: string;
  /** Renders it is running now. */
  active?: number;
  /** The render providers it serves. */
  providers?: readonly string[];
}

export interface Fleet {
  workers: number;
  /** Maximum renders at once of all workers together. */
  slots: number;
  /** Average over the workers, weighted by their concurrency; absent before the first render. */
  runMs?: number;
}

/** A worker whose announcement is valid. */
export interface LiveWorker extends WorkerReport {
  /** `host-pid-random`. */
  id: string;
  queues: readonly string[];
  /** It was ordered to take no more renders. */
  draining?: true;
}

export interface FleetLocation {
  prefix: string;
}

/** Long enough for a few missed announcements, short enough to notice a killed worker. */
const ttlMs = 15_000;
const everyMs = 5000;
/** Written for a field that is not known. */
const absent = '-';

const toKey = ({ prefix }: FleetLocation) => `${prefix}:workers`;
/** A set of ids. */
const toDrainingKey = ({ prefix }: FleetLocation) => `${prefix}:workers:draining`;

/*
 * One hash, worker id → `until concurrency runMs queues version active providers`. Workers of the previous
 * release announce the first four. Redis expires whole keys only, so each entry
 * contains its end, by the clock of Redis because those of the workers differ; an announcement
 * deletes expired entries.
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
return redis.call('SISMEMBER', KEYS[2], ARGV[1])
`;

/** Announces this worker for the next `ttlMs` (15 s); returns true if it must take no more renders. */
export async function announce(
  connection: Redis,
  location: FleetLocation,
  workerId: string,
  report: WorkerReport,
  lifeMs: number = ttlMs,
): Promise<boolean> {
  const { concurrency, runMs, queues = [renderJob.queue], version, active, providers } = report;
  const average = runMs === undefined ? undefined : Math.round(runMs);
  const text = [concurrency, average, queues.join(','), version, active, providers?.join(',')]
    .map((value) => value ?? absent)
    .join(' ');
  const keys = [toKey(location), toDrainingKey(location)] as const;
  return (await connection.eval(announceScript, keys.length, ...keys, workerId, text, lifeMs)) === 1;
}

/** Longer than any worker takes to end what it has. */
const drainingSeconds = 7 * daySeconds;

/** Orders a worker to take no more renders, or to take them again; it obeys with its next announcement. */
export async function setDraining(
  connection: Redis,
  location: FleetLocation,
  workerId: string,
  draining: boolean,
): Promise<void> {
  const key = toDrainingKey(location);
  if (draining) await connection.multi().sadd(key, workerId).expire(key, drainingSeconds).exec();
  else await connection.srem(key, workerId);
}

/** Removes this worker from the list at once. */
export async function withdraw(connection: Redis, location: FleetLocation, workerId: string): Promise<void> {
  await connection.multi().hdel(toKey(location), workerId).srem(toDrainingKey(location), workerId).exec();
}

/** Returns the workers whose announcement is valid. @throws the error of Redis. */
export async function readWorkers(connection: Redis, location: FleetLocation): Promise<LiveWorker[]> {
  const [now, entries, draining] = await Promise.all([
    redisNowMs(connection),
    connection.hgetall(toKey(location)),
    connection.smembers(toDrainingKey(location)),
  ]);
  return Object.entries(entries)
    .map(([id, entry]) => ({ id, fields: entry.split(' ') }))
    .filter(({ fields: [until] }) => Number(until) > now)
    .map(({ id, fields }) => ({
      ...parseWorker(id, fields),
      ...(draining.includes(id) && { draining: true as const }),
    }));
}

function parseWorker(id: string, fields: readonly string[]): LiveWorker {
  const [, concurrency, runMs, queues, version, active, providers] = fields.map((field) =>
    field === absent ? undefined : field,
  );
  return {
    id,
    concurrency: Number(concurrency),
    ...(runMs === undefined ? {} : { runMs: Number(runMs) }),
    queues: queues === undefined ? [renderJob.queue] : queues.split(','),
    ...(version === undefined ? {} : { version }),
    ...(active === undefined ? {} : { active: Number(active) }),
    ...(providers === undefined ? {} : { providers: providers.split(',') }),
  };
}

/** Sums up the workers that take renders; with `queue` only those that serve it. */
export function summarizeFleet(workers: readonly LiveWorker[], queue?: string): Fleet {
  const serving = workers.filter(
    ({ draining, queues }) => !draining && (queue === undefined || queues.includes(queue)),
  );
  const getSlots = ({ concurrency, queues }: LiveWorker) =>
    queue === undefined ? concurrency * queues.length : concurrency;
  return { workers: serving.length, slots: sum(serving.map(getSlots)), ...averageRun(serving) };
}

/** Reads the whole fleet. @throws the error of Redis. */
export async function readFleet(connection: Redis, location: FleetLocation): Promise<Fleet> {
  return summarizeFleet(await readWorkers(connection, location));
}

function averageRun(workers: readonly LiveWorker[]): { runMs?: number } {
  const known = workers.flatMap(({ concurrency, runMs }) =>
    runMs === undefined ? [] : { concurrency, runMs },
  );
  if (known.length === 0) return {};
  const weight = sum(known.map((worker) => worker.concurrency));
  return { runMs: sum(known.map((worker) => worker.runMs * worker.concurrency)) / weight };
}

function sum(numbers: number[]): number {
  return numbers.reduce((total, number) => total + number, 0);
}

/**
 * Announces this worker now and every five seconds, with the current `report`. `close` withdraws it; a
 * killed worker leaves the list when its last entry expires.
 */
export function startAnnouncing(options: {
  connection: Redis;
  location: FleetLocation;
  workerId: string;
  report: () => WorkerReport;
  /** Called with each announcement. */
  onDraining?: (draining: boolean) => void;
  log: Logger;
}): { close(): Promise<void> } {
  const { connection, location, workerId, report, onDraining = () => undefined } = options;
  const onError = throttledErrorLog(options.log, 'Fleet announcement');
  const announceNow = () => void announce(connection, location, workerId, report()).then(onDraining, onError);
  const timer = setInterval(announceNow, everyMs);
  announceNow();
  return {
    close: () => {
      clearInterval(timer);
      return withdraw(connection, location, workerId).catch(onError);
    },
  };
}
