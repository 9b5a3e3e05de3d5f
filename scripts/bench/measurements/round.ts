import { setTimeout as pause } from 'node:timers/promises';
import type { LoadClient } from '../load/load.ts';
import { familyCpuMs } from '../processes/family-cpu.ts';
import type { MeasuredProcess } from '../processes/measured.ts';
import type { Stage } from '../stage.ts';
import type { Subject } from '../subjects.ts';

/** The calls of one round. */
export interface RoundOrder {
  bodyFile: string;
  callers: number;
  requests: number;
}

/** CPU time in milliseconds; that of the API and the worker with their children. */
export type CpuTimes = Record<'api' | 'worker' | 'redis' | 'mongo', number>;

/** Commands of one render by name. */
export type Commands = Record<string, number>;

/** Commands of one process for one render. */
export interface Sent {
  mongo: Commands;
  redis: Commands;
}

export interface Round {
  rps: number;
  latencies: number[];
  /** Of one render. */
  cpu: CpuTimes;
  api: Sent;
  worker: Sent;
}

/** A measurement that this machine cannot take now: some of the calls failed. */
export class NotTaken extends Error {
  override name = 'NotTaken';
}

/** Returns what was taken, or the problem for the row that says so; the others are still taken. */
export async function orProblem<Taken>(
  take: () => Promise<Taken>,
): Promise<{ taken: Taken } | { problem: string }> {
  try {
    return { taken: await take() };
  } catch (error) {
    if (!(error instanceof NotTaken)) throw error;
    return { problem: error.message };
  }
}

/** Work after the response (settling, deleting) is part of a render's cost. */
const afterMs = 300;

/** Sends the calls to one server. @throws NotTaken */
export async function runRound(
  { stage, client }: { stage: Stage; client: LoadClient },
  subject: Subject,
  { bodyFile, callers, requests }: RoundOrder,
): Promise<Round> {
  const { api, worker } = subject;
  await Promise.all([api.reset(), worker!.reset()]);
  const before = readCpu(stage, subject);
  const order = { url: subject.url, bodyFile, keys: subject.keys(callers), callers, requests };
  const { ms, latencies, failures } = await client.run(order);
  await pause(afterMs);
  const cpu = mapTimes(readCpu(stage, subject), (name, used) => (used - before[name]) / requests);
  const [first] = Object.entries(failures);
  if (first) throw new NotTaken(`${subject.name} responded to ${first[1]} of ${requests} with ${first[0]}`);
  const [fromApi, fromWorker] = [await readSent(api, requests), await readSent(worker!, requests)];
  return { rps: (requests / ms) * 1000, latencies, cpu, api: fromApi, worker: fromWorker };
}

/** Returns the CPU time that the processes of a server have used so far. */
function readCpu({ pids }: Stage, { api, worker }: Subject): CpuTimes {
  const known: Record<keyof CpuTimes, number | undefined> = { api: api.pid, worker: worker!.pid, ...pids };
  return mapTimes(known, (_, pid) => (pid === undefined ? Number.NaN : familyCpuMs(pid)));
}

/** Makes the times of the four processes from another value of each. */
export function mapTimes<Value>(
  values: Record<keyof CpuTimes, Value>,
  toMs: (name: keyof CpuTimes, value: Value) => number,
): CpuTimes {
  const names = ['api', 'worker', 'redis', 'mongo'] as const;
  return Object.fromEntries(names.map((name) => [name, toMs(name, values[name])])) as CpuTimes;
}

/** Reads the commands that a process has sent since it was reset, divided by the number of renders. */
export async function readSent(process: MeasuredProcess, renders: number): Promise<Sent> {
  const { commands, redis } = await process.report();
  return { mongo: divide(commands, renders), redis: divide(redis, renders) };
}

/** An earlier commit may count fewer of them. */
const divide = (counts: Commands = {}, by: number): Commands =>
  Object.fromEntries(Object.entries(counts).map(([name, count]) => [name, count / by]));
