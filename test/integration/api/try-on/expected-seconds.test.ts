import { expect } from 'chai';
import { Redis } from 'ioredis';
import { createExpectedSeconds } from '../../../../api/try-on/expected-seconds.ts';
import { announce } from '../../../../shared/jobs/fleet.ts';
import { recordDurations } from '../../../../shared/renders/expected-duration.ts';
import { queueOfProvider } from '../../../../shared/renders/render-route.ts';
import { freshPrefix, redisUrl } from '../../../support/backends.ts';

const created = new Date('2026-01-31T09:00:00Z');
const routes = { providers: ['cog'], dedicated: new Set<string>() };

describe('the seconds that a try-on is expected to take', () => {
  let connection: Redis;
  let prefix: string;
  const seconds = (change: { position?: number; startedAt?: Date; afterMs?: number } = {}) => {
    const now = () => created.getTime() + (change.afterMs ?? 0);
    const render = { mode: 'live' as const, createdAt: created, ...(change.startedAt ? change : {}) };
    return createExpectedSeconds({ connection, prefix, routes, now })(render, change.position);
  };

  beforeEach(async () => {
    connection = new Redis(await redisUrl());
    prefix = freshPrefix();
  });
  afterEach(() => connection.quit());

  it('are a guess before the first render', async () => {
    expect(await seconds()).to.equal(21);
  });

  it('follow the median of the newest renders', async () => {
    for (const ms of [9_000, 2_000, 4_000])
      await recordDurations(connection, { prefix }, [{ provider: 'cog', ms }]);
    expect(await seconds()).to.equal(5);
  });

  it('include the wait of a render that has started', async () => {
    await recordDurations(connection, { prefix }, [{ provider: 'cog', ms: 4_000 }]);
    expect(await seconds({ startedAt: new Date(created.getTime() + 7_000), afterMs: 9_000 })).to.equal(12);
  });

  it('include the wait so far and the wait ahead, in steps of five', async () => {
    await recordDurations(connection, { prefix }, [{ provider: 'cog', ms: 4_000 }]);
    const queues = [queueOfProvider('cog', routes.dedicated)];
    await announce(connection, { prefix }, 'worker_1', { queues, concurrency: 2, runMs: 4_000 });
    // 2 s waited, 6 renders ahead in two slots of 4 s, 4 s of its own and 1 s around it.
    expect(await seconds({ position: 6, afterMs: 2_000 })).to.equal(20);
  });
});
