import { Queue, Worker } from 'bullmq';
import { expect } from 'chai';
import Joi from 'joi';
import { pino } from 'pino';
import { closeConnection, workerConnection } from '../../../shared/jobs/connections.ts';
import type { JobDefinition } from '../../../shared/jobs/job-definition.ts';
import { silentLogger } from '../../../shared/log.ts';
import { defineHandler, PutBack, startWorkers } from '../../../workers/runtime.ts';
import { freshPrefix, redisUrl } from '../../support/backends.ts';
import { eventually } from '../../support/platform.ts';

const greet: JobDefinition<{ name: string }> = {
  name: 'greet',
  queue: 'greetings',
  schema: Joi.object<{ name: string }, true>({ name: Joi.string().required() }).required(),
  options: {},
};

describe('the worker runtime after a worker was lost', () => {
  it('ends its job with a warning without a stack, and runs the next one', async () => {
    const lines: Record<string, unknown>[] = [];
    const log = pino({ level: 'info' }, { write: (line: string) => lines.push(JSON.parse(line)) });
    const prefix = freshPrefix();
    const connection = workerConnection({ url: await redisUrl(), name: 'test', log });
    const queue = new Queue(greet.queue, { connection, prefix });
    await queue.add('greet', { name: 'lost' }, { jobId: 'lost-1' });
    // A worker that takes the job, never renews its lock, and never ends it.
    const lost = new Worker(greet.queue, undefined, {
      connection,
      prefix,
      lockDuration: 200,
      autorun: false,
    });
    expect((await lost.getNextJob('lost'))?.id).to.equal('lost-1');
    const done: string[] = [];
    const stalled: string[] = [];
    const runtime = startWorkers({
      connection,
      prefix,
      log,
      jobs: [greet],
      lockMs: 500,
      handlers: [
        defineHandler({
          definition: greet,
          concurrency: 1,
          handle: async ({ name }) => {
            done.push(name);
            return 'done';
          },
        }),
      ],
      onStalled: (job) => stalled.push(job),
    });
    await eventually(() => lines.some(({ msg }) => msg === 'job of a lost worker ended'));
    await queue.add('greet', { name: 'next' });
    await eventually(() => done.length > 0);
    expect(done).to.deep.equal(['next']);
    expect(stalled).to.deep.equal(['greet']);
    expect(lines.filter(({ err }) => err !== undefined)).to.deep.equal([]);
    await runtime.close(5_000);
    await Promise.all([lost.close(), queue.close()]);
    await closeConnection(connection);
  });
});

describe('the worker runtime', () => {
  it('returns a job to its queue at once where it is put back for no time, whatever this machine’s clock says', async () => {
    const log = silentLogger();
    const prefix = freshPrefix();
    const connection = workerConnection({ url: await redisUrl(), name: 'test', log });
    const queue = new Queue(greet.queue, { connection, prefix });
    let taken = 0;
    const runtime = startWorkers({
      ...{ connection, prefix, log, jobs: [greet], lockMs: 5_000 },
      handlers: [
        defineHandler({
          definition: greet,
          concurrency: 1,
          handle: async () => {
            taken += 1;
            runtime.take('greet', false);
            throw new PutBack(0);
          },
        }),
      ],
    });
    const { id } = await queue.add('greet', { name: 'one' });
    await eventually(async () => taken === 1 && runtime.active() === 0);
    expect(await queue.getJobState(id!)).to.equal('waiting');
    await runtime.close(5_000);
    await queue.close();
    await closeConnection(connection);
  });

  it('keeps as many of the ended jobs as their definition says, although they do not carry that themselves', async () => {
    const log = silentLogger();
    const prefix = freshPrefix();
    const connection = workerConnection({ url: await redisUrl(), name: 'test', log });
    const queue = new Queue(greet.queue, { connection, prefix });
    const definition = { ...greet, kept: { removeOnComplete: { count: 2 }, removeOnFail: { count: 1 } } };
    const handle = async ({ name }: { name: string }) => {
      if (name === 'bad') throw new Error('bad');
      return 'done';
    };
    for (const name of ['a', 'b', 'bad', 'c', 'bad', 'd']) await queue.add('greet', { name });
    const handlers = [defineHandler({ definition, concurrency: 1, handle })];
    const runtime = startWorkers({ connection, prefix, log, jobs: [greet], lockMs: 5000, handlers });
    const counts = () => queue.getJobCounts('wait', 'active', 'completed', 'failed');
    await eventually(async () => {
      const { wait, active } = await counts();
      return wait === 0 && active === 0;
    });
    expect(await counts()).to.include({ completed: 2, failed: 1 });
    await runtime.close(5_000);
    await queue.close();
    await closeConnection(connection);
  });
});
