import { expect } from 'chai';
import { deleteStore } from '../../../../shared/database/delete-store.ts';
import { createKey } from '../../../../shared/keys/keys.ts';
import { findStoreBySlug } from '../../../../shared/stores/stores.ts';
import { keepProduct } from '../../../support/catalog/catalog-store.ts';
import { startPlatform, type TestPlatform } from '../../../support/platform.ts';
import { openStore, Shopper, type TestStore } from '../../../support/try-on.ts';

const step = (name: string, source: object, part: object = {}) => ({ name, source, ...part });

describe('the flows of a store', () => {
  let platform: TestPlatform;
  let store: TestStore;
  let key: string;

  before(async () => {
    platform = await startPlatform({ workers: 0 });
    store = await openStore(platform);
    const { keys } = platform.database;
    ({ key } = await createKey(keys, { account: store.account, mode: 'live', name: 'k' }));
  });
  after(() => platform.close());

  async function flows(method: string, path = '', body?: object, bearer = key, slug = store.slug) {
    const response = await fetch(`${platform.url}/api/stores/${slug}/flows${path}`, {
      method,
      headers: { authorization: `Bearer ${bearer}`, 'content-type': 'application/json' },
      ...(body ? { body: JSON.stringify(body) } : {}),
    });
    const text = await response.text();
    return { status: response.status, headers: response.headers, body: text ? JSON.parse(text) : null };
  }
  const seen = (id: string) => new Shopper(platform, store).call('GET', `/flows/${id}`);

  const lamps = { name: 'Light up', steps: [step('Lamp', { products: ['7002'] })] };

  it('are created, replaced, listed and deleted by the account’s key', async () => {
    const created = await flows('PUT', '/light', lamps);
    expect(created.status).to.equal(201);
    expect(created.body).to.deep.include({
      ...{ id: 'light', name: 'Light up', warnings: [] },
      steps: [{ ...lamps.steps[0], required: true, minItems: 1, maxItems: 1 }],
    });
    const { warnings: _, createdAt: __, updatedAt: ___, ...read } = (await flows('GET', '/light')).body;
    expect((await flows('PUT', '/light', { ...read, name: 'Lights' })).status).to.equal(200);
    const { body } = await flows('GET');
    expect(body.flows.map(({ id, name }: Record<string, string>) => [id, name])).to.deep.equal([
      ['light', 'Lights'],
    ]);
    expect((await flows('DELETE', '/light')).status).to.equal(204);
    expect((await flows('GET', '/light')).status).to.equal(404);
    expect((await flows('DELETE', '/light')).status).to.equal(404);
  });

  it('are refused with the path of the field', async () => {
    const { status, body, headers } = await flows('PUT', '/light', {
      name: 'Light up',
      steps: [step('Lamp', { tag: 'lamp' }, { maxItems: 9 })],
    });
    expect([status, headers.get('x-error-field')]).to.deep.equal([400, 'steps[0].maxItems']);
    expect(body.message).to.match(/^steps\[0\]\.maxItems must be at most 6\./);
    expect((await flows('PUT', '/light', { ...lamps, id: 'other' })).body.message).to.match(
      /^id must be light/,
    );
  });

  it('are not those of another account, whatever the method', async () => {
    const { key: stranger } = await platform.account();
    for (const method of ['GET', 'PUT', 'DELETE']) {
      const body = method === 'PUT' ? lamps : undefined;
      expect((await flows(method, '/light', body, stranger)).status, method).to.equal(404);
    }
    expect((await flows('GET', '', undefined, stranger)).status).to.equal(404);
  });

  it('reach shoppers without the steps that the catalog cannot fill, of which the merchant is warned', async () => {
    await keepProduct(platform, store.id, { productId: '7004', handle: 'bare', tags: ['Bare'] });
    const saved = await flows('PUT', '/room', {
      name: 'Furnish',
      steps: [
        step('Light', { products: ['7001:9001', '7002'] }, { minItems: 3 }),
        step('Plant', { category: 'Home>Plants' }),
        step('Bare', { tag: 'bare' }, { required: false }),
      ],
    });
    expect(saved.body.warnings).to.deep.equal([
      'steps[0].minItems is 3, and its source has 2 products that can be tried on.',
      'steps[1].source has no product that can be tried on; shoppers do not see the step.',
      'steps[2].source has no product that can be tried on; shoppers do not see the step.',
    ]);
    const { status, body } = await seen('room');
    expect(status).to.equal(200);
    expect(body).to.deep.equal({
      ...{ id: 'room', name: 'Furnish' },
      steps: [
        {
          ...{ name: 'Light', source: { products: ['7001:9001', '7002'] } },
          ...{ required: true, minItems: 2, maxItems: 3 },
        },
      ],
    });
  });

  it('are 404 to shoppers when unknown, malformed, of another store, or without products', async () => {
    await flows('PUT', '/nothing', { name: 'Nothing', steps: [step('Plant', { tag: 'plant' })] });
    const other = await openStore(platform);
    await flows('PUT', '/light', lamps);
    expect((await seen('light')).status).to.equal(200);
    expect((await new Shopper(platform, other).call('GET', '/flows/light')).status).to.equal(404);
    for (const id of ['none', 'nothing', '%2e%2e', '%00', `${'x'.repeat(3000)}`]) {
      expect((await seen(id)).status, id).to.equal(404);
    }
  });

  it('are at most 50, and gone with their store', async () => {
    const { database } = platform;
    const own = await openStore(platform);
    const { key: owner } = await createKey(database.keys, { account: own.account, mode: 'live', name: 'k' });
    const put = (id: string) => flows('PUT', `/${id}`, lamps, owner, own.slug);
    for (let count = 0; count < 50; count += 1) expect((await put(`flow-${count}`)).status).to.equal(201);
    const { status, body } = await put('one-more');
    expect([status, body.message]).to.deep.equal([
      400,
      'id names one flow too many: a store has at most 50; delete one first.',
    ]);
    await deleteStore(database, (await findStoreBySlug(database.stores, own.slug))!);
    expect(await database.flows.countDocuments({ store: own.id })).to.equal(0);
  });
});
