import { expect } from 'chai';
import { getRetryDelay, retrySchedules } from '../../../../workers/retries/schedules.ts';

const s = 1000;
const m = 60 * s;
const h = 60 * m;
const schedules = {
  event: [5 * s, 5 * m, 30 * m, 2 * h, 5 * h, 10 * h, 10 * h],
  webhook: [5 * s, 5 * m, 30 * m, 2 * h, 5 * h, 10 * h, 14 * h, 20 * h, 24 * h],
} as const;

for (const [name, waits] of Object.entries(schedules)) {
  const schedule = name as keyof typeof retrySchedules;
  describe(`the delays between the attempts of one ${name}`, () => {
    for (const [index, ms] of waits.entries()) {
      it(`are ${ms / s} s ± 20 % after attempt ${index + 1}`, () => {
        expect(getRetryDelay(schedule, index + 1, () => 0)).to.equal(0.8 * ms);
        expect(getRetryDelay(schedule, index + 1, () => 0.5)).to.equal(ms);
        expect(getRetryDelay(schedule, index + 1, () => 1)).to.equal(1.2 * ms);
      });
    }
    it(`end with attempt ${waits.length + 1}`, () => {
      expect(retrySchedules[schedule]).to.have.length(waits.length);
      expect(getRetryDelay(schedule, waits.length + 1)).to.equal(undefined);
    });
  });
}
