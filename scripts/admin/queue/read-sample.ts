import type { Queue } from 'bullmq';
import type { Redis } from 'ioredis';
import type { Database } from '../../../shared/database/database.ts';
import { type Fleet, readFleet } from '../../../shared/jobs/fleet.ts';
import { type QueueDepth, queueDepth } from '../../../shared/jobs/queues.ts';
import type { RenderDoc } from '../../../shared/renders/render-model.ts';
import { readProgress } from '../../../shared/renders/render-signals.ts';

/** A render that is running now. */
export interface RunningRender {
  renderId: string;
  account: string;
  mode: RenderDoc['mode'];
  /** Milliseconds since it was accepted. */
  ageMs: number;
  /** Last progress reported by its worker. */
  stage?: string;
  share?: number;
}

/** Queues, fleet and running renders at one moment. */
export interface QueueSample {
  at: string;
  queues: (QueueDepth & { name: string })[];
  fleet: Fleet;
  /** The oldest of them. */
  running: RunningRender[];
}

export interface SampleSources {
  database: Pick<Database, 'renders'>;
  connection: Redis;
  prefix: string;
  queues: readonly Queue[];
}

const maxRunning = 20;

/** @throws the error of Redis or MongoDB */
export async function readSample({ database, ...sources }: SampleSources): Promise<QueueSample> {
  const now = Date.now();
  const [queues, fleet, running] = await Promise.all([
    Promise.all(
      sources.queues.map(async (queue) => ({ name: queue.name, ...(await queueDepth(queue, now)) })),
    ),
    readFleet(sources.connection, sources),
    database.renders
      .find({ state: 'running' })
      .sort({ createdAt: 1, _id: 1 })
      .limit(maxRunning)
      .lean<RenderDoc[]>(),
  ]);
  return {
    at: new Date(now).toISOString(),
    queues,
    fleet,
    running: await Promise.all(running.map((render) => describe(sources, render, now))),
  };
}

async function describe(
  { connection, prefix }: Pick<SampleSources, 'connection' | 'prefix'>,
  { _id, account, mode, createdAt }: RenderDoc,
  now: number,
): Promise<RunningRender> {
  const last = (await readProgress(connection, { prefix }, _id, 0)).at(-1);
  return {
    renderId: _id,
    account,
    mode,
    ageMs: Math.max(0, now - createdAt.getTime()),
    ...(last ? { stage: last.stage } : {}),
    ...(last?.share === undefined ? {} : { share: last.share }),
  };
}
