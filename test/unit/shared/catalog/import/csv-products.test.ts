import { expect } from 'chai';
import { csvProducts } from '../../../../../shared/catalog/import/csv-products.ts';
import { type RecordDefaults, readRecord } from '../../../../../shared/catalog/import/product-record.ts';

async function records(text: string, defaults: RecordDefaults = {}) {
  async function* whole() {
    yield text;
  }
  const read = [];
  for await (const row of csvProducts(whole())) {
    if ('problem' in row) throw new Error(row.problem);
    read.push(readRecord(row.value, defaults));
  }
  return read;
}

describe('products of a CSV file', () => {
  it('have the dimensions of their first row, in the numbers of any country', async () => {
    const [sofa, rug, lamp] = await records(
      [
        'product_id;handle;width;height;depth;unit;variant_id',
        '1;sofa;180,5;85.25;;CM;9',
        '1;;;;;;10',
        '2;rug;200;;300;;',
        '3;lamp;;;;in;',
      ].join('\n'),
    );
    expect(sofa!.dimensions).to.deep.equal({ width: 180.5, height: 85.25, unit: 'cm' });
    expect(rug!.dimensions).to.deep.equal({ width: 200, depth: 300, unit: 'cm' });
    expect(lamp).not.to.have.property('dimensions');
  });

  it('have options, swatches, prices and availability of their rows', async () => {
    const [tee] = await records(
      [
        'product_id,handle,category_path,currency,variant_id,option1_name,option1_value,option2_name,option2_value,swatch,price,compare_at_price,available',
        '1,tee,Clothing > Tees,EUR,11,Colour,Red,Size,S,#aa0000,"19,90",,yes',
        '1,,,,12,,Red,,M,,19.90,29.90,0',
      ].join('\n'),
    );
    expect(tee).to.deep.include({
      categoryPath: ['Clothing', 'Tees'],
      options: [
        { name: 'Colour', values: [{ value: 'Red', swatch: '#aa0000' }] },
        { name: 'Size', values: [{ value: 'S' }, { value: 'M' }] },
      ],
      variants: [
        { variantId: '11', color: 'Red', options: ['Red', 'S'], price: 1990, available: true },
        {
          variantId: '12',
          color: 'Red',
          options: ['Red', 'M'],
          price: 1990,
          compareAtPrice: 2990,
          available: false,
        },
      ],
    });
  });
});

describe("products of Shopify's CSV export", () => {
  const header =
    'Handle,Title,Body (HTML),Vendor,Product Category,Type,Tags,Published,Option1 Name,Option1 Value,Variant SKU,Variant Inventory Tracker,Variant Inventory Qty,Variant Inventory Policy,Variant Price,Variant Compare At Price,Image Src,Image Position,Variant Image,Status';

  it('are known by handle and SKU, with options, prices, stock and images in their order', async () => {
    const [tee, mug] = await records(
      [
        header,
        'tee,Tee,<p>Soft</p>,Acme,Apparel > Tops,Tees,"a, b",true,Color,Red,T-R,shopify,0,deny,20.00,25.00,https://a.example/2.jpg,2,https://a.example/2.jpg,active',
        'tee,,,,,,,,,Blue,T-B,shopify,3,deny,20.00,,https://a.example/1.jpg,1,,',
        'tee,,,,,,,,,,,,,,,,https://a.example/3.jpg,3,,',
        'mug,Mug,,,,Kitchen,,true,Title,Default Title,,,,,9.50,,,,,',
      ].join('\n'),
      { currency: 'USD' },
    );
    expect(tee).to.deep.include({
      productId: 'tee',
      handle: 'tee',
      title: 'Tee',
      category: 'Tees',
      categoryPath: ['Apparel', 'Tops'],
      tags: ['a', 'b'],
      description: 'Soft',
      url: '/products/tee',
      options: [{ name: 'Color', values: [{ value: 'Red' }, { value: 'Blue' }] }],
      variants: [
        {
          variantId: 'T-R',
          color: 'Red',
          options: ['Red'],
          price: 2000,
          compareAtPrice: 2500,
          available: false,
        },
        { variantId: 'T-B', color: 'Blue', options: ['Blue'], price: 2000, available: true },
      ],
    });
    expect(tee!.images.map(({ url }) => url)).to.deep.equal(
      [1, 2, 3].map((n) => `https://a.example/${n}.jpg`),
    );
    expect(mug).to.deep.include({ variants: [{ variantId: 'mug', price: 950, available: true }] });
  });

  it('are left out, with the reason, while they are a draft', async () => {
    const draft = `secret${','.repeat(14)}5.00${',,,,'},draft`;
    const failure = await records([header, draft].join('\n')).catch((error: Error) => error);
    expect(failure).to.have.property('message').that.contains('is not published');
  });
});
