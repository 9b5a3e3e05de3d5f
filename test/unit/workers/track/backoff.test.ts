import { expect } from 'chai';
import {
  deferralDelay,
  retryAfterDelay,
  retryDelay,
  retrySchedule,
} from '../../../../workers/track/backoff.ts';

const s = 1000;
const m = 60 * s;
const h = 60 * m;
const waits: [attempt: number, ms: number][] = [
  [1, 5 * s],
  [2, 5 * m],
  [3, 30 * m],
  [4, 2 * h],
  [5, 5 * h],
  [6, 10 * h],
  [7, 10 * h],
];

describe('the delays between attempts', () => {
  for (const [attempt, ms] of waits) {
    it(`are ${ms / s} s ± 20 % after attempt ${attempt}`, () => {
      expect(retryDelay(attempt, () => 0)).to.equal(0.8 * ms);
      expect(retryDelay(attempt, () => 0.5)).to.equal(ms);
      expect(retryDelay(attempt, () => 1)).to.equal(1.2 * ms);
    });
  }
  it('end with the eighth attempt', () => {
    expect(retrySchedule).to.have.length(waits.length);
    expect(retryDelay(8)).to.equal(undefined);
  });
  for (const [seconds, ms] of [
    [0, s],
    [1, s],
    [120, 120 * s],
    [300, 300 * s],
    [3600, 300 * s],
  ] as const) {
    it(`are ${ms / s} s after a Retry-After of ${seconds} s`, () =>
      expect(retryAfterDelay(seconds)).to.equal(ms));
  }
  it('grow with each deferral of an event, up to half an hour beyond the minimum', () => {
    const delays = [0, 1, 2, 9, 50].map((deferrals) => deferralDelay(deferrals, 10 * s, () => 0.5));
    expect(delays).to.deep.equal([15 * s, 20 * s, 30 * s, 30 * m + 10 * s, 30 * m + 10 * s]);
  });
});
