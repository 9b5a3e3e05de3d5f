import { setTimeout as sleep } from 'node:timers/promises';
import { expect } from 'chai';
import { Redis } from 'ioredis';
import { silentLogger } from '../../../../../shared/log.ts';
import { createMachine, type Machine } from '../../../../../workers/providers/chain/machine.ts';
import type { Provider } from '../../../../../workers/providers/provider.ts';
import { freshPrefix, redisUrl } from '../../../../support/backends.ts';
import { eventually } from '../../../../support/platform.ts';

const idle = new AbortController().signal;

describe('the models beside a worker', () => {
  let redis: Redis;
  let prefix: string;
  let machines: Machine[];
  before(async () => {
    redis = new Redis(await redisUrl());
  });
  after(() => redis.quit());
  beforeEach(() => {
    prefix = freshPrefix();
    machines = [];
  });
  afterEach(() => Promise.all(machines.map((machine) => machine.close())));

  /** A machine with one model, whose readiness the test turns; it announces the model anew every `everyMs`. */
  function start(model: { ready: boolean }, everyMs = 60_000): Machine {
    const provider: Provider = {
      name: 'cog',
      render: () => Promise.reject(new Error('not asked')),
      ready: async () => model.ready,
    };
    const options = { providers: [provider], redis, prefix, log: silentLogger(), everyMs, holdMs: 20 };
    machines.push(createMachine(options));
    return machines.at(-1)!;
  }
  const announced = (count: number) =>
    eventually(async () => (await redis.zcard(`${prefix}:ready:cog`)) === count);

  it('take renders while they are ready', async () => {
    expect(await start({ ready: true }).takesRenders(idle)).to.equal(true);
  });

  it('leave renders to another machine while they are not', async () => {
    const [here, there] = [{ ready: false }, { ready: true }];
    start(there);
    await announced(1);
    const machine = start(here);
    expect(await machine.takesRenders(idle)).to.equal(false);
    here.ready = true;
    expect(await machine.takesRenders(idle)).to.equal(true);
  });

  it('take renders all the same where no other machine is ready: the next provider waits for its turn', async () => {
    start({ ready: false });
    expect(await start({ ready: false }).takesRenders(idle)).to.equal(true);
  });

  it('are forgotten when they crash, when their worker stops, and when their machine is lost', async () => {
    const model = { ready: true };
    start(model, 100);
    await announced(1);
    model.ready = false;
    await announced(0);
    model.ready = true;
    await announced(1);
    await machines[0]!.close();
    await announced(0);
    await redis.zadd(`${prefix}:ready:cog`, Date.now() - 300, 'machine_lost');
    expect(await start({ ready: false }, 100).takesRenders(idle)).to.equal(true);
  });

  it('give a render back at once when the worker stops', async () => {
    start({ ready: true });
    await announced(1);
    const stop = new AbortController();
    const answer = start({ ready: false }).takesRenders(stop.signal);
    await sleep(5);
    stop.abort(new Error('stopping'));
    expect(await answer).to.equal(false);
  });
});
