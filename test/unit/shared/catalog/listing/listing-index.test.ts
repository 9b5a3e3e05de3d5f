import { expect } from 'chai';
import fc from 'fast-check';
import type { ListedProduct } from '../../../../../shared/catalog/listing/listed-product.ts';
import { sortOrders } from '../../../../../shared/try-on/contract.ts';
import { ask, getIds, indexOf, listed } from '../../../../support/catalog/listed-products.ts';

const priced = (productId: string, price: number, change: Partial<ListedProduct> = {}) =>
  listed(productId, { price, ...change });

describe('a listing', () => {
  it('sorts by the merchant’s order, price and age, equal ones by id, and those without a price last', async () => {
    const index = await indexOf([
      priced('d', 300, { publishedAt: new Date('2026-03-01') }),
      listed('none', { currency: undefined, price: undefined } as never),
      priced('b', 200, { publishedAt: new Date('2026-04-01') }),
      priced('a', 300),
      priced('c', 100, { publishedAt: new Date('2026-04-01') }),
    ]);
    expect(getIds(index)).to.deep.equal(['d', 'none', 'b', 'a', 'c']);
    expect(getIds(index, { sort: 'price-low' })).to.deep.equal(['c', 'b', 'a', 'd', 'none']);
    expect(getIds(index, { sort: 'price-high' })).to.deep.equal(['a', 'd', 'b', 'c', 'none']);
    expect(getIds(index, { sort: 'newest' })).to.deep.equal(['b', 'c', 'd', 'a', 'none']);
  });

  it('filters by category with those below it, by tag, by folded color, by price and by what can be bought', async () => {
    const options = (value: string) => ({ options: [{ name: 'Color', values: [{ value }] }] });
    const index = await indexOf([
      priced('sofa', 900, { categoryPath: ['Home', 'Sofas'], ...options('Dark Red') }),
      priced('lamp', 100, { categoryPath: ['Home', 'Lamps'], available: false }),
      priced('homeware', 50, { category: 'Homeware', tags: ['Summer sale'], ...options('dark-red') }),
      priced('beanie', 20, { categoryPath: ['Clothing'] }),
    ]);
    expect(getIds(index, { category: 'home' })).to.deep.equal(['sofa', 'lamp']);
    expect(getIds(index, { category: 'Home > Lamps' })).to.deep.equal(['lamp']);
    expect(getIds(index, { category: 'Sofas' })).to.deep.equal([]);
    expect(getIds(index, { tag: 'summer SALE' })).to.deep.equal(['homeware']);
    expect(getIds(index, { tag: 'sale' })).to.deep.equal([]);
    expect(getIds(index, { color: 'DARK RED' })).to.deep.equal(['sofa', 'homeware']);
    expect(getIds(index, { minPrice: 50, maxPrice: 100 })).to.deep.equal(['lamp', 'homeware']);
    expect(getIds(index, { available: true })).to.deep.equal(['sofa', 'homeware', 'beanie']);
    expect(getIds(index, { category: 'home', available: true, q: 'sofa' })).to.deep.equal(['sofa']);
  });

  it('compares prices in the currency of most products only', async () => {
    const index = await indexOf([
      priced('eur', 500),
      priced('eur2', 700),
      priced('usd', 1, { currency: 'USD' }),
    ]);
    expect(index.facets.price).to.deep.equal({ min: 500, max: 700, currency: 'EUR' });
    expect(getIds(index, { sort: 'price-low' })).to.deep.equal(['eur', 'eur2', 'usd']);
    expect(getIds(index, { maxPrice: 600 })).to.deep.equal(['eur']);
  });

  it('counts categories with those below them and colors over the whole catalog', async () => {
    const variants = [
      { variantId: '1', color: 'Red' },
      { variantId: '2', color: 'red' },
    ];
    const options = [{ name: 'Color', values: [{ value: 'RED', swatch: '#ff0000' }, { value: 'Sky' }] }];
    const { facets } = await indexOf([
      listed('a', { categoryPath: ['Home', 'Sofas'], variants }),
      listed('b', { categoryPath: ['Clothing'], options }),
      listed('c', { categoryPath: ['home'] }),
    ]);
    expect(facets.categories).to.deep.equal([
      { path: 'Home', name: 'Home', count: 2 },
      { path: 'Home>Sofas', name: 'Sofas', count: 1 },
      { path: 'Clothing', name: 'Clothing', count: 1 },
    ]);
    expect(facets.colors).to.deep.equal([
      { name: 'red', swatch: '#ff0000', count: 2 },
      { name: 'Sky', swatch: null, count: 1 },
    ]);
  });

  it('of nothing has empty pages and facets', async () => {
    const index = await indexOf([]);
    expect(index.page(ask({ q: 'sofa' }))).to.deep.equal({ products: [], nextCursor: null, total: 0 });
    expect(index.facets).to.deep.equal({ categories: [], colors: [], price: null });
  });
});

