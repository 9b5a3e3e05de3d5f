import { setTimeout as delay } from 'node:timers/promises';
import { expect } from 'chai';
import type { Redis } from 'ioredis';
import { createConcurrencyLimiter } from '../../../../api/http/concurrency-limit.ts';
import { createRateLimiter, rateLimitHeaders } from '../../../../api/http/rate-limit.ts';
import { ApiError } from '../../../../shared/errors.ts';
import { closeConnection, connectionReady, producerConnection } from '../../../../shared/jobs/connections.ts';
import { silentLogger } from '../../../../shared/log.ts';
import { freshPrefix, patientMs, redisUrl } from '../../../support/backends.ts';
import { ownRedis } from '../../../support/redis-server.ts';

const log = silentLogger();

async function producer(
  url: string,
  patience: { commandMs?: number } = { commandMs: patientMs },
): Promise<Redis> {
  const connection = producerConnection({ url, name: 'test:limits', log, ...patience });
  await connectionReady(connection, 10_000);
  return connection;
}

describe('the rate limit of a key', () => {
  let connection: Redis;
  let prefix: string;
  const limiter = () => createRateLimiter({ connection, prefix });
  const windowKey = (keyId: string) => `${prefix}:rate:${keyId}`;

  beforeEach(async () => {
    prefix = freshPrefix();
    connection = await producer(await redisUrl());
  });
  afterEach(() => closeConnection(connection));

  it('allows exactly the limit when many requests arrive at once at several API processes', async () => {
    const processes = [limiter(), limiter(), limiter()];
    const takes = await Promise.all(
      Array.from({ length: 300 }, (_, index) => processes[index % 3]!.take('k', { perMinute: 60 })),
    );
    const allowed = takes.filter((take) => take.allowed);
    expect(allowed).to.have.length(60);
    expect(allowed.map((take) => take.remaining).sort((a, b) => a - b)).to.deep.equal([...Array(60).keys()]);
    expect(takes.filter((take) => !take.allowed).every((take) => take.remaining === 0)).to.equal(true);
  });

  it('counts each key separately, and applies the limit given with each request', async () => {
    expect(await limiter().take('a', { perMinute: 1 })).to.include({ allowed: true, limit: 1, remaining: 0 });
    expect(await limiter().take('b', { perMinute: 1 })).to.include({ allowed: true });
    expect(await limiter().take('a', { perMinute: 1 })).to.include({ allowed: false });
    expect(await limiter().take('a', { perMinute: 5 })).to.include({ allowed: true, limit: 5, remaining: 2 });
  });

  it('starts a window of 60 s with the first request, which later ones do not extend', async () => {
    expect(await limiter().take('k', { perMinute: 1 })).to.include({ resetSeconds: 60, retryAfter: 0 });
    await connection.pexpire(windowKey('k'), 30_000);
    await limiter().take('k', { perMinute: 1 });
    expect(await connection.pttl(windowKey('k'))).to.be.within(1, 30_000);
  });

  it('rounds the seconds to wait up, also in the last second of a window', async () => {
    await limiter().take('k', { perMinute: 1 });
    const lastSecond = async () => {
      const begunAt = performance.now();
      await connection.pexpire(windowKey('k'), 900);
      const take = await limiter().take('k', { perMinute: 1 });
      return performance.now() - begunAt < 900 ? take : undefined;
    };
    let take = await lastSecond();
    while (!take) take = await lastSecond();
    expect(take).to.include({ allowed: false, resetSeconds: 1, retryAfter: 1 });
  });

  it('restarts when the window has ended', async () => {
    await limiter().take('k', { perMinute: 1 });
    expect((await limiter().take('k', { perMinute: 1 })).allowed).to.equal(false);
    await connection.pexpire(windowKey('k'), 20);
    await delay(40);
    expect(await limiter().take('k', { perMinute: 1 })).to.include({
      allowed: true,
      remaining: 0,
      resetSeconds: 60,
    });
  });

  it('restores the expiry of a window that lost it', async () => {
    await limiter().take('k', { perMinute: 1 });
    await connection.persist(windowKey('k'));
    expect((await limiter().take('k', { perMinute: 1 })).resetSeconds).to.equal(60);
    expect(await connection.pttl(windowKey('k'))).to.be.above(0);
  });

  it('takes a request back out of its window, never below 0', async () => {
    const keys = limiter();
    await keys.take('k', { perMinute: 2 });
    await keys.giveBack('k');
    await keys.giveBack('k');
    await keys.giveBack('unknown');
    expect(await keys.take('k', { perMinute: 2 })).to.include({ allowed: true, remaining: 1 });
    expect(await keys.take('unknown', { perMinute: 1 })).to.include({ allowed: true, remaining: 0 });
  });

  it('is sent in headers', async () => {
    const first = await limiter().take('k', { perMinute: 1 });
    expect(rateLimitHeaders(first)).to.deep.equal({
      'RateLimit-Policy': '1;w=60',
      'RateLimit-Limit': '1',
      'RateLimit-Remaining': '0',
      'RateLimit-Reset': '60',
    });
    const second = await limiter().take('k', { perMinute: 1 });
    expect(rateLimitHeaders(second)).to.include({ 'Retry-After': String(second.retryAfter) });
  });
});

