import { expect } from 'chai';
import {
  type ProductRecord,
  RecordRefused,
  readRecord,
  recordLimits,
} from '../../../../../shared/catalog/import/product-record.ts';
import { fromShopify } from '../../../../../shared/catalog/import/shopify-product.ts';

const minimal = { productId: '7', handle: 'sofa' };

describe('product records', () => {
  it('reads a record of the required fields alone', () => {
    const read: ProductRecord = readRecord(minimal);
    expect(read).to.deep.equal({ ...minimal, previousHandles: [], tags: [], variants: [], images: [] });
  });

  it('reads numbers and gids as ids, and an empty text as absent', () => {
    const read = readRecord({ ...minimal, productId: 'gid://shopify/Product/7', title: '', category: null });
    expect(read).to.include({ productId: '7' }).and.not.have.any.keys('title', 'category');
    expect(readRecord({ ...minimal, productId: 7 }).productId).to.equal('7');
  });

  it('puts a title of several lines on one', () => {
    expect(readRecord({ ...minimal, title: ' Sofa,\r\n  big ' }).title).to.equal('Sofa, big');
  });

  it('gathers the pictures of product and variants, each once, with its variants and their colour', () => {
    const { images, variants } = readRecord({
      ...minimal,
      images: [
        'https://a.example/1.jpg',
        { url: '//a.example/2.jpg', color: 'Oak' },
        'https://a.example/3.jpg',
      ],
      variants: [
        { variantId: 1, color: 'Red', images: ['https://a.example/3.jpg', 'https://a.example/4.jpg'] },
        { variantId: 2, color: 'Red', images: ['https://a.example/3.jpg'] },
        { variantId: 3, color: 'Blue', images: ['https://a.example/4.jpg'] },
      ],
    });
    expect(images).to.deep.equal([
      { url: 'https://a.example/1.jpg', variantIds: [] },
      { url: 'https://a.example/2.jpg', variantIds: [], color: 'Oak' },
      { url: 'https://a.example/3.jpg', variantIds: ['1', '2'], color: 'Red' },
      { url: 'https://a.example/4.jpg', variantIds: ['1', '3'] },
    ]);
    expect(variants[0]).to.deep.equal({ variantId: '1', color: 'Red' });
  });

  for (const [name, change, message] of [
    ['no object', 'sofa', 'must be a JSON object'],
    ['no productId', { productId: undefined }, 'productId is required'],
    ['a productId that is none', { productId: {} }, 'productId'],
    [
      'a productId that a spreadsheet rounded',
      { productId: '7.00123E+12' },
      'productId was rounded by a spreadsheet',
    ],
    ['the same with a comma', { variants: [{ variantId: '4,4e+13' }] }, 'variants[0].variantId was rounded'],
    ['no handle', { handle: '' }, 'handle is required'],
    ['a handle with a slash', { handle: 'a/b' }, 'handle'],
    ['an unknown field', { price: 3 }, 'price is not a known field; remove it'],
    ['a size of nothing', { dimensions: { width: 0 } }, 'dimensions.width must be greater than 0'],
    ['a picture that is no URL', { images: ['1.jpg'] }, 'images[0]'],
    ['a picture of a local file', { images: ['file:///etc/passwd'] }, 'images[0]'],
    ['a variant without id', { variants: [{ color: 'Red' }] }, 'variants[0].variantId is required'],
    [
      'too many pictures',
      { images: Array(recordLimits.images + 1).fill('https://a.example/1.jpg') },
      'images',
    ],
  ] as const) {
    it(`refuses ${name}, naming the field`, () => {
      const value = typeof change === 'string' ? change : { ...minimal, ...change };
      expect(() => readRecord(value)).to.throw(RecordRefused, message);
    });
  }
});

describe("products of Shopify's products.json", () => {
  const shopify = {
    id: 632910392,
    title: 'Linen Sofa',
    handle: 'linen-sofa',
    body_html: '<p>x</p>',
    product_type: 'Sofas',
    tags: ['living room', 'linen'],
    options: [
      { name: 'Size', position: 1 },
      { name: 'Colour', position: 2 },
    ],
    variants: [
      { id: 1, option1: 'S', option2: 'Red', price: '10.00', featured_image: { id: 5 } },
      { id: 2, option1: 'L', option2: 'Blue', price: '12.00', featured_image: null },
    ],
    images: [
      { id: 6, position: 2, src: 'https://cdn.shopify.com/s/files/1/b.jpg?v=3', variant_ids: [] },
      { id: 5, position: 1, src: 'https://cdn.shopify.com/s/files/1/a.jpg', variant_ids: [1] },
      { id: 7, position: 3, src: 'https://images.example/c.jpg', variant_ids: [2] },
    ],
  };

  it('are read with the colour option, the pictures in order and scaled where the CDN can', () => {
    expect(readRecord(fromShopify(shopify))).to.deep.equal({
      productId: '632910392',
      handle: 'linen-sofa',
      previousHandles: [],
      title: 'Linen Sofa',
      category: 'Sofas',
      tags: ['living room', 'linen'],
      variants: [
        { variantId: '1', color: 'Red' },
        { variantId: '2', color: 'Blue' },
      ],
      images: [
        { url: 'https://cdn.shopify.com/s/files/1/a.jpg?width=2048', variantIds: ['1'], color: 'Red' },
        { url: 'https://cdn.shopify.com/s/files/1/b.jpg?v=3&width=2048', variantIds: [] },
        { url: 'https://images.example/c.jpg', variantIds: ['2'], color: 'Blue' },
      ],
    });
  });

  for (const [names, color] of [
    [['Size', 'Fabric Color'], 'Red'],
    [['Size', 'FARBE:'], 'Red'],
    [['Size', 'Color/Finish'], 'Red'],
    [['Color of legs', 'Color'], 'Red'],
    [['Leg color', 'Seat colour'], undefined],
    [['Size', 'Colorado'], undefined],
  ] as const) {
    it(`are read with ${color ? 'the colour' : 'no colour'} of the options ${names.join(' and ')}`, () => {
      const options = names.map((name) => ({ name }));
      expect(readRecord(fromShopify({ ...shopify, options })).variants[0]!.color).to.equal(color);
    });
  }

  it('are read from the Admin API as well, whose tags are one text', () => {
    expect(readRecord(fromShopify({ ...shopify, tags: 'a, b' })).tags).to.deep.equal(['a', 'b']);
  });

  for (const broken of [null, 3, {}, { id: 1 }, { id: 1, handle: 'x', images: [{ src: 4 }] }]) {
    it(`are refused, not thrown over, as ${JSON.stringify(broken)}`, () =>
      expect(() => readRecord(fromShopify(broken))).to.throw(RecordRefused));
  }
});
