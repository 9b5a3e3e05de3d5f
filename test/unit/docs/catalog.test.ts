import { readFileSync } from 'node:fs';
import { expect } from 'chai';
import { csvColumns } from '../../../shared/catalog/import/csv-columns.ts';
import { csvProducts } from '../../../shared/catalog/import/csv-products.ts';
import { readRecord } from '../../../shared/catalog/import/product-record.ts';

const text = readFileSync('docs/catalog.md', 'utf8');

function example(language: string): string {
  return new RegExp(`\`\`\`${language}\n([^]*?)\`\`\``).exec(text)![1]!;
}

describe('docs/catalog.md', () => {
  it('shows JSON that is imported', () => {
    const [product] = JSON.parse(example('json')).products;
    const { images, variants } = readRecord(product);
    expect(variants).to.have.length(2);
    expect(images.map(({ color }) => color)).to.deep.equal([undefined, 'Red', 'Blue', 'Red']);
  });

  it('shows CSV that is imported', async () => {
    async function* whole() {
      yield example('csv');
    }
    const products = [];
    for await (const row of csvProducts(whole())) {
      if ('problem' in row) throw new Error(`line ${row.row} ${row.problem}`);
      products.push(readRecord(row.value));
    }
    expect(products.map(({ variants, images }) => [variants.length, images.length])).to.deep.equal([
      [2, 3],
      [0, 1],
    ]);
  });

  it('names every column of CSV', () => {
    for (const column of csvColumns) expect(text).to.contain(`\`${column}\``);
  });
});