describe('the concurrent renders of a key', () => {
  let connection: Redis;
  let prefix: string;
  const limits = { max: 2, ttlMs: 60_000 };
  const limiter = () => createConcurrencyLimiter({ connection, prefix, log });

  beforeEach(async () => {
    prefix = freshPrefix();
    connection = await producer(await redisUrl());
  });
  afterEach(() => closeConnection(connection));

  it('never exceed their limit when many requests arrive at once', async () => {
    const places = await Promise.all(
      Array.from({ length: 100 }, (_, index) =>
        limiter().acquire('k', `lease-${index}`, { max: 10, ttlMs: 60_000 }),
      ),
    );
    expect(places.filter((place) => place.allowed)).to.have.length(10);
    expect(Math.max(...places.map((place) => place.inUse))).to.equal(10);
  });

  it('free a slot once, however often it is released', async () => {
    await limiter().acquire('k', 'a', limits);
    await limiter().acquire('k', 'b', limits);
    expect(await limiter().acquire('k', 'c', limits)).to.deep.equal({ allowed: false, inUse: 2 });
    await limiter().release('k', 'a');
    await limiter().release('k', 'a');
    expect(await limiter().acquire('k', 'c', limits)).to.deep.equal({ allowed: true, inUse: 2 });
    expect(await limiter().acquire('k', 'd', limits)).to.deep.equal({ allowed: false, inUse: 2 });
  });

  it('count a lease that is acquired again only once', async () => {
    await limiter().acquire('k', 'a', limits);
    expect(await limiter().acquire('k', 'a', limits)).to.deep.equal({ allowed: true, inUse: 1 });
  });

  it('are counted per key', async () => {
    await limiter().acquire('k', 'a', { max: 1, ttlMs: 60_000 });
    expect(await limiter().acquire('other', 'a', { max: 1, ttlMs: 60_000 })).to.include({ allowed: true });
  });

  it('free the slots of a killed process, each at its own time, and leave no key', async () => {
    await limiter().acquire('k', 'long', limits);
    await limiter().acquire('k', 'short', { max: 2, ttlMs: 30 });
    await delay(50);
    expect(await limiter().acquire('k', 'next', { max: 2, ttlMs: 30 })).to.deep.equal({
      allowed: true,
      inUse: 2,
    });
    expect(await connection.pttl(`${prefix}:concurrent:k`)).to.be.above(50_000);
    await limiter().acquire('gone', 'a', { max: 2, ttlMs: 20 });
    await delay(40);
    expect(await connection.exists(`${prefix}:concurrent:gone`)).to.equal(0);
  });
});

describe('a rate limiter that is created while commands wait for Redis', () => {
  // ioredis issue 1931: otherwise an error that cannot be caught, which ends the process.
  it('counts', async () => {
    const redis = await ownRedis({ durable: false });
    await redis.start();
    const connection = await producer(redis.url);
    redis.pause();
    const sent = connection.set('a', '1');
    await delay(20);
    const waiting = connection.set('b', '1');
    const take = createRateLimiter({ connection, prefix: 'p' }).take('k', { perMinute: 1 });
    redis.resume();
    expect(await take).to.include({ allowed: true, remaining: 0 });
    expect(await Promise.all([sent, waiting])).to.deep.equal(['OK', 'OK']);
    await closeConnection(connection);
    await redis.remove();
  });
});

describe('the limits while Redis is down', () => {
  it('fail closed with 503, and a slot is released without an error', async () => {
    const redis = await ownRedis();
    await redis.start();
    const connection = await producer(redis.url, {});
    const prefix = freshPrefix();
    const rate = createRateLimiter({ connection, prefix });
    const concurrency = createConcurrencyLimiter({ connection, prefix, log });
    await concurrency.acquire('k', 'a', { max: 1, ttlMs: 60_000 });
    await redis.kill();
    const refused = [
      rate.take('k', { perMinute: 1 }),
      concurrency.acquire('k', 'b', { max: 1, ttlMs: 1000 }),
    ];
    for (const error of await Promise.all(refused.map((call) => call.catch((thrown: unknown) => thrown)))) {
      expect(error).to.be.instanceOf(ApiError).with.property('code', 'SERVICE_UNAVAILABLE');
      expect((error as ApiError).detail.retryAfter).to.be.above(0);
    }
    await concurrency.release('k', 'a');
    await closeConnection(connection);
    await redis.remove();
  });

  it('count in the process alone where nothing is paid for, and in Redis again afterwards', async () => {
    const redis = await ownRedis();
    await redis.start();
    const connection = await producer(redis.url, {});
    const events = createRateLimiter({ connection, prefix: freshPrefix(), countsAlone: true });
    const take = async () => (await events.take('visitor', { perMinute: 2 })).allowed;
    expect(await take()).to.equal(true);
    await redis.kill();
    expect([await take(), await take(), await take()]).to.deep.equal([true, true, false]);
    await redis.start();
    await connectionReady(connection, 10_000);
    expect(await take()).to.equal(true);
    await closeConnection(connection);
    await redis.remove();
  });
});
