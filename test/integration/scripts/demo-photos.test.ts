import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect } from 'chai';
import { addDemoLogo } from '../../../scripts/demo-photos.ts';
import { type Database, openDatabase } from '../../../shared/database/database.ts';
import { silentLogger } from '../../../shared/log.ts';
import { getSettings, storeView } from '../../../shared/stores/store-settings.ts';
import { createStore, findStoreBySlug } from '../../../shared/stores/stores.ts';
import { freshDatabase } from '../../support/backends.ts';

describe('the logo of the demo store', () => {
  let database: Database;
  let dataDir: string;
  let uri: string;
  before(async () => {
    uri = await freshDatabase();
    dataDir = await mkdtemp(join(tmpdir(), 'demo-logo-test-'));
    database = await openDatabase({ uri, log: silentLogger(), selectionMs: 5000 });
  });
  after(async () => {
    await database.close();
    await rm(dataDir, { recursive: true, force: true });
  });

  it('is that of its shop, and stays when the merchant has one', async () => {
    const own = { account: 'acc_1', slug: 'demo', name: 'Demo store', hosts: ['demo.example'] };
    const { _id: store } = await createStore(database.stores, own);
    const options = { store, dataDir, env: { MONGODB_URI: uri } };
    await addDemoLogo(database, options);
    const first = (await findStoreBySlug(database.stores, 'demo'))!;
    expect(getSettings(first).logo).to.include({ width: 120, height: 120, mime: 'image/webp' });
    expect(storeView(first).logo).to.match(/^\/api\/try-on\/demo\/logo\/[0-9a-f]{32}\.webp$/);
    await database.stores.updateOne({ _id: store }, { $set: { 'settings.logo.width': 77 } });
    await addDemoLogo(database, options);
    expect(getSettings((await findStoreBySlug(database.stores, 'demo'))!).logo?.width).to.equal(77);
  });
});
