import { expect } from 'chai';
import { readRecord } from '../../../../../shared/catalog/import/product-record.ts';
import { fromWooCommerce } from '../../../../../shared/catalog/import/woocommerce-product.ts';

const prices = (price: string, regular = price) => ({
  ...{ price, regular_price: regular, currency_code: 'EUR', currency_minor_unit: 2 },
});
const simple = {
  ...{
    id: 34,
    name: 'Tea &#038; coffee',
    slug: 'tea-coffee',
    permalink: 'https://shop.example/product/tea-coffee/',
  },
  ...{
    description: '',
    short_description: '<p>Good.</p>',
    prices: prices('1105', '1299'),
    is_in_stock: false,
  },
  images: [{ id: 57, src: 'https://shop.example/1.jpg' }],
  ...{ categories: [{ id: 1, name: 'Drinks' }], tags: [{ name: 'Hot' }], attributes: [], variations: [] },
};
const hoodie = {
  ...simple,
  attributes: [
    { name: 'Material', has_variations: false, terms: [{ name: 'Cotton', slug: 'cotton' }] },
    { name: 'Color', has_variations: true, terms: [{ name: 'Deep blue', slug: 'deep-blue' }] },
    { name: 'Size', has_variations: true, terms: [{ name: 'M', slug: 'm' }] },
  ],
  variations: [
    {
      id: 41,
      attributes: [
        { name: 'Color', value: 'deep-blue' },
        { name: 'Size', value: null },
      ],
    },
    {
      id: 42,
      attributes: [
        { name: 'Color', value: 'Own red' },
        { name: 'Size', value: 'm' },
      ],
    },
  ],
};
const read = (...given: Parameters<typeof fromWooCommerce>) => readRecord(fromWooCommerce(...given));

describe('products of WooCommerce', () => {
  it('are read with their offer, category and words', () => {
    expect(read(simple)).to.deep.include({
      ...{ productId: '34', handle: 'tea-coffee', title: 'Tea & coffee', category: 'Drinks', tags: ['Hot'] },
      ...{ description: 'Good.', url: simple.permalink, currency: 'EUR', price: 1105, compareAtPrice: 1299 },
      ...{ available: false, variants: [] },
    });
  });

  it('have the options by which their variations differ, and what is known of each', () => {
    const blue = {
      id: 41,
      prices: prices('999'),
      is_in_stock: true,
      images: [{ src: 'https://shop.example/2.jpg' }],
    };
    const { options, variants, images } = read(hoodie, [blue]);
    expect(options!.map(({ name }) => name)).to.deep.equal(['Color', 'Size']);
    expect(variants.map(({ variantId, options: values }) => [variantId, values])).to.deep.equal([
      ['41', ['Deep blue', '']],
      ['42', ['Own red', 'M']],
    ]);
    expect(variants[0]).to.include({ color: 'Deep blue', price: 999, available: true });
    expect(variants[1]).to.include({ price: 1105, available: false });
    expect(images.map(({ url, variantIds }) => [url, variantIds])).to.deep.equal([
      ['https://shop.example/1.jpg', []],
      ['https://shop.example/2.jpg', ['41']],
    ]);
  });

  for (const [units, digits, price] of [
    ['5', 2, 5],
    ['1200', 0, 120_000],
    ['12345', 3, 1235],
    ['', 2, undefined],
  ] as const)
    it(`have a price by the digits of their shop: “${units}” of ${digits}`, () =>
      expect(read({ ...simple, prices: { ...prices(units), currency_minor_unit: digits } }).price).to.equal(
        price,
      ));

  it('are refused when they are none', () => {
    expect(() => read('nonsense')).to.throw();
    expect(() => read({ ...simple, prices: { price: 'free' } })).to.throw('price');
  });
});
