import { expect } from 'chai';
import { correctTimes } from '../../../../api/events/visitor-clock.ts';

const now = Date.parse('2026-01-31T12:00:00Z');
const s = 1000;
const h = 3_600_000;

describe('the time of an event', () => {
  for (const [why, times, sentAt, expected] of [
    ['is the time of arrival when none was sent', [undefined], undefined, [0]],
    ['is the visitor’s where it is plausible', [-10 * s, -20 * h], undefined, [-10 * s, -20 * h]],
    ['is the time of arrival with a clock days behind', [-72 * h], undefined, [0]],
    ['is the time of arrival with a clock an hour ahead', [h], undefined, [0]],
    [
      'keeps the distances of a batch with a wrong clock',
      [-72 * h - 30 * s, -72 * h],
      undefined,
      [-30 * s, 0],
    ],
    ['is corrected by sentAt with a clock behind', [-72 * h - 30 * s], -72 * h, [-30 * s]],
    ['is corrected by sentAt with a clock minutes ahead', [2 * 60 * s], 3 * 60 * s, [-60 * s]],
    ['is the time of arrival when even a corrected time is not plausible', [-80 * h], 0, [0]],
  ] as const) {
    it(why, () => {
      const sent = sentAt === undefined ? undefined : now + sentAt;
      const corrected = correctTimes(
        times.map((time) => (time === undefined ? undefined : now + time)),
        now,
        sent,
      );
      expect(corrected.map((time) => time - now)).to.deep.equal(expected);
    });
  }
});
