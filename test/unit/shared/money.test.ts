import { expect } from 'chai';
import { fromMinorUnits, toMinorUnits } from '../../../shared/money.ts';

const amounts: [decimal: string, currency: string, units: number][] = [
  ['19.99', 'EUR', 1999],
  ['19.9', 'EUR', 1990],
  ['20', 'EUR', 2000],
  ['0.00', 'EUR', 0],
  ['-5.25', 'USD', -525],
  ['-0.00', 'USD', 0],
  // In floating point 1.005 × 100 is below 100.5.
  ['1.005', 'USD', 101],
  ['1.0049', 'USD', 100],
  ['1200', 'JPY', 1200],
  ['1200.00', 'JPY', 1200],
  ['1.234', 'KWD', 1234],
  ['9999999999.99', 'EUR', 999999999999],
];

describe('minor units', () => {
  for (const [decimal, currency, units] of amounts) {
    it(`are ${units} for ${decimal} ${currency}`, () =>
      expect(toMinorUnits(decimal, currency)).to.equal(units));
  }
  for (const [units, currency, decimal] of [
    [1999, 'EUR', '19.99'],
    [5, 'EUR', '0.05'],
    [1200, 'JPY', '1200'],
    [-1234, 'KWD', '-1.234'],
  ] as const) {
    it(`are written ${decimal} for ${units} ${currency}`, () =>
      expect(fromMinorUnits(units, currency)).to.equal(decimal));
  }
  for (const wrong of ['', 'NaN', '1e5', '1,50', ' 1', '--1', '99999999999999', '.5']) {
    it(`refuse "${wrong}"`, () => expect(() => toMinorUnits(wrong, 'EUR')).to.throw(RangeError));
  }
  it('refuse what is beyond the safe integers', () =>
    expect(() => toMinorUnits('9999999999999.9999', 'CLF')).to.throw(RangeError));
});
