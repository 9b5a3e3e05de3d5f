import { setTimeout as delay } from 'node:timers/promises';
import { type Queue, Worker } from 'bullmq';
import { expect } from 'chai';
import type { Redis } from 'ioredis';
import {
  createResultWaiter,
  type ResultWaiter,
  type ResultWaiterSettings,
} from '../../../../api/renders/result-waiter.ts';
import {
  closeConnection,
  connectionReady,
  producerConnection,
  workerConnection,
} from '../../../../shared/jobs/connections.ts';
import { enqueue } from '../../../../shared/jobs/job-definition.ts';
import { createQueue } from '../../../../shared/jobs/queues.ts';
import { renderIdOfJob, renderJob, renderJobId } from '../../../../shared/jobs/render-job.ts';
import { silentLogger } from '../../../../shared/log.ts';
import { freshPrefix, patientMs, redisUrl } from '../../../support/backends.ts';
import { type OwnRedis, ownRedis } from '../../../support/redis-server.ts';
import { tcpProxy } from '../../../support/tcp-proxy.ts';

const log = silentLogger();
/** Longer than any test: an outcome of `event` then owes nothing to the poll. */
const never = 600_000;
const patience = 60_000;
const nothingFinished = async () => [];

/** The two ends of one render queue, as the API and a worker process have them. */
interface Ends {
  url: string;
  prefix: string;
  queue: Queue;
  producer: Redis;
  shared: Redis;
  waiter(settings?: Partial<ResultWaiterSettings>): Promise<ResultWaiter>;
  worker(run?: (renderId: string) => Promise<void>): Promise<Worker>;
  add(renderId: string): Promise<void>;
  close(): Promise<void>;
}

function openEnds(url: string): Ends {
  const prefix = freshPrefix();
  const producer = producerConnection({ url, name: 'test:producer', log, commandMs: patientMs });
  const shared = workerConnection({ url, name: 'test:waiter', log });
  const queue = createQueue(renderJob.queue, { connection: producer, prefix, log });
  const closers: (() => Promise<unknown>)[] = [];
  return {
    url,
    prefix,
    queue,
    producer,
    shared,
    async waiter(settings = {}) {
      const waiter = createResultWaiter({
        connection: shared,
        queueNames: [renderJob.queue],
        prefix,
        isFinished: nothingFinished,
        log,
        pollMs: never,
        ...settings,
      });
      closers.unshift(() => waiter.close());
      await waiter.ready;
      return waiter;
    },
    async worker(run = async () => undefined) {
      const worker = new Worker(renderJob.queue, (job) => run(renderIdOfJob(job.id ?? '')), {
        connection: shared,
        prefix,
        concurrency: 50,
        maxStalledCount: 0,
      });
      worker.on('error', () => undefined);
      closers.unshift(() => Promise.race([worker.close(true), delay(1000)]));
      await worker.waitUntilReady();
      return worker;
    },
    add: (renderId) => enqueue(queue, renderJob, { renderId }, { jobId: renderJobId(renderId, 1) }),
    async close() {
      for (const closer of closers) await closer();
      await queue.close();
      await closeConnection(shared);
      await closeConnection(producer);
    },
  };
}

async function eventually(condition: () => boolean | Promise<boolean>): Promise<void> {
  const until = Date.now() + patience;
  while (!(await condition())) {
    if (Date.now() > until) throw new Error('It did not happen.');
    await delay(10);
  }
}

