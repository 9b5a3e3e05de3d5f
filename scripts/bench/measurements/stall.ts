import { monitorEventLoopDelay } from 'node:perf_hooks';
import { setTimeout as pause } from 'node:timers/promises';
import { eightMegabyteBody } from '../images.ts';
import type { LoadClient } from '../load/load.ts';
import type { Stage } from '../stage.ts';
import { median } from '../statistics.ts';
import type { Subject } from '../subjects.ts';

export interface StallFigures {
  images: number;
  bytesEach: number;
  /** Longest turn of the event loop in each round, milliseconds. */
  platform: number[];
  bare: number[];
  /** The same of a process that only waits: the effect of other load on the machine. */
  idle: number[];
}

const images = 8;
const pollMs = 100;
const longestMs = 60_000;

/** Longest stall of the API while eight bodies with an image of 8 MB each arrive, are checked and saved. */
export async function measureStall(options: {
  stage: Stage;
  client: LoadClient;
  subjects: [Subject, Subject];
  rounds: number;
  say: (line: string) => void;
}): Promise<StallFigures> {
  const body = await eightMegabyteBody();
  const bodyFile = await options.stage.bodyFile('eight-megabytes', body);
  const stalls = { platform: [] as number[], bare: [] as number[], idle: [] as number[] };
  // The first round includes compilation and is not counted.
  for (let round = 0; round <= options.rounds; round++) {
    const own = monitorEventLoopDelay({ resolution: 1 });
    own.enable();
    for (const subject of options.subjects) {
      const ms = await stallOnce({ ...options, subject, bodyFile });
      if (round > 0) stalls[subject.name].push(ms);
    }
    own.disable();
    if (round > 0) stalls.idle.push(own.max / 1e6 - 1);
  }
  options.say(
    `stall: platform ${median(stalls.platform).toFixed(0)} ms | bare ${median(stalls.bare).toFixed(0)} ms | idle process ${median(stalls.idle).toFixed(0)} ms`,
  );
  return { images, bytesEach: Math.round((body.length * 3) / 4), ...stalls };
}

async function stallOnce(options: {
  stage: Stage;
  client: LoadClient;
  subject: Subject;
  bodyFile: string;
}): Promise<number> {
  const { stage, client, subject, bodyFile } = options;
  const waiting = await jobs(stage, subject);
  await subject.api.reset();
  const order = { url: subject.url, bodyFile, keys: subject.keys(images), callers: images, requests: images };
  const calls = client.hold(order);
  calls.allow(images);
  const until = performance.now() + longestMs;
  while ((await jobs(stage, subject)) < waiting + images && performance.now() < until) await pause(pollMs);
  const { stallMs } = await subject.api.report();
  await calls.release();
  // The platform removes a waiting render from the queue when its caller disconnects; the bare server does not.
  await pause(500);
  return stallMs;
}

/** Jobs added so far; without a worker none is taken. */
async function jobs(stage: Stage, subject: Subject): Promise<number> {
  const prefix = stage.env.QUEUE_PREFIX;
  const list = subject.name === 'platform' ? `${prefix}:render:wait` : `${prefix}-bare:bare-render:wait`;
  return stage.redis.llen(list);
}
