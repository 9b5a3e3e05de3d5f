import { readdirSync, readFileSync, statSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { expect } from 'chai';
import { demoCatalogFile } from '../../../scripts/platform/demo-catalog-mark.ts';
import { type ProductRecord, readRecord } from '../../../shared/catalog/import/product-record.ts';
import { isAvailable } from '../../../shared/catalog/listing/listed-product.ts';

const folder = dirname(demoCatalogFile);
const { products } = JSON.parse(readFileSync(demoCatalogFile, 'utf8')) as { products: unknown[] };
const pictures = readdirSync(folder).filter((name) => name.endsWith('.webp'));

describe('the example catalog', () => {
  let records: ProductRecord[];
  before(() => {
    records = products.map((product) => readRecord(product));
  });

  it('has products for people and rooms, on sale and sold out, in several colors and sizes', () => {
    const of = (...names: string[]) =>
      records.filter(({ categoryPath = [] }) => names.includes(categoryPath[0] ?? '')).length;
    expect(of('Clothing', 'Shoes', 'Accessories')).to.be.at.least(8);
    expect(of('Furniture', 'Home')).to.be.at.least(8);
    const some = (test: (record: ProductRecord) => boolean) => records.filter(test).length;
    expect(some(({ variants }) => variants.every(({ price }) => price !== undefined))).to.equal(
      records.length,
    );
    expect(
      some(({ variants }) => variants.some(({ compareAtPrice }) => compareAtPrice !== undefined)),
    ).to.be.above(0);
    expect(some(({ variants }) => !variants.some(isAvailable))).to.equal(1);
    expect(some(({ options = [] }) => options.length === 2)).to.be.above(3);
  });

  it('names each image of its folder, which are small', () => {
    const named = new Set(records.flatMap(({ images }) => images.map(({ url }) => url)));
    expect([...named].sort()).to.deep.equal(pictures.toSorted());
    const sizes = pictures.map((name) => statSync(join(folder, name)).size);
    expect(Math.max(...sizes)).to.be.at.most(60_000);
    expect(sizes.reduce((sum, size) => sum + size, 0)).to.be.at.most(1_500_000);
  });

  it('credits each image', () => {
    const credits = readFileSync(join(folder, '..', 'CREDITS.md'), 'utf8');
    const credited = (name: string) =>
      [...credits.matchAll(/`(?:catalog\/)?([a-z-]+)(\*?)(?:\.webp)?`/g)].some(([, start, star]) =>
        star ? name.startsWith(start!) : name === `${start}.webp`,
      );
    expect(pictures.filter((name) => !credited(name))).to.deep.equal([]);
  });
});