describe('pages of a listing', () => {
  const many = (count: number, change: (at: number) => Partial<ListedProduct> = () => ({})) =>
    Array.from({ length: count }, (_, at) => listed(`p${at}`, change(at)));

  it('together are the whole list, each product once, in every order and of every search', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.record({ price: fc.integer({ min: 1, max: 5 }), red: fc.boolean() }), { maxLength: 40 }),
        fc.constantFrom(...sortOrders),
        fc.integer({ min: 1, max: 7 }),
        fc.constantFrom(undefined, 'red', 'prod'),
        async (given, sort, limit, q) => {
          const index = await indexOf(
            given.map(({ price, red }, at) => listed(`p${at}`, { price, tags: red ? ['red'] : [] })),
          );
          const question = { sort, ...(q ? { q } : {}) };
          const whole = getIds(index, question);
          const read: string[] = [];
          let cursor: string | null | undefined;
          do {
            const page = index.page(ask({ ...question, limit, ...(cursor ? { cursor } : {}) }));
            expect(page.total).to.equal(whole.length);
            read.push(...page.products.map(({ productId }) => productId));
            cursor = page.nextCursor;
          } while (cursor);
          expect(read).to.deep.equal(whole);
        },
      ),
      { numRuns: 60 },
    );
  });

  it('show nothing twice and skip nothing when products are added before and after, and one is removed', async () => {
    const before = many(30, (at) => ({ price: 100 + at }));
    const added = [listed('new', { price: 1 })];
    const after = [
      ...added,
      ...before.filter(({ productId }) => productId !== 'p3' && productId !== 'p9'),
      listed('last'),
    ];
    for (const sort of ['featured', 'price-low', 'newest'] as const) {
      const first = (await indexOf(before)).page(ask({ sort, limit: 10 }));
      const rest = getIds(await indexOf(after, 2), { sort, cursor: first.nextCursor! });
      const seen = [...first.products.map(({ productId }) => productId), ...rest];
      expect(new Set(seen).size, sort).to.equal(seen.length);
      for (const { productId } of after) {
        if (!['new', 'last'].includes(productId)) expect(seen, sort).to.include(productId);
      }
    }
  });

  it('sorted by price continue at the price shown last, although that product has another price now', async () => {
    const before = many(10, (at) => ({ price: 100 + at }));
    const { nextCursor } = (await indexOf(before)).page(ask({ sort: 'price-low', limit: 4 }));
    const after = before.map((product) =>
      product.productId === 'p3' ? { ...product, price: 999 } : product,
    );
    const rest = getIds(await indexOf(after, 2), { sort: 'price-low', cursor: nextCursor! });
    expect(rest).to.deep.equal(['p4', 'p5', 'p6', 'p7', 'p8', 'p9', 'p3']);
  });

  it('of a search continue behind the product shown last when the catalog has changed', async () => {
    const before = many(10, () => ({ title: 'Red sofa' }));
    const first = (await indexOf(before)).page(ask({ q: 'sofa', limit: 4 }));
    const index = await indexOf([listed('best', { title: 'Sofa sofa' }), ...before], 2);
    const whole = getIds(index, { q: 'sofa' });
    const last = first.products.at(-1)!.productId;
    const rest = getIds(index, { q: 'sofa', cursor: first.nextCursor! });
    expect(rest).to.deep.equal(whole.slice(whole.indexOf(last) + 1));
  });

  it('refuse the cursor of another question, and what is none', async () => {
    const index = await indexOf(many(5));
    const { nextCursor } = index.page(ask({ limit: 2 }));
    for (const question of [
      { cursor: nextCursor!, sort: 'newest' as const },
      { cursor: nextCursor!, q: 'product' },
      { cursor: 'bm90aGluZw' },
      { cursor: '' },
    ]) {
      expect(() => index.page(ask(question))).to.throw('cursor is not a cursor of this list');
    }
  });
});

describe('a search of a listing', () => {
  const catalog = () =>
    indexOf([
      listed('tee', {
        title: 'Graphic T-shirt',
        category: 'Clothing',
        description: 'Goes with a sofa evening',
      }),
      listed('sofa', { title: 'Grey fabric sofa', category: 'Furniture', tags: ['living room'] }),
      listed('chair', { title: 'Fauteuil Élise', category: 'Furniture' }),
      listed('beanie', {
        title: 'Cuffed beanie',
        options: [{ name: 'Color', values: [{ value: 'Rust' }] }],
        variants: [{ variantId: '1', color: 'Rust', options: ['Rust'] }],
      }),
    ]);

  for (const [what, q, expected] of [
    ['a word of the title before one of the description', 'sofa', ['sofa', 'tee']],
    ['the beginning of the last word', 'grey fab', ['sofa']],
    ['a word with a typing mistake', 'beenie', ['beanie']],
    ['another case and no accents', 'ELISE', ['chair']],
    ['a category', 'furniture', ['sofa', 'chair']],
    ['a tag', 'living room', ['sofa']],
    ['a color', 'rust', ['beanie']],
    ['some of the words when nothing has all', 'purple beanie', ['beanie']],
    ['nothing for words that are nowhere', 'refrigerator', []],
    ['nothing for punctuation alone', '---', []],
  ] as const) {
    it(`finds ${what}`, async () => {
      const found = getIds(await catalog(), { q });
      expect(found.slice(0, Math.max(1, expected.length))).to.have.members(expected);
      expect(found[0]).to.equal(expected[0]);
    });
  }

  it('compares the first 40 characters of a word, of those that it folds to', async () => {
    const index = await indexOf([listed('long', { title: 'ﬃ'.repeat(20) })]);
    expect(getIds(index, { q: `${'ffi'.repeat(13)}f${'z'.repeat(20)}` })).to.deep.equal(['long']);
    expect(getIds(index, { q: `${'ffi'.repeat(10)}${'z'.repeat(20)}` })).to.deep.equal([]);
  });

  it('sorts by what is asked for instead of relevance', async () => {
    const index = await indexOf([
      priced('dear', 900, { title: 'Sofa' }),
      priced('cheap', 100, { title: 'Cover for a sofa' }),
    ]);
    expect(getIds(index, { q: 'sofa' })).to.deep.equal(['dear', 'cheap']);
    expect(getIds(index, { q: 'sofa', sort: 'price-low' })).to.deep.equal(['cheap', 'dear']);
  });
});
