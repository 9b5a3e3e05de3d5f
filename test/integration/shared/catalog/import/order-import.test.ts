import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect } from 'chai';
import { DiskStorage } from '../../../../../shared/blobs/disk-storage.ts';
import { importsPrefix } from '../../../../../shared/catalog/import/import-model.ts';
import {
  findImport,
  listImports,
  orderFileImport,
  orderUrlImport,
} from '../../../../../shared/catalog/import/order-import.ts';
import { type Database, openDatabase } from '../../../../../shared/database/database.ts';
import { silentLogger } from '../../../../../shared/log.ts';
import { createOutbound, type Outbound } from '../../../../../shared/outbound/outbound.ts';
import { freshDatabase } from '../../../../support/backends.ts';

describe('the order of an import', () => {
  let dir: string;
  let database: Database;
  let blobs: DiskStorage;
  let outbound: Outbound;

  before(async () => {
    dir = await mkdtemp(join(tmpdir(), 'render-platform-test-'));
    database = await openDatabase({ uri: await freshDatabase(), log: silentLogger(), selectionMs: 3000 });
    await database.ensureIndexes();
    blobs = new DiskStorage(join(dir, 'blobs'));
    outbound = createOutbound({ allow: [] });
  });
  beforeEach(() => database.catalogImports.deleteMany({}));
  after(async () => {
    await Promise.all([database.close(), blobs.close(), outbound.close()]);
    await rm(dir, { recursive: true, force: true });
  });

  const from = 'https://shop.example/products.json';
  const places = () => ({ ...database, outbound, blobs });
  const orderUrl = (store = 's_1', options = {}) => orderUrlImport(places(), store, { from, ...options });
  async function orderFile(store = 's_1') {
    const path = join(dir, 'upload');
    await writeFile(path, '[]');
    return orderFileImport(places(), store, { path, name: 'feed.json' });
  }
  const codeOf = (order: Promise<unknown>) =>
    order.then(
      () => 'none',
      ({ code }: { code: string }) => code,
    );

  it('is refused while another one of the store is open, also at the same moment', async () => {
    const ends = await Promise.all([codeOf(orderUrl()), codeOf(orderUrl()), codeOf(orderUrl('s_2'))]);
    expect(ends.sort()).to.deep.equal(['CONFLICT', 'none', 'none']);
    expect(await codeOf(orderFile())).to.equal('CONFLICT');
    await database.catalogImports.updateMany({}, { $unset: { open: 1 } });
    expect(await codeOf(orderUrl())).to.equal('none');
    expect(await listImports(database.catalogImports, 's_1')).to.have.length(2);
  });

  it('names what is wrong with it', async () => {
    for (const wrong of ['', 'nonsense', 'http://shop.example/', 'file:///etc/passwd', 'https://10.0.0.1/'])
      expect(await codeOf(orderUrlImport(places(), 's_1', { from: wrong })), wrong).to.equal('INVALID_INPUT');
    expect(await codeOf(orderUrl('s_1', { currency: 'euro' }))).to.equal('INVALID_INPUT');
    expect(await database.catalogImports.countDocuments()).to.equal(0);
  });

  it('keeps one uploaded file of a store', async () => {
    for (let times = 2; times > 0; times--) {
      await orderFile();
      await database.catalogImports.updateMany({}, { $unset: { open: 1 } });
    }
    expect(await blobs.list(importsPrefix('s_1'), { limit: 9 })).to.have.length(1);
  });

  it('is found by its store alone', async () => {
    const { _id } = await orderUrl();
    expect(await findImport(database.catalogImports, 's_1', _id)).to.include({ state: 'waiting' });
    expect(await codeOf(findImport(database.catalogImports, 's_2', _id))).to.equal('NOT_FOUND');
  });
});
