import { expect } from 'chai';
import type { DashboardDependencies } from '../../../../../api/dashboard/dashboard-dependencies.ts';
import { dashboardRoutes } from '../../../../../api/dashboard/routes.ts';
import { mountPages } from '../../../../../api/http/mount-pages.ts';
import { failurePages } from '../../../../../api/identity/failure-page.tsx';
import type { StoreDoc } from '../../../../../shared/stores/store-model.ts';
import { createStore } from '../../../../../shared/stores/stores.ts';
import { type IdentityApp, startIdentityApp } from '../../../../support/identity-app.ts';
import { daysAgo, keepFigures } from '../../../../support/kpis.ts';
import { type Merchant, signUpMember } from '../../../../support/merchants.ts';

const hostile = '<img src=x onerror=alert(1)>';

describe('the set-up of a store', () => {
  let app: IdentityApp;
  let mia: Merchant;
  let proven: Set<string>;

  before(async () => {
    proven = new Set();
    const service = {
      serviceDomain: 'tryon.example',
      main: ['api.example'],
      staging: [],
      development: false,
    };
    const proofs = {
      getText: (_store: unknown, host: string) => `proof-of-${host}`,
      lookUp: async (_store: unknown, host: string) => (proven.has(host) ? ('meta' as const) : undefined),
    };
    app = await startIdentityApp({
      buildRouters: (identity) => {
        // The pages that are opened here need no more.
        const pages = {
          ...identity.database,
          ...identity,
          service,
          proofs,
        } as unknown as DashboardDependencies;
        return [mountPages(dashboardRoutes, pages, failurePages(identity.web))];
      },
    });
    mia = await signUpMember(app, { name: 'Mia', roles: ['merchant'] });
  });
  after(() => app.close());

  const read = async (slug = 'acme') => (await app.database.stores.findOne({ slug }).lean<StoreDoc>())!;
  const get = async (path = '/dashboard/acme/setup') => (await mia.visitor.get(path)).text;
  const submit = (path: string, fields: Record<string, string>) =>
    mia.visitor.submit(path, fields, '/dashboard');
  const changeHost = (verb: string, host: string) => submit(`/dashboard/acme/setup/hosts${verb}`, { host });

  it('begins with a store that the merchant adds', async () => {
    expect(await get('/dashboard')).to.include('This account has no store.');
    const refused = await submit('/dashboard', { name: hostile, slug: 'www' });
    expect(refused.status).to.equal(422);
    expect(refused.text).to.include('is reserved for the service').and.not.include('<img');
    const added = await submit('/dashboard', { name: 'Acme', slug: 'acme' });
    expect(added.location).to.equal('/dashboard/acme/setup?done=store');
    expect(await read()).to.include({ account: mia.account, name: 'Acme' });
    const twice = await submit('/dashboard', { name: 'Acme', slug: 'acme' });
    expect(twice.status).to.equal(422);
    expect(twice.text).to.include('is taken by another store');
    expect(await app.database.stores.countDocuments()).to.equal(1);
  });

  it('says while a subdomain is written whether it is free', async () => {
    const check = async (value: string) =>
      JSON.parse(await get(`/dashboard/-/slug?${new URLSearchParams({ value })}`)).problem;
    expect(await check('acme-2')).to.equal('');
    expect(await check('acme')).to.equal('Subdomain "acme" is taken by another store.');
    expect(await check('A!')).to.include('lower-case letters');
  });

  it('has the script tag of the store for each platform', async () => {
    const text = await get();
    expect(text.match(/data-service-subdomain/g)!.length).to.be.at.least(3);
    expect(text).to.include('WooCommerce').and.include('Shopify').and.include('Tag manager');
  });

  it('lets a host serve once its proof is found', async () => {
    expect((await changeHost('', ' Shop.example ')).location).to.equal('/dashboard/acme/setup#hosts');
    const waiting = await get();
    expect(waiting).to.include('proof-of-shop.example').and.include('_service-verification.shop.example');
    expect((await changeHost('/verify', 'shop.example')).location).to.include('done=no-proof');
    expect((await read()).hosts).to.deep.equal(['acme.tryon.example']);
    proven.add('shop.example');
    expect((await changeHost('/verify', 'shop.example')).location).to.include('done=host');
    expect((await read()).hosts).to.deep.equal(['shop.example']);
    expect(await get())
      .to.include('Serves the try-on')
      .and.not.include('proof-of-shop.example');
    expect((await changeHost('/verify', 'shop.example')).status).to.equal(404);
  });

  it('says beside the field why a host cannot be added', async () => {
    await createStore(app.database.stores, { account: 'acc_2', slug: 'rival', hosts: ['rival.example'] });
    for (const [host, message] of [
      ['rival.example', 'belongs to another store'],
      ['localhost', 'public host name'],
      [hostile, 'Host must be a host name'],
    ] as const) {
      const refused = await changeHost('', host);
      expect(refused.status, host).to.equal(422);
      expect(refused.text, host).to.include(message).and.not.include('<img');
    }
    expect((await read()).hostClaims).to.deep.equal([]);
  });

  it('removes a host', async () => {
    await changeHost('', 'other.example');
    expect((await changeHost('/remove', 'other.example')).location).to.include('done=no-host');
    expect((await read()).hostClaims).to.deep.equal([]);
    expect((await changeHost('/remove', 'never.example')).status).to.equal(404);
  });

  it('ticks its steps by what was seen', async () => {
    expect(await get()).to.include('1 of 8 steps done');
    const { _id } = await read();
    const at = new Date(Date.now() - 3 * 60_000);
    await app.database.stores.updateOne(
      { _id },
      { $set: { tagSeen: { host: 'shop.example', at }, 'integration.state': 'Connected' } },
    );
    await keepFigures(app, _id, daysAgo(2), { counters: { tryOnsCompleted: 1, orders: 1 } });
    const text = await get();
    expect(text).to.include('5 of 8 steps done').and.include('Seen on shop.example 3 minutes ago.');
  });

  it('records each change', async () => {
    const entries = await app.database.audit.find({ account: mia.account }).lean();
    expect(entries.map(({ action }) => action)).to.include.members([
      'store.create',
      'store.host-add',
      'store.host-verify',
      'store.host-remove',
    ]);
  });
});
