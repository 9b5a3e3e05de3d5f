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

  it('gathers the images of product and variants, each once, with its variants and their color', () => {
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

  it('reads prices in the minor unit of their currency, and a variant’s own before the product’s', () => {
    const priced = (currency: string) =>
      readRecord({
        ...minimal,
        currency,
        price: '1200',
        compareAtPrice: 1500.5,
        variants: [{ variantId: 1 }, { variantId: 2, price: 99.9 }],
      });
    expect(priced('EUR').variants).to.deep.equal([
      { variantId: '1', price: 120_000, compareAtPrice: 150_050 },
      { variantId: '2', price: 9990 },
    ]);
    expect(priced('JPY').variants[0]).to.include({ price: 1200, compareAtPrice: 1501 });
  });

  it('has no price without a currency, and takes that of the import where it names none', () => {
    const written = { ...minimal, price: '5.00' };
    expect(readRecord(written)).not.to.have.any.keys('price', 'currency');
    expect(readRecord(written, { currency: 'USD' })).to.include({ price: 500, currency: 'USD' });
    expect(readRecord({ ...written, currency: 'eur' }, { currency: 'USD' })).to.include({ currency: 'EUR' });
  });

  it('compares with no price that is not higher', () => {
    for (const compareAtPrice of ['5.00', '0.00', '4.99']) {
      const written = { ...minimal, price: '5.00', currency: 'EUR', compareAtPrice };
      expect(readRecord(written)).not.to.have.property('compareAtPrice');
    }
  });

  it('reads options as names with the values that variants have, and takes the color from its option', () => {
    const { options, variants } = readRecord({
      ...minimal,
      options: ['Size', { name: 'Farbe', values: [{ value: 'Rot', swatch: '#FF0000' }, 'Grün'] }],
      variants: [
        { variantId: 1, options: ['S', 'Blau'] },
        { variantId: 2, options: ['M', 'Rot'] },
      ],
    });
    expect(options).to.deep.equal([
      { name: 'Size', values: [{ value: 'S' }, { value: 'M' }] },
      { name: 'Farbe', values: [{ value: 'Rot', swatch: '#ff0000' }, { value: 'Blau' }] },
    ]);
    expect(variants.map(({ color }) => color)).to.deep.equal(['Blau', 'Rot']);
  });

  it('reads a category path from the root, without empty parts', () => {
    expect(readRecord({ ...minimal, categoryPath: ' Home > > Sofas ' }).categoryPath).to.deep.equal([
      'Home',
      'Sofas',
    ]);
  });

  it('reads a rich description as plain text', () => {
    const { description } = readRecord({ ...minimal, description: '<p>Soft &amp; warm</p><p>Wool</p>' });
    expect(description).to.equal('Soft & warm Wool');
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
    ['an unknown field', { prize: 3 }, 'prize is not a known field; remove it'],
    ['a size of nothing', { dimensions: { width: 0 } }, 'dimensions.width must be greater than 0'],
    ['a picture outside the folder of the catalog', { images: ['../1.jpg'] }, 'images[0]'],
    ['a picture of a hidden file', { images: ['.ssh/id.jpg'] }, 'images[0]'],
    ['a picture of a local file', { images: ['file:///etc/passwd'] }, 'images[0]'],
    ['a price with its sign', { price: '19.99 €' }, 'price must be a decimal amount such as "19.99"'],
    [
      'a negative price',
      { variants: [{ variantId: 1, price: '-1' }] },
      'variants[0].price must be a decimal',
    ],
    [
      'a price beyond counting',
      { price: '9999999999999', currency: 'BHD', variants: [{ variantId: 1, price: '99999999999999' }] },
      'variants[0].price',
    ],
    ['a currency that is none', { currency: 'euro' }, 'currency must be an ISO 4217 code'],
    ['a page of another scheme', { url: 'javascript:alert(1)' }, 'url'],
    [
      'variants without a value of each option',
      { options: ['Size', 'Color'], variants: [{ variantId: 1, options: ['S'] }] },
      'variants[0].options must have one value for each of the options',
    ],
    [
      'a swatch that is no colour',
      { options: [{ name: 'Color', values: [{ value: 'Red', swatch: 'red' }] }] },
      'options[0]',
    ],
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

  it('are read with the color option, the images in order and scaled where the CDN can', () => {
    expect(readRecord(fromShopify(shopify))).to.deep.equal({
      productId: '632910392',
      handle: 'linen-sofa',
      previousHandles: [],
      title: 'Linen Sofa',
      category: 'Sofas',
      tags: ['living room', 'linen'],
      description: 'x',
      url: '/products/linen-sofa',
      categoryPath: ['Sofas'],
      options: [
        { name: 'Size', values: [{ value: 'S' }, { value: 'L' }] },
        { name: 'Colour', values: [{ value: 'Red' }, { value: 'Blue' }] },
      ],
      variants: [
        { variantId: '1', color: 'Red', options: ['S', 'Red'] },
        { variantId: '2', color: 'Blue', options: ['L', 'Blue'] },
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
    it(`are read with ${color ? 'the color' : 'no color'} of the options ${names.join(' and ')}`, () => {
      const options = names.map((name) => ({ name }));
      expect(readRecord(fromShopify({ ...shopify, options })).variants[0]!.color).to.equal(color);
    });
  }

  it('have their prices in the currency of the import, and what is sold out', () => {
    const variants = [
      { id: 1, option1: 'S', option2: 'Red', price: '10.00', compare_at_price: '15.50', available: false },
      { id: 2, option1: 'L', option2: 'Red', price: '12.00', compare_at_price: '12.00', available: true },
    ];
    const record = readRecord(fromShopify({ ...shopify, variants }), { currency: 'EUR' });
    expect(record.currency).to.equal('EUR');
    expect(
      record.variants.map(({ price, compareAtPrice, available }) => [price, compareAtPrice, available]),
    ).to.deep.equal([
      [1000, 1550, false],
      [1200, undefined, true],
    ]);
  });

  for (const [what, fields, expected] of [
    ['a stock', { inventory_quantity: 2, inventory_management: 'shopify' }, true],
    ['no stock', { inventory_quantity: 0, inventory_management: 'shopify' }, false],
    ['no stock, but sold on', { inventory_quantity: 0, inventory_policy: 'continue' }, true],
    ['no tracking of stock', { inventory_quantity: 0, inventory_management: null }, true],
    ['nothing about stock', {}, undefined],
  ] as const) {
    it(`of the Admin API with ${what} ${expected === false ? 'are sold out' : 'are available'}`, () => {
      const variants = [{ id: 1, option1: 'S', option2: 'Red', ...fields }];
      expect(readRecord(fromShopify({ ...shopify, variants })).variants[0]!.available).to.equal(expected);
    });
  }

  it('have no options where the only variant is the default one', () => {
    const plain = { options: [{ name: 'Title' }], variants: [{ id: 1, option1: 'Default Title' }] };
    expect(readRecord(fromShopify({ ...shopify, ...plain }))).not.to.have.property('options');
  });

  it('are read from the Admin API as well, whose tags are one text', () => {
    expect(readRecord(fromShopify({ ...shopify, tags: 'a, b' })).tags).to.deep.equal(['a', 'b']);
  });

  for (const broken of [null, 3, {}, { id: 1 }, { id: 1, handle: 'x', images: [{ src: 4 }] }]) {
    it(`are refused, not thrown over, as ${JSON.stringify(broken)}`, () =>
      expect(() => readRecord(fromShopify(broken))).to.throw(RecordRefused));
  }
});
