import { expect } from 'chai';
import type { LookEntry } from '../../../../../../api/web/try-on/state/app-state.ts';
import {
  movedEntry,
  sameItems,
  totalPrice,
  withEntry,
  withPutBack,
} from '../../../../../../api/web/try-on/state/look.ts';

const entry = (productId: string, amount: number | null = 100, currency = 'EUR'): LookEntry => ({
  productId,
  variantId: null,
  variantTitle: null,
  title: productId,
  image: null,
  price: amount === null ? null : { amount, currency },
});
const look = ['1', '2', '3', '4', '5', '6'].map((id) => entry(id));
const ids = (entries: LookEntry[]) => entries.map(({ productId }) => productId).join('');

describe('Look', () => {
  it('has an item once and six at most', () => {
    expect(ids(withEntry([entry('1')], entry('1'), null))).to.equal('1');
    expect(ids(withEntry(look, entry('7'), null))).to.equal('123456');
    expect(ids(withEntry(look.slice(1), entry('7'), null))).to.equal('234567');
  });

  it('has a product twice in two variants', () => {
    expect(withEntry([entry('1')], { ...entry('1'), variantId: 'red' }, null)).to.have.length(2);
  });

  it('swaps also in a full look', () => {
    expect(ids(withEntry(look, entry('7'), '3:'))).to.equal('127456');
  });

  it('puts an item of the picture back before those that follow it there', () => {
    const pictured = look.slice(0, 4);
    const left = [look[0]!, look[3]!, entry('9')];
    expect(ids(withPutBack(left, pictured, '2:'))).to.equal('1249');
    expect(ids(withPutBack(withPutBack([entry('9')], pictured, '4:'), pictured, '1:'))).to.equal('914');
    expect(ids(withPutBack(left, pictured, '9:'))).to.equal('149');
    expect(ids(withPutBack([...look.slice(1), entry('9')], pictured, '1:'))).to.equal('234569');
  });

  it('moves an entry, and nothing where there is no such place', () => {
    expect(ids(movedEntry(look, '1:', 2))).to.equal('231456');
    expect(ids(movedEntry(look, '6:', 0))).to.equal('612345');
    expect(ids(movedEntry(look, '1:', 6))).to.equal('123456');
    expect(ids(movedEntry(look, '9:', 0))).to.equal('123456');
  });

  it('adds up prices of one currency, and none when one is missing or of another', () => {
    expect(totalPrice(look)).to.deep.equal({ amount: 600, currency: 'EUR' });
    expect(totalPrice([entry('1'), entry('2', null)])).to.equal(null);
    expect(totalPrice([entry('1'), entry('2', 100, 'USD')])).to.equal(null);
    expect(totalPrice([])).to.equal(null);
  });

  it('is another look when the items, their variants or their order differ', () => {
    expect(sameItems(look, look.slice())).to.equal(true);
    expect(sameItems(look, look.slice(1))).to.equal(false);
    expect(sameItems([entry('1')], [{ ...entry('1'), variantId: 'red' }])).to.equal(false);
  });
});
