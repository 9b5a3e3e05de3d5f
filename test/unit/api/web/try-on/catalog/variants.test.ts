import { expect } from 'chai';
import {
  entryOfVariant,
  findVariant,
  firstChoice,
  isSoldOut,
  withValue,
} from '../../../../../../api/web/try-on/catalog/variants.ts';
import { aProductView } from '../../../../../support/try-on/views.ts';

const product = aProductView();

describe('The options of a product', () => {
  it('begin with the wanted variant, else with the default one, else with the first', () => {
    expect(firstChoice(product, '13')).to.deep.equal(['Blue', 'M']);
    expect(firstChoice(product, null)).to.deep.equal(['Red', 'M']);
    expect(firstChoice({ ...product, variantId: null }, 'unknown')).to.deep.equal(['Red', 'S']);
    expect(firstChoice({ ...product, variants: [] }, null)).to.deep.equal([]);
  });

  it('keep the other choices where such a variant exists', () => {
    expect(withValue(product, ['Red', 'M'], 0, 'Blue')).to.deep.equal(['Blue', 'M']);
  });

  it('follow a value that does not exist with the other choices, to what can be bought', () => {
    expect(withValue(product, ['Red', 'S'], 0, 'Blue')).to.deep.equal(['Blue', 'M']);
    expect(withValue(product, ['Blue', 'M'], 1, 'S')).to.deep.equal(['Red', 'S']);
  });

  it('name what is sold out with the other choices', () => {
    expect(isSoldOut(product, ['Red', 'M'], 1, 'S')).to.equal(true);
    expect(isSoldOut(product, ['Red', 'S'], 1, 'M')).to.equal(false);
    expect(isSoldOut(product, ['Red', 'S'], 0, 'Blue')).to.equal(false);
  });

  it('become an entry of the look with the variant’s own picture and price', () => {
    const variant = findVariant(product, ['Blue', 'M']);
    expect(entryOfVariant(product, variant)).to.deep.include({
      productId: '1001',
      variantId: '13',
      variantTitle: 'Blue / M',
      price: { amount: 3100, currency: 'EUR' },
    });
    const plain = entryOfVariant({ ...product, variants: [] }, null);
    expect(plain).to.include({ variantId: null, variantTitle: null, price: product.price });
  });
});
