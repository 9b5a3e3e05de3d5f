import { setImmediate } from 'node:timers/promises';
import { expect } from 'chai';
import { type CatalogMemory, createCatalogMemory } from '../../../../shared/catalog/catalog-memory.ts';
import { type ProductDoc, productDocId, productKeys } from '../../../../shared/catalog/product-model.ts';
import type { StoreDoc } from '../../../../shared/stores/store-model.ts';

function product(store: string, productId: string, handle: string): ProductDoc {
  const made = {
    _id: productDocId(store, productId),
    store,
    productId,
    handle,
    handleHistory: ['old'],
    tags: [],
    variants: [{ variantId: `${productId}0` }],
    assets: [],
    digest: '',
    missingAssets: 0,
    revision: 1,
    createdAt: new Date(0),
    updatedAt: new Date(0),
  };
  return { ...made, keys: productKeys(made) };
}

const store = (id: string, catalogRevision?: number) =>
  ({ _id: id, ...(catalogRevision ? { catalogRevision } : {}) }) as StoreDoc;

describe('catalogs in memory', () => {
  let loads: string[];
  let nowMs: number;
  let handle: string;
  let fails: boolean;

  beforeEach(() => {
    loads = [];
    nowMs = 0;
    handle = 'sofa';
    fails = false;
  });

  /** Each store has two products, of 4 keys each. */
  function memory(bounds: { maxKeys?: number; maxKeysOfStore?: number } = {}): CatalogMemory {
    return createCatalogMemory({
      ...bounds,
      now: () => nowMs,
      load: async function* (id) {
        loads.push(id);
        if (fails) throw new Error('the database is away');
        yield product(id, '1', handle);
        yield product(id, '2', 'chair');
      },
    });
  }
  const settled = async () => {
    for (let turn = 0; turn < 20; turn += 1) await setImmediate();
  };
  const ids = (memory: CatalogMemory, of: StoreDoc, ...keys: string[]) =>
    memory.candidates(of, keys)?.map(({ productId }) => productId);

  it('returns undefined until it has read the catalog', async () => {
    const catalogs = memory();
    expect(ids(catalogs, store('a'), 'h:sofa')).to.equal(undefined);
    expect(ids(catalogs, store('a'), 'h:sofa')).to.equal(undefined);
    await settled();
    expect(ids(catalogs, store('a'), 'h:sofa')).to.deep.equal(['1']);
    expect(ids(catalogs, store('a'), 'v:20', 'p:2', 'h:chair')).to.deep.equal(['2']);
    expect(ids(catalogs, store('a'), 'h:old')).to.have.members(['1', '2']);
    expect(ids(catalogs, store('a'), 'h:nothing')).to.deep.equal([]);
    expect(loads).to.deep.equal(['a']);
  });

  it('keeps stores apart', async () => {
    const catalogs = memory();
    for (const id of ['a', 'b']) {
      ids(catalogs, store(id), 'p:1');
      await settled();
    }
    expect(catalogs.candidates(store('b'), ['p:1'])!.map((found) => found.store)).to.deep.equal(['b']);
  });

  it('returns undefined once the catalog has changed, until it has read it again', async () => {
    const catalogs = memory();
    ids(catalogs, store('a'), 'h:sofa');
    await settled();
    nowMs += 6_000;
    handle = 'couch';
    expect(ids(catalogs, store('a', 1), 'h:sofa')).to.equal(undefined);
    await settled();
    expect(ids(catalogs, store('a', 1), 'h:sofa')).to.deep.equal([]);
    expect(ids(catalogs, store('a', 1), 'h:couch')).to.deep.equal(['1']);
  });

  it('does not read a catalog again and again while it changes, and never returns an outdated one', async () => {
    const catalogs = memory();
    ids(catalogs, store('a'), 'h:sofa');
    await settled();
    for (let revision = 1; revision <= 10; revision += 1) {
      nowMs += 400;
      expect(ids(catalogs, store('a', revision), 'h:sofa')).to.equal(undefined);
      await settled();
    }
    expect(loads).to.have.length(1);
  });

  it('reads a catalog again after five minutes, for an import that was killed before it counted the revision', async () => {
    const catalogs = memory();
    ids(catalogs, store('a'), 'h:sofa');
    await settled();
    nowMs += 299_000;
    expect(ids(catalogs, store('a'), 'h:sofa')).to.deep.equal(['1']);
    nowMs += 2_000;
    expect(ids(catalogs, store('a'), 'h:sofa')).to.equal(undefined);
    await settled();
    expect(loads).to.have.length(2);
  });

  it('drops the least recently used store when there are too many keys', async () => {
    const catalogs = memory({ maxKeys: 16 });
    for (const id of ['a', 'b']) {
      ids(catalogs, store(id), 'p:1');
      await settled();
    }
    ids(catalogs, store('a'), 'p:1');
    ids(catalogs, store('c'), 'p:1');
    await settled();
    expect(['a', 'b', 'c'].map((id) => ids(catalogs, store(id), 'p:1') !== undefined)).to.deep.equal([
      true,
      false,
      true,
    ]);
  });

  it('leaves a store with too many products to the database, without reading it each time', async () => {
    const catalogs = memory({ maxKeysOfStore: 7 });
    for (let asked = 0; asked < 3; asked += 1) {
      expect(ids(catalogs, store('a'), 'p:1')).to.equal(undefined);
      await settled();
    }
    expect(loads).to.have.length(1);
  });

  it('tries again after the database was unavailable', async () => {
    const catalogs = memory();
    fails = true;
    expect(ids(catalogs, store('a'), 'p:1')).to.equal(undefined);
    await settled();
    fails = false;
    expect(ids(catalogs, store('a'), 'p:1')).to.equal(undefined);
    await settled();
    expect(ids(catalogs, store('a'), 'p:1')).to.deep.equal(['1']);
  });
});
