import { expect } from 'chai';
import { type Database, openDatabase } from '../../../../shared/database/database.ts';
import { ApiError } from '../../../../shared/errors.ts';
import { silentLogger } from '../../../../shared/log.ts';
import { createStoreDirectory } from '../../../../shared/stores/store-directory.ts';
import {
  createStore,
  findStoreBySlug,
  listStores,
  type StoreChange,
  updateStore,
} from '../../../../shared/stores/stores.ts';
import { freshDatabase } from '../../../support/backends.ts';

describe('stores', () => {
  let database: Database;
  const make = (slug: string, hosts: string[]) =>
    createStore(database.stores, { account: 'acc_1', slug, hosts });
  const refusal = async (made: Promise<unknown>): Promise<ApiError> => {
    const error = await made.then(
      () => undefined,
      (thrown: unknown) => thrown,
    );
    expect(error).to.be.instanceOf(ApiError);
    return error as ApiError;
  };

  beforeEach(async () => {
    database = await openDatabase({ uri: await freshDatabase(), log: silentLogger(), selectionMs: 3000 });
    await database.ensureIndexes();
  });
  afterEach(() => database.close());

  it('is created not connected, with share links enabled and normalised hosts', async () => {
    await make('acme', ['Shop.Example:443', 'shop.example.', 'bücher.example']);
    const store = await findStoreBySlug(database.stores, 'acme');
    expect(store).to.deep.include({
      account: 'acc_1',
      name: 'acme',
      hosts: ['shop.example', 'xn--bcher-kva.example'],
      settings: { sharingEnabled: true },
      integration: { state: 'Not connected', revision: 0 },
    });
  });

  it('accepts a slug and a host for one store only', async () => {
    await make('acme', ['shop.example', 'www.shop.example']);
    expect((await refusal(make('acme', ['other.example']))).detail.field).to.equal('slug');
    expect((await refusal(make('other', ['WWW.shop.example']))).detail.field).to.equal('hosts');
    await make('other', ['other.example']);
    expect(await listStores(database.stores, 'acc_1')).to.have.length(2);
  });

  for (const [slug, hosts, field] of [
    ['Acme', ['a.example'], 'slug'],
    ['-acme', ['a.example'], 'slug'],
    ['www', ['a.example'], 'slug'],
    ['acme', [], 'hosts'],
    ['acme', ['https://a.example'], 'hosts[0]'],
    ['acme', ['a.example', '*.a.example'], 'hosts[1]'],
  ] as [string, string[], string][]) {
    it(`refuses the slug "${slug}" with the hosts ${JSON.stringify(hosts)}, naming ${field}`, async () => {
      expect((await refusal(make(slug, hosts))).detail.field).to.equal(field);
    });
  }

  for (const [change, field] of [
    [{ accent: 'red' }, 'accent'],
    [{ radius: 25 }, 'radius'],
    [{ texts: { en: { photo: { unknown: 'x' } } } } as object, 'texts.en.photo.unknown'],
    [{ texts: { en: { photo: { title: 'x'.repeat(121) } } } }, 'texts.en.photo.title'],
    [{ texts: { en: { photo: { title: 'two\nlines' } } } }, 'texts.en.photo.title'],
    [{ texts: { xx: {} } } as object, 'texts.xx'],
    [{ radius: Number.NaN }, 'radius'],
    [{ language: 'xx' }, 'language'],
    [{ storefrontUrl: 'javascript:alert(1)' }, 'storefrontUrl'],
    [{ sharePage: 'javascript:alert(1)' }, 'sharePage'],
    [{ consent: 'maybe' as 'required' }, 'consent'],
    [{ photoHours: 0 }, 'photoHours'],
    [{ photoHours: 169 }, 'photoHours'],
    [{ caps: { perStore: -1 } }, 'caps.perStore'],
    [{ caps: {} }, 'caps'],
  ] as [StoreChange, string][]) {
    it(`refuses the setting ${JSON.stringify(change)}, naming ${field}`, async () => {
      await make('acme', ['shop.example']);
      expect((await refusal(updateStore(database.stores, 'acme', change))).detail.field).to.equal(field);
    });
  }

  it('finds a store by slug and by host through the directory', async () => {
    const { _id } = await make('acme', ['shop.example']);
    const directory = createStoreDirectory(database.stores);
    expect((await directory.bySlug('acme'))?._id).to.equal(_id);
    expect((await directory.byHost('shop.example'))?._id).to.equal(_id);
    expect(await directory.byHost('evil.example')).to.equal(null);
  });
});
