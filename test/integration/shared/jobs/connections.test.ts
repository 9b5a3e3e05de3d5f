import { once } from 'node:events';
import { setTimeout as delay } from 'node:timers/promises';
import { expect } from 'chai';
import type { Redis } from 'ioredis';
import { type DestinationStream, pino } from 'pino';
import { ApiError } from '../../../../shared/errors.ts';
import {
  closeConnection,
  connectionReady,
  producerConnection,
  workerConnection,
} from '../../../../shared/jobs/connections.ts';
import { enqueue } from '../../../../shared/jobs/job-definition.ts';
import { createQueue } from '../../../../shared/jobs/queues.ts';
import { renderJob } from '../../../../shared/jobs/render-job.ts';
import { silentLogger } from '../../../../shared/log.ts';
import { freshPrefix } from '../../../support/backends.ts';
import { type OwnRedis, ownRedis } from '../../../support/redis-server.ts';

const log = silentLogger();
const patience = 10_000;
/** A command's limit is 0.9 s; the rest is for a machine that does other things as well. */
const failWithinMs = 2500;

const data = { renderId: 'a', deadlineAt: 1_900_000_000_000 };

/** What that failed with in time; timers that ran out while this process stood still count in their order. */
async function errorInTime(action: () => Promise<unknown>): Promise<unknown> {
  const late = delay(failWithinMs, 'late', { ref: false });
  const outcome = action().then(
    () => undefined,
    (thrown: unknown) => thrown,
  );
  return Promise.race([outcome, late]);
}

function toLines(): { lines: string[]; log: ReturnType<typeof silentLogger> } {
  const lines: string[] = [];
  const stream: DestinationStream = { write: (line) => void lines.push(line) };
  return { lines, log: pino({ level: 'info' }, stream) };
}

describe('a producer connection', () => {
  let redis: OwnRedis;
  let open: Redis[];

  beforeEach(async () => {
    open = [];
    redis = await ownRedis();
    await redis.start();
  });
  afterEach(async () => {
    for (const connection of open) await closeConnection(connection);
    await redis.remove();
  });

  function producer(settings = { log }): Redis {
    const connection = producerConnection({ url: redis.url, name: 'test:producer', ...settings });
    open.push(connection);
    return connection;
  }

  it('has its name in CLIENT LIST', async () => {
    const connection = producer();
    await connectionReady(connection, patience);
    expect(await connection.client('LIST')).to.include('name=test:producer');
  });

  it('fails with 503 within a second after Redis was killed, and works again when it is back', async () => {
    const connection = producer();
    await connectionReady(connection, patience);
    const queue = createQueue(renderJob.queue, { connection, prefix: freshPrefix(), log });
    await enqueue(queue, renderJob, data, { jobId: 'a.1' });
    await redis.kill();
    const error = await errorInTime(() => enqueue(queue, renderJob, data, { jobId: 'a.2' }));
    expect(error).to.be.instanceOf(ApiError).with.property('code', 'SERVICE_UNAVAILABLE');
    await redis.start();
    await connectionReady(connection, patience);
    await enqueue(queue, renderJob, data, { jobId: 'a.3' });
    expect(await queue.getWaitingCount()).to.equal(2);
    await queue.close();
  });

  it('fails with 503 within a second when Redis hangs with its sockets open, and reconnects', async () => {
    const connection = producer();
    await connectionReady(connection, patience);
    const queue = createQueue(renderJob.queue, { connection, prefix: freshPrefix(), log });
    await queue.getWaitingCount();
    redis.pause();
    const error = await errorInTime(() => enqueue(queue, renderJob, data, { jobId: 'a.1' }));
    redis.resume();
    expect(error).to.be.instanceOf(ApiError).with.property('code', 'SERVICE_UNAVAILABLE');
    while ((await connection.ping().catch(() => '')) !== 'PONG') await delay(20);
    await enqueue(queue, renderJob, data, { jobId: 'a.2' });
    await queue.close();
  });

  it('makes a queue that was created without Redis usable as soon as Redis is there', async () => {
    await redis.kill();
    const connection = producer();
    const queue = createQueue(renderJob.queue, { connection, prefix: freshPrefix(), log });
    const error = await errorInTime(() => enqueue(queue, renderJob, data, { jobId: 'a.1' }));
    expect(error).to.be.instanceOf(ApiError).with.property('code', 'SERVICE_UNAVAILABLE');
    await redis.start();
    await connectionReady(connection, patience);
    await enqueue(queue, renderJob, data, { jobId: 'a.1' });
    expect(await queue.getWaitingCount()).to.equal(1);
    await queue.close();
  });

  it('logs few lines about a Redis that stays down, and never a password', async () => {
    const { lines, log: written } = toLines();
    await redis.kill();
    const away = producer({ log: written });
    let errors = 0;
    away.on('error', () => {
      errors += 1;
    });
    while (errors < 4) await delay(20);
    expect(lines).to.have.length(1);
    await redis.start();
    const url = redis.url.replace('redis://', 'redis://user:s3cret@');
    const refused = producerConnection({ url, name: 'test:refused', log: written });
    open.push(refused);
    while (lines.length < 2) await delay(20);
    expect(lines[1]).to.include('WRONGPASS');
    expect(lines.join('')).not.to.include('s3cret');
  });

  it('says why it is not ready when Redis does not come', async () => {
    await redis.kill();
    const error = await connectionReady(producer(), 2_000).catch((thrown: unknown) => thrown);
    expect(error).to.be.instanceOf(Error);
    expect((error as Error).cause).to.be.instanceOf(Error);
  });

  it('closes while Redis is away, twice if need be, and does not come back with it', async () => {
    const connection = producer();
    await connectionReady(connection, patience);
    await redis.kill();
    await closeConnection(connection);
    await closeConnection(connection);
    await redis.start();
    const witness = producer();
    await connectionReady(witness, patience);
    await delay(200);
    expect(
      await witness.client('LIST').then((list) => String(list).match(/name=test:producer/g)),
    ).to.have.length(1);
  });

  it('closes although Redis hangs', async () => {
    const connection = producer();
    await connectionReady(connection, patience);
    const ended = once(connection, 'end');
    redis.pause();
    await closeConnection(connection, 50);
    await ended;
    redis.resume();
  });
});

describe('a worker connection', () => {
  it('lets a command wait until Redis is back', async () => {
    const redis = await ownRedis();
    const connection = workerConnection({ url: redis.url, name: 'test:worker', log });
    const reply = connection.ping();
    await delay(100);
    await redis.start();
    expect(await reply).to.equal('PONG');
    await closeConnection(connection);
    await redis.remove();
  });
});
