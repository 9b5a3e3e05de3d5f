import { expect } from 'chai';
import { Redis } from 'ioredis';
import type { BreakerPolicy } from '../../../../shared/breaker/breaker-state.ts';
import { silentLogger } from '../../../../shared/log.ts';
import {
  createBreaker,
  createFleetBreaker,
  type FleetBreaker,
} from '../../../../workers/breaker/fleet-breaker.ts';
import { freshPrefix, redisUrl } from '../../../support/backends.ts';

const policy: BreakerPolicy = {
  threshold: 3,
  windowMs: 60_000,
  openMs: 60_000,
  maxOpenMs: 120_000,
  probeMs: 30_000,
};
const log = silentLogger();

describe('breaker shared through Redis', () => {
  const prefix = freshPrefix();
  let redis: Redis;
  before(async () => {
    redis = new Redis(await redisUrl());
  });
  after(() => redis.quit());

  /** A machine of the fleet whose store's clock runs ahead by `shift.ms`. */
  function machine(shift = { ms: 0 }) {
    const real = createFleetBreaker(redis, prefix);
    const store: FleetBreaker = {
      ...real,
      async read(name) {
        const reading = await real.read(name);
        return { ...reading, nowMs: reading.nowMs + shift.ms };
      },
    };
    return createBreaker({ store, log, policy, timeoutMs: 30_000 });
  }

  it('skips on the other machines a provider that one found unavailable', async () => {
    const [one, two] = [machine(), machine()];
    for (let times = 0; times < 3; times++) await one.record('a', 'unavailable');
    const permit = await two.allows('a');
    expect(permit.allowed).to.equal(false);
    expect(permit.retryAfterMs).to.be.within(1, 60_000);
    expect((await two.allows('b')).allowed).to.equal(true);
  });

  it('adds up what several machines found at the same moment', async () => {
    await Promise.all([machine(), machine(), machine()].map((each) => each.record('c', 'unavailable')));
    expect((await machine().allows('c')).allowed).to.equal(false);
  });

  it('gives the probe to one render of the whole fleet, and closes when it succeeds', async () => {
    const shift = { ms: 0 };
    const machines = Array.from({ length: 4 }, () => machine(shift));
    for (let times = 0; times < 3; times++) await machines[0]!.record('d', 'unavailable');
    shift.ms = 61_000;
    const permits = await Promise.all(machines.map((each) => each.allows('d')));
    expect(permits.filter(({ allowed }) => allowed)).to.have.length(1);
    await machines[1]!.record('d', 'alive');
    expect((await machines[2]!.allows('d')).allowed).to.equal(true);
  });

  it('writes nothing while a provider is healthy', async () => {
    await machine().allows('e');
    await machine().record('e', 'alive');
    expect(await redis.exists(`${prefix}:breaker:e`)).to.equal(0);
  });

  it('allows renders when Redis does not respond', async () => {
    const store = { read: () => new Promise<never>(() => {}), swap: async () => false };
    const breaker = createBreaker({ store, log, timeoutMs: 20 });
    expect((await breaker.allows('a')).allowed).to.equal(true);
    await breaker.record('a', 'unavailable');
  });

  it('allows renders when Redis is down', async () => {
    const gone = new Redis({
      port: 1,
      lazyConnect: true,
      maxRetriesPerRequest: 0,
      retryStrategy: () => null,
    });
    gone.on('error', () => {});
    const breaker = createBreaker({ store: createFleetBreaker(gone, prefix), log });
    expect((await breaker.allows('a')).allowed).to.equal(true);
    gone.disconnect();
  });
});
