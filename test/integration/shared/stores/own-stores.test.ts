import { expect } from 'chai';
import { type Database, openDatabase } from '../../../../shared/database/database.ts';
import { silentLogger } from '../../../../shared/log.ts';
import { assertFreeSlug, createOwnStore } from '../../../../shared/stores/own-stores.ts';
import { freshDatabase } from '../../../support/backends.ts';

describe('a store that a merchant adds', () => {
  let database: Database;

  before(async () => {
    database = await openDatabase({ uri: await freshDatabase(), log: silentLogger(), selectionMs: 5000 });
    await database.ensureIndexes();
  });
  after(() => database.close());

  const create = (slug: string, name = 'Acme') =>
    createOwnStore(database.stores, 'acc_1', { name, slug, serviceDomain: 'tryon.example' });
  const readFailure = (change: Promise<unknown>) =>
    change.then(
      () => undefined,
      ({ code, message }: { code: string; message: string }) => ({ code, message }),
    );

  it('has the host of its hosted page alone', async () => {
    const store = await create('acme', '  Acme Living ');
    expect(store).to.deep.include({ name: 'Acme Living', slug: 'acme', hosts: ['acme.tryon.example'] });
    expect(store.integration.state).to.equal('Not connected');
  });

  it('needs a subdomain that is free, and not one of the service', async () => {
    for (const slug of ['acme', 'www', 'Acme', '-', 'a b', ''])
      expect(await readFailure(create(slug)), slug).to.include({ code: 'INVALID_INPUT' });
    expect((await readFailure(assertFreeSlug(database.stores, 'acme')))?.message).to.include('is taken');
    expect(await readFailure(assertFreeSlug(database.stores, 'acme-2'))).to.equal(undefined);
    expect(await readFailure(create('nameless', ' '))).to.include({ code: 'INVALID_INPUT' });
  });

  it('is one of fifty', async () => {
    const now = new Date();
    const others = Array.from({ length: 50 }, (_, index) => ({
      ...{ _id: `store_${index}`, account: 'acc_1', slug: `s-${index}`, hosts: [`s-${index}.example`] },
      ...{ name: 'S', settings: {}, integration: { state: 'Not connected', revision: 0 }, createdAt: now },
    }));
    await database.stores.insertMany(others);
    expect(await readFailure(create('one-more'))).to.include({ code: 'CONFLICT' });
  });
});