describe('the result waiter', () => {
  let ends: Ends;

  beforeEach(async () => {
    ends = openEnds(await redisUrl());
    await connectionReady(ends.shared, patience);
    await connectionReady(ends.producer, patience);
  });
  afterEach(() => ends.close());

  it('wakes a caller when the job completes', async () => {
    const waiter = await ends.waiter();
    await ends.worker();
    const registration = waiter.register('a');
    await ends.add('a');
    expect(await registration.next({ timeoutMs: patience })).to.equal('event');
  });

  it('wakes a caller when the job fails', async () => {
    const waiter = await ends.waiter();
    await ends.worker(() => Promise.reject(new Error('no')));
    const registration = waiter.register('a');
    await ends.add('a');
    expect(await registration.next({ timeoutMs: patience })).to.equal('event');
  });

  it('wakes a caller when the job is removed while waited on', async () => {
    const waiter = await ends.waiter();
    const registration = waiter.register('a');
    await ends.add('a');
    const outcome = registration.next({ timeoutMs: patience });
    await ends.queue.remove(renderJobId('a', 1));
    expect(await outcome).to.equal('event');
  });

  it('keeps an event that comes before next() is called', async () => {
    const waiter = await ends.waiter();
    const witness = waiter.register('a');
    const registration = waiter.register('a');
    await ends.worker();
    await ends.add('a');
    expect(await witness.next({ timeoutMs: patience })).to.equal('event');
    expect(await registration.next({ timeoutMs: 1 })).to.equal('event');
    expect(await registration.next({ timeoutMs: 1 })).to.equal('timeout');
  });

  it('misses no event of a job that is added right after it became ready', async () => {
    await ends.worker();
    for (let round = 0; round < 10; round++) {
      const waiter = await ends.waiter();
      const registration = waiter.register(`early-${round}`);
      await ends.add(`early-${round}`);
      expect(await registration.next({ timeoutMs: patience })).to.equal('event');
      await waiter.close();
    }
  });

  it('wakes a caller whose render moved to another queue and ended there', async () => {
    const other = `${renderJob.queue}-cog`;
    const waiter = await ends.waiter({ queueNames: [renderJob.queue, other] });

    const added = createQueue(other, { connection: ends.producer, prefix: ends.prefix, log });
    const worker = new Worker(other, async () => undefined, { connection: ends.shared, prefix: ends.prefix });
    const registration = waiter.register('a');
    await enqueue(added, renderJob, { renderId: 'a' }, { jobId: renderJobId('a', 2) });
    expect(await registration.next({ timeoutMs: patience })).to.equal('event');
    await Promise.all([worker.close(), added.close()]);
  });

  it('asks the database once at the start for renders that were registered before it was ready', async () => {
    const waiter = createResultWaiter({
      connection: ends.shared,
      queueNames: [renderJob.queue],
      prefix: ends.prefix,
      isFinished: async (renderIds) => renderIds,
      log,
      pollMs: never,
    });
    const outcome = await waiter.register('a').next({ timeoutMs: patience });
    await waiter.close();
    expect(outcome).to.equal('poll');
  });

  it('wakes every caller of the same render, and lets each wait again', async () => {
    const waiter = await ends.waiter();
    const all = [waiter.register('a'), waiter.register('a'), waiter.register('a')];
    expect(waiter.waiting('a')).to.equal(3);
    expect(waiter.pending()).to.equal(1);
    for (let round = 0; round < 2; round++) {
      const outcomes = Promise.all(all.map((registration) => registration.next({ timeoutMs: patience })));
      waiter.wake('a');
      expect(await outcomes).to.deep.equal(['event', 'event', 'event']);
    }
  });

  it('forgets a released registration and ends its wait', async () => {
    const waiter = await ends.waiter();
    const [kept, released] = [waiter.register('a'), waiter.register('a')];
    const outcome = released.next({ timeoutMs: patience });
    released.release();
    released.release();
    expect(await outcome).to.equal('closed');
    expect(waiter.waiting('a')).to.equal(1);
    kept.release();
    expect(waiter.pending()).to.equal(0);
  });

  it('ends a wait at the time limit and continues at the next one', async () => {
    const waiter = await ends.waiter();
    const registration = waiter.register('a');
    expect(await registration.next({ timeoutMs: 5 })).to.equal('timeout');
    const outcome = registration.next({ timeoutMs: patience });
    waiter.wake('a');
    expect(await outcome).to.equal('event');
  });

  it('rejects a second wait on the same registration', async () => {
    const waiter = await ends.waiter();
    const registration = waiter.register('a');
    const first = registration.next({ timeoutMs: patience });
    const second = await registration.next({ timeoutMs: patience }).catch((error: unknown) => error);
    expect(second).to.be.instanceOf(Error);
    waiter.wake('a');
    expect(await first).to.equal('event');
  });

  it('stops waiting when its caller goes away, also when that was before', async () => {
    const waiter = await ends.waiter();
    const caller = new AbortController();
    const registration = waiter.register('a');
    const outcome = registration.next({ timeoutMs: patience, signal: caller.signal });
    caller.abort();
    expect(await outcome).to.equal('aborted');
    expect(await registration.next({ timeoutMs: patience, signal: caller.signal })).to.equal('aborted');
  });

  it('finds by its poll what events missed, in queries of bounded size', async () => {
    const queries: number[] = [];
    const decided = new Set(['r7', 'r1100']);
    const waiter = await ends.waiter({
      pollMs: 20,
      isFinished: async (renderIds) => {
        queries.push(renderIds.length);
        return renderIds.filter((renderId) => decided.has(renderId));
      },
    });
    const registrations = Array.from({ length: 1200 }, (_, index) => waiter.register(`r${index}`));
    expect(await registrations[7]?.next({ timeoutMs: patience })).to.equal('poll');
    expect(await registrations[1100]?.next({ timeoutMs: patience })).to.equal('poll');
    expect(await registrations[8]?.next({ timeoutMs: 50 })).to.equal('timeout');
    expect(Math.max(...queries)).to.be.at.most(500);
  });

  it('continues to poll after the database rejected one query', async () => {
    let asked = 0;
    const waiter = await ends.waiter({
      pollMs: 10,
      isFinished: async (renderIds) => {
        asked += 1;
        if (asked < 3) throw new Error('the database is away');
        return renderIds;
      },
    });
    expect(await waiter.register('a').next({ timeoutMs: patience })).to.equal('poll');
  });

  it('wakes 3,000 callers with one set of listeners and no warning', async () => {
    const warnings: Error[] = [];
    const onWarning = (warning: Error) => void warnings.push(warning);
    process.on('warning', onWarning);
    const waiter = await ends.waiter();
    const listenersBefore = ends.shared.eventNames().map((name) => ends.shared.listenerCount(name));
    const ids = Array.from({ length: 3000 }, (_, index) => `r${index}`);
    const outcomes = ids.map((renderId) =>
      waiter.register(renderId).next({ timeoutMs: patience, signal: new AbortController().signal }),
    );
    expect(ends.shared.eventNames().map((name) => ends.shared.listenerCount(name))).to.deep.equal(
      listenersBefore,
    );
    await ends.worker();
    const jobs = ids.map((renderId) => ({
      name: renderJob.name,
      data: { renderId, deadlineAt: 1 },
      opts: { ...renderJob.options, jobId: renderJobId(renderId, 1) },
    }));
    await ends.queue.addBulk(jobs);
    expect(new Set(await Promise.all(outcomes))).to.deep.equal(new Set(['event']));
    process.off('warning', onWarning);
    expect(warnings).to.deep.equal([]);
  });

  it('wakes all at once at shutdown, and those that register later', async () => {
    const waiter = await ends.waiter();
    const outcomes = Array.from({ length: 500 }, (_, index) =>
      waiter.register(`r${index}`).next({ timeoutMs: patience }),
    );
    const closed = waiter.close();
    expect(new Set(await Promise.all(outcomes))).to.deep.equal(new Set(['closed']));
    expect(await waiter.register('late').next({ timeoutMs: patience })).to.equal('closed');
    expect(waiter.pending()).to.equal(0);
    await Promise.all([closed, waiter.close()]);
  });
});

