import { expect } from 'chai';
import { createReadiness, evaluateReadiness, type ReadinessFacts } from '../../../../api/ops/readiness.ts';

const well: ReadinessFacts = {
  stopping: false,
  stores: { redis: { ok: true, ms: 1 }, mongo: { ok: true, ms: 2 } },
  waiting: 3,
  maxWaiting: 1000,
};
const { waiting: _, ...unread } = well;

describe('evaluateReadiness', () => {
  const rows: [string, ReadinessFacts, boolean, string][] = [
    ['is ready when the stores answer', well, true, 'ready'],
    ['says busy, and stays ready, when the queue is too deep', { ...well, waiting: 1001 }, true, 'busy'],
    [
      'is not ready when a store does not answer',
      { ...well, stores: { mongo: { ok: false, ms: 1000 } } },
      false,
      'unavailable',
    ],
    ['is not ready when the queue cannot be read', unread, false, 'unavailable'],
    ['is not ready once it is stopping', { ...well, stopping: true }, false, 'stopping'],
  ];
  for (const [title, facts, ready, status] of rows) {
    it(title, () => {
      expect(evaluateReadiness(facts)).to.include({ ready, status });
    });
  }
});

describe('createReadiness', () => {
  it('answers within about a second although a store hangs', async () => {
    const readiness = createReadiness({
      stopping: () => false,
      stores: { redis: async () => 'PONG', mongo: () => new Promise(() => {}) },
      waiting: async () => 7,
      maxWaiting: 10,
    });
    const state = await readiness();
    expect(state.ready).to.equal(false);
    expect(state.stores.redis?.ok).to.equal(true);
    expect(state.stores.mongo?.ok).to.equal(false);
    expect(state.queue).to.deep.equal({ waiting: 7, max: 10 });
  });

  it('takes a failing store for an unreachable one', async () => {
    const readiness = createReadiness({
      stopping: () => false,
      stores: { redis: () => Promise.reject(new Error('down')) },
      waiting: () => Promise.reject(new Error('down')),
      maxWaiting: 10,
    });
    expect(await readiness()).to.deep.include({ ready: false, queue: { waiting: null, max: 10 } });
  });
});
