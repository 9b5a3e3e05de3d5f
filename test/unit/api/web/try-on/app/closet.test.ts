import { expect } from 'chai';
import { readCloset } from '../../../../../../api/web/try-on/app/closet.ts';

const getCloset = (value: unknown) => Buffer.from(JSON.stringify(value)).toString('base64url');

describe('Closet parameter', () => {
  it('names the items of a look', () => {
    const closet = getCloset([{ productId: 'Ä-1', variantId: '7' }, { productId: 2 }]);
    expect(readCloset(closet)).to.deep.equal([
      { productId: 'Ä-1', variantId: '7' },
      { productId: '2', variantId: null },
    ]);
  });

  it('keeps the first twelve', () => {
    const twelve = Array.from({ length: 14 }, (_, index) => ({ productId: `${index}` }));
    expect(readCloset(getCloset(twelve))).to.have.length(12);
  });

  for (const closet of [null, '', '%%%', 'bm8', getCloset({ productId: '1' }), getCloset([1, null])]) {
    it(`names none when it is ${closet}`, () => {
      expect(readCloset(closet)).to.deep.equal([]);
    });
  }
});