describe('the result waiter when Redis fails', () => {
  let redis: OwnRedis;
  let ends: Ends;

  beforeEach(async () => {
    redis = await ownRedis();
    await redis.start();
    ends = openEnds(redis.url);
  });
  afterEach(async () => {
    await ends.close();
    await redis.remove();
  });

  const producerReady = () => connectionReady(ends.producer, patience);

  it('wakes the callers of before and after a Redis that was killed and restarted', async () => {
    const waiter = await ends.waiter();
    await producerReady();
    const before = waiter.register('before');
    await ends.add('before');
    const outcome = before.next({ timeoutMs: patience });
    await redis.kill();
    await delay(100);
    await redis.start();
    await producerReady();
    await ends.worker();
    expect(await outcome).to.equal('event');
    const after = waiter.register('after');
    await ends.add('after');
    expect(await after.next({ timeoutMs: patience })).to.equal('event');
  });

  it('asks the database when it is connected again, for events that were trimmed meanwhile', async () => {
    const proxy = await tcpProxy(Number(new URL(redis.url).port));
    const cut = workerConnection({ url: `redis://127.0.0.1:${proxy.port}`, name: 'test:cut', log });
    const decided = new Set<string>();
    const waiter = await ends.waiter({
      connection: cut,
      isFinished: async (renderIds) => renderIds.filter((renderId) => decided.has(renderId)),
    });
    await producerReady();
    const keep = 20;
    await ends.producer.hset(`${ends.prefix}:${renderJob.queue}:meta`, 'opts.maxLenEvents', keep);
    const ids = Array.from({ length: 300 }, (_, index) => `r${index}`);
    const outcomes = ids.map((renderId) => waiter.register(renderId).next({ timeoutMs: patience }));
    proxy.cut();
    await ends.worker(async (renderId) => void decided.add(renderId));
    for (const renderId of ids) await ends.add(renderId);
    await eventually(async () => (await ends.queue.getCompletedCount()) === ids.length);
    proxy.mend();
    expect(await Promise.all(outcomes))
      .to.include('poll')
      .and.not.include('timeout');
    await waiter.close();
    await closeConnection(cut);
    await proxy.close();
  });

  it('finds by the poll what was trimmed from the stream of a connected waiter', async () => {
    const decided = new Set<string>();
    const waiter = await ends.waiter({
      pollMs: 50,
      isFinished: async (renderIds) => renderIds.filter((renderId) => decided.has(renderId)),
    });
    await producerReady();
    const registration = waiter.register('a');
    decided.add('a');
    await ends.producer.xtrim(`${ends.prefix}:${renderJob.queue}:events`, 'MAXLEN', 0);
    expect(await registration.next({ timeoutMs: patience })).to.equal('poll');
  });

  it('closes within its limit while Redis is away', async () => {
    const waiter = await ends.waiter();
    const outcome = waiter.register('a').next({ timeoutMs: patience });
    await redis.kill();
    await waiter.close();
    expect(await outcome).to.equal('closed');
  });

  it('starts while Redis is away, and follows it once it is connected', async () => {
    await redis.kill();
    const waiting = ends.waiter();
    await delay(50);
    await redis.start();
    const waiter = await waiting;
    await producerReady();
    await ends.worker();
    const registration = waiter.register('a');
    await ends.add('a');
    expect(await registration.next({ timeoutMs: patience })).to.equal('event');
  });

  it('closes when Redis was never there', async () => {
    await redis.kill();
    const shared = workerConnection({ url: redis.url, name: 'test:never', log });
    const waiter = createResultWaiter({
      connection: shared,
      queueNames: [renderJob.queue],
      prefix: ends.prefix,
      isFinished: nothingFinished,
      log,
    });
    const outcome = waiter.register('a').next({ timeoutMs: patience });
    await waiter.close();
    await waiter.ready;
    expect(await outcome).to.equal('closed');
    await closeConnection(shared);
  });
});
