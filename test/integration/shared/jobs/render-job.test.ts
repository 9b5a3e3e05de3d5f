import { type Queue, UnrecoverableError, Worker } from 'bullmq';
import { expect } from 'chai';
import type { Redis } from 'ioredis';
import { ApiError } from '../../../../shared/errors.ts';
import { newId } from '../../../../shared/ids.ts';
import {
  closeConnection,
  connectionReady,
  producerConnection,
  workerConnection,
} from '../../../../shared/jobs/connections.ts';
import { enqueue, parseJob } from '../../../../shared/jobs/job-definition.ts';
import { createQueue, queueDepth } from '../../../../shared/jobs/queues.ts';
import { type RenderJobData, renderJob, renderJobId } from '../../../../shared/jobs/render-job.ts';
import { silentLogger } from '../../../../shared/log.ts';
import { freshPrefix, patientMs, redisUrl } from '../../../support/backends.ts';

const log = silentLogger();

const empty = { waiting: 0, yielding: 0, active: 0, delayed: 0, oldestWaitMs: 0 };

describe('the render queue', () => {
  let prefix: string;
  let connection: Redis;
  let queue: Queue;

  beforeEach(async () => {
    prefix = freshPrefix();
    connection = producerConnection({
      url: await redisUrl(),
      name: 'test:producer',
      log,
      commandMs: patientMs,
    });
    await connectionReady(connection, 5000);
    queue = createQueue(renderJob.queue, { connection, prefix, log });
  });
  afterEach(async () => {
    await queue.close();
    await closeConnection(connection);
  });

  const add = (renderId: string) =>
    enqueue(queue, renderJob, { renderId }, { jobId: renderJobId(renderId, 1) });

  /** Runs jobs until `count` have ended; returns the names of the events they ended with. */
  async function drain(count: number, run: (data: RenderJobData) => Promise<unknown>): Promise<string[]> {
    const workers = workerConnection({ url: await redisUrl(), name: 'test:worker', log });
    const ended: string[] = [];
    const worker = new Worker(renderJob.queue, (job) => run(parseJob(renderJob, job)), {
      connection: workers,
      prefix,
      maxStalledCount: 0,
    });
    await new Promise<void>((resolve) => {
      const note = (event: string) => {
        ended.push(event);
        if (ended.length === count) resolve();
      };
      worker.on('completed', () => note('completed'));
      worker.on('failed', () => note('failed'));
    });
    await worker.close();
    await closeConnection(workers);
    return ended;
  }

  it('carries exactly the render id to a worker', async () => {
    const seen: RenderJobData[] = [];
    await add('render_1');
    await drain(1, async (data) => seen.push(data));
    expect(seen).to.deep.equal([{ renderId: 'render_1' }]);
  });

  it('keeps an ended job in the compact form of Redis', async () => {
    const renderId = newId('rnd');
    await add(renderId);
    await drain(1, async () => 'succeeded');
    const key = `${prefix}:${renderJob.queue}:${renderJobId(renderId, 1)}`;
    expect(await connection.object('ENCODING', key)).to.match(/listpack|ziplist/);
  });

  it('accepts a job of the previous release, which also carries the deadline', async () => {
    const seen: RenderJobData[] = [];
    await queue.add(renderJob.name, { renderId: 'render_2', deadlineAt: 1_900_000_000_000 });
    await drain(1, async (data) => seen.push(data));
    expect(seen.map(({ renderId }) => renderId)).to.deep.equal(['render_2']);
  });

  it('refuses data that does not fit, and adds nothing', async () => {
    const wrong = { renderId: 5 } as unknown as RenderJobData;
    const error = await enqueue(queue, renderJob, wrong, { jobId: 'a.1' }).catch((thrown: unknown) => thrown);
    expect(error).to.be.instanceOf(ApiError).with.property('code', 'INTERNAL');
    expect(await queueDepth(queue)).to.deep.equal(empty);
  });

  it('fails a job whose data does not fit, without a retry', async () => {
    await queue.add(renderJob.name, { renderId: '' }, { ...renderJob.options, attempts: 5, jobId: 'a.1' });
    expect(await drain(1, async () => undefined)).to.deep.equal(['failed']);
    const job = await queue.getJob('a.1');
    expect(job?.attemptsMade).to.equal(1);
    expect(() => parseJob(renderJob, { name: 'other', data: {} })).to.throw(UnrecoverableError);
  });

  it('adds a job once for each enqueue count of a render', async () => {
    for (const enqueueCount of [1, 1, 2]) {
      await enqueue(queue, renderJob, { renderId: 'a' }, { jobId: renderJobId('a', enqueueCount) });
    }
    expect((await queueDepth(queue)).waiting).to.equal(2);
  });

  it('returns how many jobs wait and how long the oldest has waited', async () => {
    await queue.add('render', {}, { jobId: 'old.1', timestamp: 1_000_000 });
    await queue.add('render', {}, { jobId: 'new.1', timestamp: 1_500_000 });
    await queue.add('render', {}, { jobId: 'later.1', delay: 60_000 });
    expect(await queueDepth(queue, 1_600_000)).to.deep.equal({
      waiting: 2,
      yielding: 0,
      active: 0,
      delayed: 1,
      oldestWaitMs: 600_000,
    });
  });

  it('starts a job that yields after all others, those among themselves in their order', async () => {
    const render = (id: string, yields: boolean) =>
      enqueue(queue, renderJob, { renderId: id }, { jobId: `${id}.1`, yields });
    for (const id of ['free_1', 'free_2', 'free_3']) await render(id, true);
    expect(await queueDepth(queue)).to.include({ waiting: 3, yielding: 3 });
    for (const id of ['paid_1', 'paid_2']) await render(id, false);
    expect(await queueDepth(queue)).to.include({ waiting: 5, yielding: 3 });
    const started: string[] = [];
    await drain(5, async ({ renderId }) => started.push(renderId));
    expect(started).to.deep.equal(['paid_1', 'paid_2', 'free_1', 'free_2', 'free_3']);
  });

  it('says how long one that yields has waited where no other waits', async () => {
    const now = Date.now();
    await enqueue(queue, renderJob, { renderId: 'free' }, { jobId: 'free.1', yields: true });
    expect((await queueDepth(queue, now + 60_000)).oldestWaitMs).to.be.within(50_000, 60_000);
    await queue.add('render', {}, { jobId: 'paid.1', timestamp: now + 30_000 });
    expect((await queueDepth(queue, now + 60_000)).oldestWaitMs).to.equal(30_000);
  });

  it('costs at most 2 KiB of Redis for a job from its start to its end, events included', async () => {
    const bytes = async () => {
      const keys = await connection.keys(`${prefix}:*`);
      const sizes = await Promise.all(
        keys.map((key) => connection.call('MEMORY', 'USAGE', key, 'SAMPLES', '0')),
      );
      return (sizes as number[]).reduce((total, size) => total + size, 0);
    };
    const jobs = 200;
    await add(newId('render'));
    await drain(1, async () => undefined);
    const before = await bytes();
    for (let job = 0; job < jobs; job++) await add(newId('render'));
    const waiting = (await bytes()) - before;
    await drain(jobs, async () => undefined);
    const ended = (await bytes()) - before;
    if (process.env.PRINT_FIGURES) console.log({ waiting: waiting / jobs, ended: ended / jobs });
    expect(waiting / jobs).to.be.below(2048);
    expect(ended / jobs).to.be.below(2048);
  });
});
