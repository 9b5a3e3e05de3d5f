import { setTimeout as pause } from 'node:timers/promises';
import type { Sample } from '../images.ts';
import type { LoadOrder } from '../load/calls.ts';
import type { HeldCalls, LoadClient } from '../load/load.ts';
import type { Stage } from '../stage.ts';
import type { Subject } from '../subjects.ts';

export interface MemoryFigures {
  held: number;
  body: string;
  platform: HeldMemory;
  bare: HeldMemory;
}

export interface HeldMemory {
  /** Growth of the API's resident memory, bytes for each waiting connection, after a garbage collection. */
  rssPerConnection: number;
  heapPerConnection: number;
  /** Growth of Redis' `used_memory` for each waiting job. */
  redisPerJob: number;
  /** Bytes each of them still takes once it has ended, while BullMQ keeps ended jobs. */
  redisPerEndedJob: number;
  /** Longest turn of the event loop, milliseconds, after as many callers have left at the same moment. */
  stallMs: number;
  /** Growth of resident memory that is left of each of them afterwards. */
  rssPerVanished: number;
}

const settleMs = 1500;
/** Renders of callers who have left are cancelled one after the other. */
const cancelMs = 60_000;
const longestMs = 240_000;
/** Calls that arrive at the same time: all of them at once would measure the time-outs of a slow machine. */
const arriving = 50;

async function usedMemory(stage: Stage): Promise<number> {
  return Number(/used_memory:(\d+)/.exec(await stage.redis.info('memory'))?.[1]);
}

/** Jobs of any kind that wait in a subject's queue. */
async function waitingJobs(stage: Stage, subject: Subject): Promise<number> {
  const { QUEUE_PREFIX: prefix } = stage.env;
  const list = subject.name === 'platform' ? `${prefix}:render:wait` : `${prefix}-bare:bare-render:wait`;
  return stage.redis.llen(list);
}

/**
 * Measures the memory of a waiting connection: warms up with a worker, stops it, opens the calls, measures, then starts
 * a new worker that finishes them.
 */
export async function measureHeldMemory(options: {
  stage: Stage;
  client: LoadClient;
  subjects: [Subject, Subject];
  sample: Sample;
  held: number;
  say: (line: string) => void;
}): Promise<MemoryFigures> {
  const { stage, sample, held, say } = options;
  const bodyFile = await stage.bodyFile(`memory-${sample.name}`, sample.body);
  const measured = {} as Record<Subject['name'], HeldMemory>;
  for (const subject of options.subjects) {
    measured[subject.name] = await holdOnce({ ...options, subject, bodyFile });
    say(`${subject.name}, ${held} held: ${JSON.stringify(measured[subject.name])}`);
  }
  return { held, body: sample.what, ...measured };
}

async function holdOnce(options: {
  stage: Stage;
  client: LoadClient;
  subject: Subject;
  bodyFile: string;
  held: number;
}): Promise<HeldMemory> {
  const { stage, client, subject, bodyFile, held } = options;
  const order = { url: subject.url, bodyFile, keys: subject.keys(held) };
  // The heap has grown to its working size when the count begins: 300 renders, then every connection once.
  await client.run({ ...order, callers: 50, requests: 300 });
  await subject.worker!.close();
  await pause(settleMs);
  const [before, redisBefore] = [await subject.api.report(), await usedMemory(stage)];
  const calls = client.hold({ ...order, callers: held, requests: held });
  await fill(options, calls);
  await pause(settleMs);
  const [after, redisAfter] = [await subject.api.report(), await usedMemory(stage)];
  await subject.startWorker();
  const { completed, problem } = await calls.ended;
  if (completed !== held) {
    throw new Error(
      `${subject.name} completed ${completed} of ${held} held calls; one failed with ${problem}`,
    );
  }
  await pause(settleMs);
  const redisEnded = await usedMemory(stage);
  const vanished = await vanish(options, order, before.rss);
  return {
    ...vanished,
    rssPerConnection: (after.rss - before.rss) / held,
    heapPerConnection: (after.heapUsed - before.heapUsed) / held,
    redisPerJob: (redisAfter - redisBefore) / held,
    redisPerEndedJob: (redisEnded - redisBefore) / held,
  };
}

/** Opens as many calls again, of which all callers leave at the same moment. */
async function vanish(
  options: { stage: Stage; client: LoadClient; subject: Subject; held: number },
  order: Pick<LoadOrder, 'url' | 'bodyFile' | 'keys'>,
  rssBefore: number,
): Promise<Pick<HeldMemory, 'stallMs' | 'rssPerVanished'>> {
  const { client, subject, held } = options;
  await subject.worker!.close();
  const calls = client.hold({ ...order, callers: held, requests: held });
  await fill(options, calls);
  await subject.api.reset();
  await calls.release();
  await pause(cancelMs);
  const { stallMs, rss } = await subject.api.report();
  await subject.startWorker();
  return { stallMs, rssPerVanished: (rss - rssBefore) / held };
}

/** Starts calls until all of them are in the queue. */
async function fill(
  { stage, subject, held }: { stage: Stage; subject: Subject; held: number },
  calls: HeldCalls,
): Promise<void> {
  const until = performance.now() + longestMs;
  let allowed = 0;
  for (;;) {
    const waiting = await waitingJobs(stage, subject);
    if (waiting >= held) return;
    const more = Math.min(held, waiting + arriving) - allowed;
    if (more > 0) calls.allow(more);
    allowed += Math.max(0, more);
    if (performance.now() > until)
      throw new Error(`${subject.name} holds ${waiting} of ${held} calls in time`);
    await pause(50);
  }
}
