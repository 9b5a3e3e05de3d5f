import { expect } from 'chai';
import { evaluateWorkerHealth, type WorkerFacts } from '../../../workers/health.ts';

const now = 1_000_000_000;
const minutes = (count: number) => count * 60_000;
const well: WorkerFacts = {
  nowMs: now,
  lastActivityMs: now - minutes(1),
  waiting: 5,
  active: 1,
  concurrency: 4,
  redisOk: true,
  mongoOk: true,
  blobsOk: true,
  clockOk: true,
  started: true,
  stopping: false,
  idleLimitMs: minutes(10),
};
const { waiting: _, ...unread } = well;

describe('evaluateWorkerHealth', () => {
  const long = { lastActivityMs: now - minutes(11) };
  const rows: [string, WorkerFacts, { alive: boolean; ready: boolean }][] = [
    ['is healthy while it works', well, { alive: true, ready: true }],
    [
      'is healthy without work, however long',
      { ...well, ...long, waiting: 0, active: 0 },
      { alive: true, ready: true },
    ],
    [
      'is not alive when renders wait and it has been idle for long',
      { ...well, ...long },
      { alive: false, ready: false },
    ],
    [
      'stays alive while a backend is down',
      { ...well, ...long, redisOk: false },
      { alive: true, ready: false },
    ],
    ['stays alive when the queue cannot be read', { ...unread, ...long }, { alive: true, ready: true }],
    ['stays alive while it stops', { ...well, ...long, stopping: true }, { alive: true, ready: false }],
    ['is not ready while its clock is wrong', { ...well, clockOk: false }, { alive: true, ready: false }],
    ['is not ready without MongoDB', { ...well, mongoOk: false }, { alive: true, ready: false }],
  ];
  for (const [title, facts, expected] of rows) {
    it(title, () => {
      expect(evaluateWorkerHealth(facts)).to.include(expected);
    });
  }

  it('returns why it is not ready', () => {
    expect(evaluateWorkerHealth({ ...well, redisOk: false, stopping: true }).reasons).to.deep.equal([
      'Redis does not respond',
      'stopping',
    ]);
  });
});
