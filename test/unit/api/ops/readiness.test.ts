import { stat } from 'node:fs/promises';
import { expect } from 'chai';
import { createReadiness, evaluateReadiness, type ReadinessFacts } from '../../../../api/ops/readiness.ts';

const healthy: ReadinessFacts = {
  stopping: false,
  backends: { redis: { ok: true, ms: 1 }, mongo: { ok: true, ms: 2 }, blobs: { ok: true, ms: 2 } },
  process: { files: { ok: true, ms: 1 } },
  rendering: { possible: true, reasons: [] },
  waiting: 3,
  maxWaiting: 1000,
};
const { waiting: _, ...unread } = healthy;
const silent = { ok: false, ms: 1000 };
const idle = { possible: false, reasons: ['local: no worker is running'] };
const process = {};
const backends = { redis: async () => 'PONG' };
const rendering = async () => healthy.rendering;

describe('evaluateReadiness', () => {
  const rows: [string, ReadinessFacts, boolean, string][] = [
    ['is ready when the backends respond', healthy, true, 'ready'],
    ['is busy, and still ready, when the queue is too deep', { ...healthy, waiting: 1001 }, true, 'busy'],
    ...['redis', 'mongo', 'blobs'].map((name): [string, ReadinessFacts, boolean, string] => [
      `stays ready, and says so, while ${name} does not respond to any process`,
      { ...healthy, backends: { ...healthy.backends, [name]: { ok: false, ms: 1000 } } },
      true,
      'degraded',
    ]),
    [
      'stays ready while the queue cannot be read, and the fleet with it',
      { ...unread, rendering: idle },
      true,
      'degraded',
    ],
    [
      'is not ready when no backend responds: its network is lost',
      { ...unread, backends: { redis: silent, mongo: silent, blobs: silent } },
      false,
      'unavailable',
    ],
    [
      'is not ready when its own file system does not respond',
      { ...healthy, process: { files: { ok: false, ms: 1000 } } },
      false,
      'unavailable',
    ],
    [
      'is ready while the fleet cannot render, and says so',
      { ...healthy, rendering: idle },
      true,
      'not-rendering',
    ],
    ['is not ready while it is stopping', { ...healthy, stopping: true }, false, 'stopping'],
  ];
  for (const [title, facts, ready, status] of rows) {
    it(title, () => {
      expect(evaluateReadiness(facts)).to.include({ ready, status });
    });
  }
});

describe('createReadiness', () => {
  it('resolves within about a second although a backend hangs', async () => {
    const readiness = createReadiness({
      stopping: () => false,
      backends: { redis: async () => 'PONG', mongo: () => new Promise(() => {}) },
      process,
      rendering,
      waiting: async () => 7,
      maxWaiting: 10,
    });
    const state = await readiness();
    expect(state).to.include({ ready: true, status: 'degraded' });
    expect(state.backends.redis?.ok).to.equal(true);
    expect(state.backends.mongo?.ok).to.equal(false);
    expect(state.queue).to.deep.equal({ waiting: 7, max: 10 });
  });

  it('treats a backend that fails as one that does not respond', async () => {
    const readiness = createReadiness({
      stopping: () => false,
      backends: { redis: () => Promise.reject(new Error('down')) },
      process,
      rendering: () => Promise.reject(new Error('down')),
      waiting: () => Promise.reject(new Error('down')),
      maxWaiting: 10,
    });
    const state = await readiness();
    expect(state).to.deep.include({ ready: false, queue: { waiting: null, max: 10 } });
    expect(state.rendering.possible).to.equal(false);
  });

  it('probes once for many calls, and does not start another while a probe hangs', async () => {
    let probes = 0;
    const hanging = () => {
      probes += 1;
      return new Promise(() => {});
    };
    const sources = { backends, process: { files: hanging }, waiting: async () => 0, maxWaiting: 1 };
    const readiness = createReadiness({ ...sources, rendering, stopping: () => false });
    await Promise.all(Array.from({ length: 50 }, readiness));
    expect((await readiness()).ready).to.equal(false);
    expect(probes).to.equal(1);
  });

  it('knows at once that its process stops', async () => {
    let stopping = false;
    const sources = { backends, process, waiting: async () => 0, maxWaiting: 1 };
    const readiness = createReadiness({ ...sources, rendering, stopping: () => stopping });
    expect((await readiness()).ready).to.equal(true);
    stopping = true;
    expect((await readiness()).status).to.equal('stopping');
  });

  it('is lost to a process whose event loop is blocked', async () => {
    const sources = { backends, process: { files: () => stat('.') }, waiting: async () => 0, maxWaiting: 1 };
    const readiness = createReadiness({ ...sources, rendering, stopping: () => false });
    const state = readiness();
    const until = performance.now() + 1_100;
    while (performance.now() < until);
    expect((await state).ready).to.equal(false);
  });
});
