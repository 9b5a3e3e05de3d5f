import { expect } from 'chai';
import {
  countCharged,
  forecastCredits,
  lastDays,
  listDays,
  type UsageRow,
} from '../../../../shared/credits/usage-days.ts';

const now = new Date('2026-03-02T10:00:00Z');
const row = (day: string, kind: UsageRow['kind'], credits: number): UsageRow => ({ day, kind, credits });

describe('the usage of credits', () => {
  it('counts captures less refunds', () => {
    expect(countCharged([row('d', 'grant', 50), row('d', 'capture', 3), row('d', 'refund', 1)])).to.equal(2);
    expect(countCharged([row('d', 'release', 4)])).to.equal(0);
  });

  it('has every day of a range, across months', () => {
    expect(listDays(lastDays(4, now))).to.deep.equal([
      '2026-02-27',
      '2026-02-28',
      '2026-03-01',
      '2026-03-02',
    ]);
  });

  it('forecasts by the last seven days alone', () => {
    const rows = [
      row('2026-02-01', 'capture', 700),
      row('2026-02-24', 'capture', 10),
      row('2026-03-02', 'capture', 4),
    ];
    expect(forecastCredits(20, rows, now)).to.deep.equal({ perDay: 2, daysLeft: 10 });
    expect(forecastCredits(0, rows, now)).to.deep.equal({ perDay: 2, daysLeft: 0 });
    expect(forecastCredits(20, [], now)).to.deep.equal({ perDay: 0 });
  });
});
