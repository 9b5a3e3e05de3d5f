import { expect } from 'chai';
import {
  formatClock,
  formatMoney,
  formatShare,
  formatUsualTime,
} from '../../../../../../api/web/try-on/texts/formats.ts';

/** Intl writes spaces that do not break. */
const plain = (text: string) => text.replaceAll(/[\u00a0\u202f]/g, ' ');

describe('Formats', () => {
  it('writes money in minor units as each language does', () => {
    expect(plain(formatMoney({ amount: 129900, currency: 'EUR' }, 'en'))).to.equal('€1,299.00');
    expect(plain(formatMoney({ amount: 129900, currency: 'EUR' }, 'de'))).to.equal('1.299,00 €');
    expect(plain(formatMoney({ amount: 1500, currency: 'JPY' }, 'en'))).to.equal('¥1,500');
  });

  it('counts seconds as a clock does', () => {
    expect([0, 7.9, 65, 760, -3].map(formatClock)).to.deep.equal(['0:00', '0:07', '1:05', '12:40', '0:00']);
  });

  it('rounds a usual time, so that it does not promise more than is known', () => {
    expect([2, 43, 62, 83, 120].map((seconds) => plain(formatUsualTime(seconds, 'en')))).to.deep.equal([
      '5 sec',
      '45 sec',
      '1 min',
      '1 min 20 sec',
      '2 min',
    ]);
  });

  it('writes shares without decimals', () => {
    expect(plain(formatShare(0.404, 'fr'))).to.equal('40 %');
  });

  it('writes Arabic with the digits of its texts', () => {
    expect(formatMoney({ amount: 129900, currency: 'EUR' }, 'ar')).to.match(/1,299\.00/);
    expect(formatShare(0.4, 'ar')).to.contain('40');
  });
});
