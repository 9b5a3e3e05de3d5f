import { expect } from 'chai';
import {
  boughtItems,
  boughtTotal,
  checkoutLine,
} from '../../../../../../api/web/try-on/checkout/checkout-line.ts';
import type { LookEntry } from '../../../../../../api/web/try-on/state/app-state.ts';
import type { ProductView } from '../../../../../../shared/try-on/contract.ts';
import { aProductView } from '../../../../../support/try-on/views.ts';

const entry = (part: Partial<LookEntry> = {}): LookEntry => ({
  productId: '1001',
  variantId: '13',
  variantTitle: 'Blue / M',
  title: 'Graphic T-shirt',
  image: null,
  price: { amount: 1, currency: 'EUR' },
  ...part,
});

const soldOut = (product: ProductView, ...ids: string[]): ProductView => ({
  ...product,
  variants: product.variants.map((variant) => ({
    ...variant,
    available: variant.available && !ids.includes(variant.variantId),
  })),
});

describe('a line of the checkout', () => {
  it('has the chosen variant with the price of now', () => {
    expect(checkoutLine(entry(), aProductView())).to.include({
      key: '1001:13',
      variantId: '13',
      variantTitle: 'Blue / M',
      state: 'available',
      url: 'https://shop.example/products/graphic-t-shirt',
    });
    expect(checkoutLine(entry(), aProductView()).price?.amount).to.equal(3100);
  });

  const picked: [
    why: string,
    variantId: string | null,
    product: ProductView,
    variant: string,
    state: string,
  ][] = [
    ['none was chosen', null, aProductView(), '12', 'available'],
    ['the chosen one no longer exists', '99', aProductView(), '12', 'available'],
    ['every one is sold out', null, soldOut(aProductView(), '12', '13'), '11', 'sold-out'],
  ];
  for (const [why, variantId, product, variant, state] of picked) {
    it(`has the first variant, one that can be bought before others, where ${why}`, () => {
      expect(checkoutLine(entry({ variantId }), product)).to.include({ variantId: variant, state });
    });
  }

  it('keeps a chosen variant that is sold out, and says so', () => {
    expect(checkoutLine(entry({ variantId: '11' }), aProductView())).to.include({
      variantId: '11',
      state: 'sold-out',
    });
  });

  it('has a size to choose where the shopper has chosen none, and then that size', () => {
    const colors = ['Red', 'Blue'].map((name) => ({ name, swatch: null }));
    const product = aProductView({ colors });
    const open = checkoutLine(entry({ variantId: '12', isSizeOpen: true }), product);
    expect(open).to.deep.include({ state: 'open', choice: ['Red', ''], variantId: null });
    const chosen = checkoutLine(entry({ variantId: '12', isSizeOpen: true }), product, ['Blue', 'M']);
    expect(chosen).to.include({ key: '1001:12', state: 'available', variantId: '13' });
  });

  it('has no variant of a product without variants', () => {
    const product = aProductView({ variants: [], available: false });
    expect(checkoutLine(entry({ variantId: null }), product)).to.include({
      variantId: null,
      state: 'sold-out',
    });
  });

  it('says that the shop has the product no more', () => {
    expect(checkoutLine(entry(), null)).to.include({ state: 'gone', title: 'Graphic T-shirt', url: null });
  });
});

describe('what is bought', () => {
  const lines = [
    checkoutLine(entry(), aProductView()),
    checkoutLine(entry({ variantId: '11' }), aProductView()),
    checkoutLine(entry({ productId: '1002' }), null),
  ];

  it('is what can be bought, once or as often as the shopper wants', () => {
    expect(boughtItems(lines, {})).to.deep.equal([{ productId: '1001', variantId: '13', quantity: 1 }]);
    expect(boughtItems(lines, { '1001:13': 4 })[0]?.quantity).to.equal(4);
  });

  it('costs its prices times its quantities', () => {
    expect(boughtTotal(lines, { '1001:13': 2, '1001:11': 9 })).to.deep.equal({
      amount: 6200,
      currency: 'EUR',
    });
  });

  it('has no total where a price is missing or in another currency', () => {
    const [line] = lines;
    expect(boughtTotal([line!, { ...line!, price: null }], {})).to.equal(null);
    expect(boughtTotal([line!, { ...line!, price: { amount: 1, currency: 'USD' } }], {})).to.equal(null);
    expect(boughtTotal([], {})).to.equal(null);
  });
});
