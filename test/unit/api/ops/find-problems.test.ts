import { expect } from 'chai';
import { findProblems } from '../../../../api/ops/find-problems.ts';
import type { Overview } from '../../../../api/ops/overview.ts';
import { type BreakerState, closed } from '../../../../shared/breaker/breaker-state.ts';

const nowMs = Date.UTC(2026, 10, 21);
const open: BreakerState = { ...closed, failures: 3, openUntil: nowMs + 4_200, trips: 1 };

const provider = (name: string, breaker = closed, testOnly = false) => ({
  ...{ provider: name, testOnly, workers: 1, breaker },
});

const well: Overview = {
  readiness: {
    ...{ ready: true, status: 'ready', backends: { redis: { ok: true, ms: 1 } }, process: {} },
    ...{ rendering: { possible: true, reasons: [] }, queue: { waiting: 0, max: 10 } },
  },
  queues: [],
  fleet: { workers: 1, slots: 1, live: [] },
  health: { nowMs, providers: [provider('cog'), provider('fal')] },
  process: { uptimeSeconds: 1, memoryBytes: 1, nodeVersion: '20', version: '1' },
};

describe('the problems of the overview', () => {
  const depth = { waiting: 0, yielding: 0, active: 0, delayed: 0, oldestWaitMs: 0, failed: 0 };
  const busy = { ...well.readiness, status: 'busy' as const };
  const silent = { ...well.readiness, backends: { redis: { ok: false, ms: 900 } } };
  const cases: [title: string, change: Partial<Overview>, problems: string[]][] = [
    ['a service that is well', {}, []],
    ['a backend without a response', { readiness: silent }, ['No response from redis.']],
    [
      'no worker',
      { fleet: { workers: 0, slots: 0, live: [] } },
      ['No worker takes renders: they wait until one does.'],
    ],
    [
      'a queue that no worker serves',
      { fleet: { workers: 1, slots: 1, live: [], unserved: ['render-fal'] } },
      ['No worker serves render-fal: its renders wait until one starts.'],
    ],
    [
      'one provider down',
      { health: { nowMs, providers: [provider('cog', open), provider('fal')] } },
      ['Provider down: cog; others render.'],
    ],
    [
      'every provider down',
      { health: { nowMs, providers: [provider('cog', open), provider('local', closed, true)] } },
      ['Provider down: cog; no live render succeeds.'],
    ],
    ['a full queue', { readiness: busy }, ['The queue is full: new renders are rejected.']],
    [
      'a paused queue',
      { queues: [{ name: 'track', depth: { ...depth, paused: true } }] },
      ['Paused: track.'],
    ],
  ];
  for (const [title, change, problems] of cases)
    it(`says for ${title}: ${problems[0] ?? 'nothing'}`, () => {
      expect(findProblems({ ...well, ...change })).to.deep.equal(problems);
    });
});
