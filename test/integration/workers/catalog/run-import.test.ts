import { mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect } from 'chai';
import type { BlobStorage } from '../../../../shared/blobs/blob-storage.ts';
import { DiskStorage } from '../../../../shared/blobs/disk-storage.ts';
import { type CatalogImportDoc, importsPrefix } from '../../../../shared/catalog/import/import-model.ts';
import {
  findImport,
  orderFileImport,
  orderUrlImport,
} from '../../../../shared/catalog/import/order-import.ts';
import { type Database, openDatabase } from '../../../../shared/database/database.ts';
import { silentLogger } from '../../../../shared/log.ts';
import { createOutbound, type Outbound } from '../../../../shared/outbound/outbound.ts';
import { createStore } from '../../../../shared/stores/stores.ts';
import { claimImport, leaseMs, saveProgress } from '../../../../workers/catalog/claim-import.ts';
import { runImport } from '../../../../workers/catalog/run-import.ts';
import { freshDatabase } from '../../../support/backends.ts';
import { type Shop, startShop } from '../../../support/catalog/shop.ts';

const never = new AbortController().signal;

describe('an import that a merchant has ordered', () => {
  let dir: string;
  let shop: Shop;
  let database: Database;
  let blobs: BlobStorage;
  let outbound: Outbound;
  let store: string;

  before(async () => {
    dir = await mkdtemp(join(tmpdir(), 'render-platform-test-'));
    shop = await startShop();
    blobs = new DiskStorage(join(dir, 'blobs'));
    outbound = createOutbound({ allow: [shop.hostPort] });
  });
  beforeEach(async () => {
    database = await openDatabase({ uri: await freshDatabase(), log: silentLogger(), selectionMs: 3000 });
    await database.ensureIndexes();
    const made = { account: 'acc_1', slug: 'acme', hosts: ['acme.example'] };
    store = (await createStore(database.stores, made))._id;
  });
  afterEach(() => database.close());
  after(async () => {
    await Promise.all([shop.close(), blobs.close(), outbound.close()]);
    await rm(dir, { recursive: true, force: true });
  });

  const places = () => ({ ...database, outbound, blobs });
  const order = (from = `${shop.origin}/feed.json`) =>
    orderUrlImport(places(), store, { from, currency: 'EUR' });
  const claim = (now?: number) => claimImport(database.catalogImports, now);
  const run = async (claimed: CatalogImportDoc | undefined, stop = never) => {
    const spoolDir = join(dir, 'spool');
    await runImport(
      { database, blobs, outbound, spoolDir, fetchTimeoutMs: 30_000, log: silentLogger() },
      claimed!,
      stop,
    );
    expect(await readdir(spoolDir)).to.deep.equal([]);
    return findImport(database.catalogImports, store, claimed!._id);
  };
  const serve = (products: object[]) => {
    shop.serve['/feed.json'] = JSON.stringify({ products });
  };

  it('counts what was imported, and names the rows that were not and why', async () => {
    serve([
      { productId: 1, handle: 'sofa', price: '12.50', images: [`${shop.origin}/img/1.jpg`] },
      { productId: 2, handle: 'lamp', images: [`${shop.origin}/gone.jpg`] },
      { handle: 'nameless' },
      { productId: 1, handle: 'twice' },
    ]);
    const { _id } = await order();
    const done = await run(await claim());
    expect(done).to.deep.include({ _id, state: 'succeeded', source: { from: `${shop.origin}/feed.json` } });
    expect(done.counts).to.include({ created: 2, failed: 2, fetched: 1, missing: 1 });
    expect(done.rejected.map(({ row }) => row).sort()).to.deep.equal([3, 4]);
    expect(done.rejected.find(({ row }) => row === 4)).to.deep.equal({
      ...{ row: 4, productId: '1', reason: 'productId is already used by an earlier row of this import' },
    });
    expect(done.reasons).to.have.length(3);
    expect(done).not.to.have.any.keys('open', 'leaseUntil');
    const sofa = await database.products.findOne({ store, productId: '1' }).lean();
    expect(sofa).to.include({ price: 1250, currency: 'EUR' });
    expect(await claim()).to.equal(undefined);
  });

  it('reads an uploaded file, and deletes it', async () => {
    const path = join(dir, 'upload');
    await writeFile(path, 'product_id,handle,title\n7,rug,"A <b>rug</b>"\n,none,x\n');
    await orderFileImport(places(), store, { path, name: 'feed.csv' });
    expect(await blobs.list(importsPrefix(store), { limit: 9 })).to.have.length(1);
    const done = await run(await claim());
    expect(done.counts).to.include({ created: 1, failed: 1 });
    expect(done.source.from).to.equal('feed.csv');
    expect(await blobs.list(importsPrefix(store), { limit: 9 })).to.deep.equal([]);
  });

  for (const [name, content, problem] of [
    ['cannot be read', 404, /did not respond with a success status \(status 404\)/],
    ['is no JSON', '{"products": [', /feed\.json: /],
  ] as const)
    it(`fails with the reason when its source ${name}`, async () => {
      shop.serve['/feed.json'] = content;
      await order();
      const failed = await run(await claim());
      expect(failed.state).to.equal('failed');
      expect(failed.problem).to.match(problem);
      expect(failed).not.to.have.property('open');
    });

  it('is given back when the worker stops, and continued by the next one', async () => {
    serve([{ productId: 1, handle: 'sofa' }]);
    await order();
    const stop = new AbortController();
    stop.abort(new Error('stops'));
    const stopped = await run(await claim(), stop.signal);
    expect(stopped).to.deep.include({ state: 'running', open: true });
    expect(await run(await claim())).to.deep.include({ state: 'succeeded' });
  });

  it('is continued when its worker is lost, which then writes nothing', async () => {
    serve([{ productId: 1, handle: 'sofa' }]);
    await order();
    const lost = (await claim())!;
    expect(await claim()).to.equal(undefined);
    const next = await claim(Date.now() + leaseMs + 1);
    expect(next?._id).to.equal(lost._id);
    expect(await saveProgress(database.catalogImports, lost, { rejected: [] })).to.equal(false);
    expect(await run(next)).to.include({ state: 'succeeded' });
  });

  it('ends when it was interrupted too often', async () => {
    const { _id } = await order();
    await database.catalogImports.updateOne({ _id }, { $set: { fence: 20 } });
    expect(await claim()).to.equal(undefined);
    const failed = await findImport(database.catalogImports, store, _id);
    expect(failed.state).to.equal('failed');
    expect(failed.problem).to.include('interrupted');
  });
});
