import { expect } from 'chai';
import { csvProducts } from '../../../../../shared/catalog/import/csv-products.ts';
import { readRecord } from '../../../../../shared/catalog/import/product-record.ts';

async function records(text: string) {
  async function* whole() {
    yield text;
  }
  const read = [];
  for await (const row of csvProducts(whole())) {
    if ('problem' in row) throw new Error(row.problem);
    read.push(readRecord(row.value));
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
});
