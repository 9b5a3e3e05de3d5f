import { expect } from 'chai';
import { type Database, openDatabase } from '../../../../shared/database/database.ts';
import { silentLogger } from '../../../../shared/log.ts';
import { claimHost, removeHost, verifyHost } from '../../../../shared/stores/host-claims.ts';
import { createOwnStore } from '../../../../shared/stores/own-stores.ts';
import type { StoreDoc } from '../../../../shared/stores/store-model.ts';
import { createStore } from '../../../../shared/stores/stores.ts';
import { freshDatabase } from '../../../support/backends.ts';

const serviceDomain = 'tryon.example';
const hosted = `acme.${serviceDomain}`;

describe('the hosts that a merchant adds', () => {
  let database: Database;
  let store: StoreDoc;
  /** The hosts that have a proof. */
  let proven: Set<string>;

  before(async () => {
    database = await openDatabase({ uri: await freshDatabase(), log: silentLogger(), selectionMs: 5000 });
    await database.ensureIndexes();
  });
  beforeEach(async () => {
    await database.stores.deleteMany({});
    proven = new Set();
    store = await createOwnStore(database.stores, 'acc_1', { name: 'Acme', slug: 'acme', serviceDomain });
  });
  after(() => database.close());

  const dependencies = () => ({
    stores: database.stores,
    service: { serviceDomain, main: ['api.example'], staging: ['staging.example'] },
    proofs: {
      getText: () => 'text',
      lookUp: async (_store: unknown, host: string) => (proven.has(host) ? ('dns' as const) : undefined),
    },
  });
  const read = async () => (await database.stores.findById(store._id).lean<StoreDoc>())!;
  const claim = async (host: string) => claimHost(dependencies(), await read(), host);
  const verify = async (host: string) => verifyHost(dependencies(), await read(), host);
  const remove = async (host: string) => removeHost(dependencies(), await read(), host);
  const waiting = async () => (await read()).hostClaims?.map(({ host }) => host);
  const codeOf = (change: Promise<unknown>) =>
    change.then(
      () => 'none',
      (error: { code: string }) => error.code,
    );

  it('serve once they are proven, in place of the hosted page alone', async () => {
    expect(store.hosts).to.deep.equal([hosted]);
    await claim('WWW.Shop.example');
    await claim('www.shop.example');
    expect(await waiting()).to.deep.equal(['www.shop.example']);
    expect(await verify('www.shop.example')).to.equal(undefined);
    expect((await read()).hosts).to.deep.equal([hosted]);
    proven.add('www.shop.example');
    expect(await verify('www.shop.example')).to.equal('dns');
    expect((await read()).hosts).to.deep.equal(['www.shop.example']);
    expect(await waiting()).to.deep.equal([]);
  });

  it('are not taken from another store, whoever proves them', async () => {
    const host = 'shop.example';
    await claim(host);
    proven.add(host);
    await createStore(database.stores, { account: 'acc_2', slug: 'rival', hosts: [host] });
    expect(await codeOf(verify(host))).to.equal('CONFLICT');
    expect((await read()).hosts).to.deep.equal([hosted]);
    await remove(host);
    expect(await codeOf(claim(host))).to.equal('CONFLICT');
  });

  it('do not serve two stores that prove one at the same moment', async () => {
    const host = 'shop.example';
    const rival = await createOwnStore(database.stores, 'acc_2', { name: 'R', slug: 'rival', serviceDomain });
    const claimed = await Promise.all([claim(host), claimHost(dependencies(), rival, host)]);
    proven.add(host);
    const ends = await Promise.all(
      claimed.map((each) =>
        verifyHost(dependencies(), each, host).catch(({ code }: { code: string }) => code),
      ),
    );
    expect(ends.sort()).to.deep.equal(['CONFLICT', 'dns']);
    expect(await database.stores.countDocuments({ hosts: host })).to.equal(1);
  });

  for (const host of [
    'localhost',
    '10.0.0.1',
    '[::1]',
    'shop',
    'https://shop.example',
    'a b',
    '',
    '*.example',
  ])
    it(`are no ${host || 'empty text'}`, async () => {
      expect(await codeOf(claim(host))).to.equal('INVALID_INPUT');
    });

  for (const host of [serviceDomain, hosted, `rival.${serviceDomain}`, 'api.example', 'staging.example'])
    it(`are none of the service: ${host}`, async () => {
      const added = await claim(host).catch(({ code }: { code: string }) => code);
      expect(added).to.equal('INVALID_INPUT');
    });

  it('are at most ten that wait', async () => {
    for (let count = 0; count < 10; count++) await claim(`shop-${count}.example`);
    expect(await codeOf(claim('shop-11.example'))).to.equal('INVALID_INPUT');
  });

  it('can be removed, and leave the hosted page', async () => {
    proven.add('shop.example');
    await claim('shop.example');
    await verify('shop.example');
    await remove('shop.example');
    expect((await read()).hosts).to.deep.equal([hosted]);
    for (const host of ['shop.example', hosted, 'never.example'])
      expect(await codeOf(remove(host)), host).to.equal('NOT_FOUND');
  });

  it('are not lost when they are changed at once', async () => {
    const before = await read();
    await claim('one.example');
    expect(await codeOf(claimHost(dependencies(), before, 'two.example'))).to.equal('CONFLICT');
    expect(await waiting()).to.deep.equal(['one.example']);
  });
});
