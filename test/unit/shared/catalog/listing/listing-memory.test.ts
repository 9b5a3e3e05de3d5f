import { setImmediate } from 'node:timers/promises';
import { expect } from 'chai';
import {
  createListingMemory,
  type ListingMemoryOptions,
} from '../../../../../shared/catalog/listing/listing-memory.ts';
import type { StoreDoc } from '../../../../../shared/stores/store-model.ts';
import { ask, getIds, listed } from '../../../../support/catalog/listed-products.ts';

const store = (id: string, catalogRevision = 1) =>
  ({ _id: id, slug: id, hosts: [], settings: {}, catalogRevision }) as unknown as StoreDoc;

describe('listings in memory', () => {
  let loads: string[];
  let nowMs: number;
  let titles: string[];
  let fails: boolean;
  let tooMany: string[];

  beforeEach(() => {
    loads = [];
    nowMs = 0;
    titles = ['Sofa'];
    fails = false;
    tooMany = [];
  });

  const memory = (bounds: Partial<ListingMemoryOptions> = {}) =>
    createListingMemory({
      ...bounds,
      now: () => nowMs,
      onTooMany: ({ slug }) => tooMany.push(slug),
      load: async function* (id, limit) {
        loads.push(id);
        if (fails) throw new Error('the database is away');
        for (const [at, title] of titles.slice(0, limit).entries())
          yield listed(`p${at}`, { title, position: at });
      },
    });
  const settled = async () => {
    for (let turn = 0; turn < 20; turn += 1) await setImmediate();
  };

  it('are built once, also for requests at the same time', async () => {
    const { of } = memory();
    const [first, second] = await Promise.all([of(store('a')), of(store('a'))]);
    expect(first)
      .to.equal(second)
      .and.equal(await of(store('a')));
    expect(loads).to.deep.equal(['a']);
  });

  it('are kept for a store without products too', async () => {
    titles = [];
    const { of } = memory();
    expect(await of(store('a'))).to.equal(await of(store('a')));
    expect((await of(store('a'))).page(ask()).products).to.deep.equal([]);
    expect(loads).to.deep.equal(['a']);
  });

  it('are built again in the background when the catalog has changed, at most every three seconds', async () => {
    const { of } = memory();
    const former = await of(store('a'));
    titles = ['Chair'];
    expect(await of(store('a', 2))).to.equal(former);
    expect(loads).to.have.length(1);
    nowMs += 3_001;
    expect(await of(store('a', 2))).to.equal(former);
    await settled();
    const { products } = (await of(store('a', 2))).page(ask());
    expect(products.map(({ title }) => title)).to.deep.equal(['Chair']);
    expect(loads).to.have.length(2);
  });

  it('keep the former one while the database is away, and try again', async () => {
    const { of } = memory();
    const former = await of(store('a'));
    nowMs += 3_001;
    fails = true;
    expect(await of(store('a', 2))).to.equal(former);
    await settled();
    fails = false;
    expect(await of(store('a', 2))).to.equal(former);
    await settled();
    expect((await of(store('a', 2))).revision).to.equal(2);
  });

  it('reject while there is none and the database is away, and are built by the next request', async () => {
    const { of } = memory();
    fails = true;
    const failure = await of(store('a')).catch((error: Error) => error);
    expect(failure).to.have.property('message', 'the database is away');
    fails = false;
    expect(getIds(await of(store('a')))).to.deep.equal(['p0']);
  });

  it('have the first products of a catalog that is too large, and report the store', async () => {
    titles = ['a', 'b', 'c'];
    const index = await memory({ maxProducts: 2 }).of(store('a'));
    expect(getIds(index)).to.deep.equal(['p0', 'p1']);
    expect(tooMany).to.deep.equal(['a']);
    titles = ['a', 'b'];
    await memory({ maxProducts: 2 }).of(store('b'));
    expect(tooMany).to.deep.equal(['a']);
  });

  it('are dropped where they need too much memory, those of the longest unused store first', async () => {
    const { bytes } = await memory().of(store('any'));
    loads = [];
    const { of } = memory({ maxBytes: 2.5 * bytes });
    for (const id of ['a', 'b', 'a', 'c', 'a', 'b']) await of(store(id));
    expect(loads).to.deep.equal(['a', 'b', 'c', 'b']);
  });
});
