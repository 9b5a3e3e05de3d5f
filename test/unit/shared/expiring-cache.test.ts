import { expect } from 'chai';
import { createExpiringCache } from '../../../shared/expiring-cache.ts';

describe('the expiring cache', () => {
  let loads: string[];
  let time: number;
  const open = (load: (key: string) => Promise<string> = async (key) => `value of ${key}`) =>
    createExpiringCache({
      load: (key: string) => {
        loads.push(key);
        return load(key);
      },
      ttlMs: 100,
      max: 2,
      now: () => time,
    });

  beforeEach(() => {
    loads = [];
    time = 1;
  });

  it('loads once for concurrent reads, and again after the time to live', async () => {
    const cache = open();
    expect(await Promise.all([cache.get('a'), cache.get('a')])).to.deep.equal(['value of a', 'value of a']);
    time = 101;
    await cache.get('a');
    expect(loads).to.deep.equal(['a']);
    time = 102;
    await cache.get('a');
    expect(loads).to.deep.equal(['a', 'a']);
  });

  it('loads for each read without a time to live', async () => {
    const load = async (key: string) => loads.push(key);
    const cache = createExpiringCache({ load, ttlMs: 0, max: 2 });
    expect([await cache.get('a'), await cache.get('a')]).to.deep.equal([1, 2]);
  });

  it('does not cache a failure', async () => {
    const cache = open(async () => {
      throw new Error('away');
    });
    for (const _ of [1, 2]) await cache.get('a').catch(() => undefined);
    expect(loads).to.have.length(2);
  });

  it('removes the least recently used entry beyond its maximum, and one on request', async () => {
    const cache = open();
    for (const key of ['a', 'b', 'c', 'b', 'a']) await cache.get(key);
    expect(loads).to.deep.equal(['a', 'b', 'c', 'a']);
    cache.forget('a');
    await cache.get('a');
    expect(loads).to.have.length(5);
  });
});
