import { expect } from 'chai';
import { deferralDelay, retryAfterDelay } from '../../../../workers/track/backoff.ts';

const s = 1000;
const m = 60 * s;

describe('the delays of an event', () => {
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
