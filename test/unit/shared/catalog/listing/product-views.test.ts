import { expect } from 'chai';
import { productCard, productView } from '../../../../../shared/catalog/listing/product-views.ts';
import { listed } from '../../../../support/catalog/listed-products.ts';

const store = { slug: 'acme', storefront: 'https://shop.example/' };
const asset = (sha: string, change = {}) => ({
  image: { blob: `catalog/store_1/${sha}`, mime: 'image/jpeg' as const, width: 800, height: 600, bytes: 1 },
  variantIds: [],
  average: '#aabbcc',
  ...change,
});

const tee = listed('tee', {
  price: undefined as never,
  options: [
    { name: 'Color', values: [{ value: 'Red', swatch: '#ff0000' }, { value: 'Blue' }] },
    { name: 'Size', values: [{ value: 'S' }] },
  ],
  variants: [
    { variantId: '1', color: 'Red', options: ['Red', 'S'], price: 2000, available: false },
    { variantId: '2', color: 'Blue', options: ['Blue', 'S'], price: 1500, compareAtPrice: 1800 },
  ],
  assets: [asset('aa'), asset('bb', { color: 'blue' })],
});

describe('the card of a product', () => {
  it('has the lowest price, its comparison, the first variant that can be bought and the first image', () => {
    expect(productCard(tee, store)).to.deep.equal({
      productId: 'tee',
      handle: 'tee',
      title: 'Product tee',
      category: null,
      image: { src: '/media/acme/aa', width: 800, height: 600, average: '#aabbcc', ground: null },
      price: { amount: 1500, currency: 'EUR' },
      compareAtPrice: { amount: 1800, currency: 'EUR' },
      priceVaries: true,
      available: true,
      renderable: true,
      colors: [
        { name: 'Red', swatch: '#ff0000' },
        { name: 'Blue', swatch: null },
      ],
      variantId: '2',
      variantTitle: 'Blue / S',
      scene: 'person',
      hasSizes: false,
    });
  });

  it('of a variant has its price, availability and image', () => {
    expect(productCard(tee, store, '2')).to.deep.include({ variantId: '2', priceVaries: false });
    expect(productCard(tee, store, '2').image!.src).to.equal('/media/acme/bb');
    expect(productCard(tee, store, '1')).to.deep.include({
      variantId: '1',
      price: { amount: 2000, currency: 'EUR' },
      available: false,
    });
  });

  it('says whether a size can be chosen: of one color, among those that can be bought', () => {
    const variant = (id: string, color: string, size: string, available = true) => {
      return { variantId: id, color, options: [color, size], available };
    };
    const offered = (...variants: ReturnType<typeof variant>[]) =>
      productCard({ ...tee, variants }, store).hasSizes;
    expect(offered(variant('1', 'Red', 'S'), variant('2', 'Red', 'M'))).to.equal(true);
    expect(offered(variant('1', 'Red', 'S'), variant('2', 'Red', 'M', false))).to.equal(false);
    expect(offered(variant('1', 'Red', 'S'), variant('2', 'Blue', 'S'))).to.equal(false);
    expect(offered()).to.equal(false);
  });

  it('of a variant that is gone is the product’s', () => {
    expect(productCard(tee, store, 'gone')).to.deep.equal(productCard(tee, store));
  });

  it('of an earlier import has no price, and its colors', () => {
    const { price, currency, title, ...old } = listed('old', {
      variants: [{ variantId: '1', color: 'Red' }],
    });
    expect(productCard(old, store)).to.deep.include({
      title: 'old',
      price: null,
      compareAtPrice: null,
      priceVaries: false,
      available: true,
      image: null,
      renderable: false,
      colors: [{ name: 'Red', swatch: null }],
      variantId: '1',
    });
  });
});

describe('the view of a product', () => {
  it('has its options, variants and images', () => {
    const view = productView(tee, store);
    expect(view.options).to.deep.equal([
      {
        name: 'Color',
        values: [
          { value: 'Red', swatch: '#ff0000' },
          { value: 'Blue', swatch: null },
        ],
      },
      { name: 'Size', values: [{ value: 'S', swatch: null }] },
    ]);
    expect(
      view.variants.map(({ variantId, options, image }) => [variantId, options, image!.src]),
    ).to.deep.equal([
      ['1', ['Red', 'S'], '/media/acme/aa'],
      ['2', ['Blue', 'S'], '/media/acme/bb'],
    ]);
    expect(view.images.map(({ src }) => src)).to.deep.equal(['/media/acme/aa', '/media/acme/bb']);
  });

  it('gives variants of an earlier import their color as the only option', () => {
    const { options, ...old } = { ...tee, variants: [{ variantId: '1', color: 'Red' }] };
    expect(productView(old, store).variants[0]!.options).to.deep.equal(['Red']);
  });

  for (const [url, storefront, expected] of [
    ['/products/tee', 'https://shop.example/', 'https://shop.example/products/tee'],
    ['https://other.example/tee', 'https://shop.example/', 'https://other.example/tee'],
    ['/products/tee', null, null],
    [undefined, 'https://shop.example/', null],
  ] as const) {
    it(`leads from ${url} on ${storefront} to ${expected}`, () => {
      const product = listed('tee', url ? { url } : {});
      expect(productView(product, { slug: 'acme', storefront }).url).to.equal(expected);
    });
  }
});
