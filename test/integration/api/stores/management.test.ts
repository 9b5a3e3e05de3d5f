import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { expect } from 'chai';
import { routes } from '../../../../api/routes.ts';
import { createKey } from '../../../../shared/keys/keys.ts';
import { createHostProofs } from '../../../../shared/stores/host-proofs.ts';
import { eventually, startPlatform, type TestAccount, type TestPlatform } from '../../../support/platform.ts';
import { roomPhoto } from '../../../support/try-on.ts';

interface Answer {
  status: number;
  headers: Headers;
  // biome-ignore lint/suspicious/noExplicitAny: responses of every shape.
  body: any;
}

describe('an account that is managed by a key', () => {
  let platform: TestPlatform;
  let account: TestAccount;
  let key: string;
  let keyId: string;
  let server: Server;
  let origin: string;
  const messages: string[] = [];

  before(async () => {
    server = createServer((req, res) => {
      let body = '';
      req.setEncoding('utf8').on('data', (text) => {
        body += text;
      });
      req.on('end', () => {
        messages.push(body);
        res.writeHead(200).end('title,price\n');
      });
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
    platform = await startPlatform({ allow: [new URL(origin).host] });
    account = await platform.account();
    const order = { account: account.id, mode: 'live', name: 'terraform', scopes: ['manage'] } as const;
    ({ key, keyId } = await createKey(platform.database.keys, { ...order, scopes: [...order.scopes] }));
  });
  after(async () => {
    server.closeAllConnections();
    server.close();
    await platform.close();
  });

  async function send(method: string, path: string, body?: unknown, bearer = key): Promise<Answer> {
    const isBytes = body instanceof Uint8Array;
    const response = await fetch(platform.url + path, {
      method,
      headers: {
        authorization: `Bearer ${bearer}`,
        ...(body === undefined
          ? {}
          : { 'content-type': isBytes ? 'application/octet-stream' : 'application/json' }),
      },
      ...(body === undefined ? {} : { body: isBytes ? (body as BodyInit) : JSON.stringify(body) }),
    });
    const text = await response.text();
    return { status: response.status, headers: response.headers, body: text ? JSON.parse(text) : undefined };
  }
  async function sendForm(
    method: string,
    path: string,
    fields: Record<string, string | Blob>,
  ): Promise<Answer> {
    const body = new FormData();
    for (const [name, value] of Object.entries(fields)) body.append(name, value);
    const response = await fetch(platform.url + path, {
      ...{ method, body, headers: { authorization: `Bearer ${key}` } },
    });
    return { status: response.status, headers: response.headers, body: await response.json() };
  }
  const newestEntry = () => platform.database.audit.findOne({ account: account.id }).sort({ _id: -1 }).lean();

  it('gets a store with settings, each change recorded with the key that made it', async () => {
    const made = await send('POST', '/api/stores', { name: 'Acme', slug: 'acme' });
    expect(made.status, JSON.stringify(made.body)).to.equal(201);
    expect(made.body).to.deep.include({ slug: 'acme', hosts: [], integration: 'Not connected', radius: 8 });
    const changed = await send('PATCH', '/api/stores/acme', {
      ...{ accent: '#1A73E8', caps: { perVisitor: 3 } },
      freeSecondAttempt: true,
    });
    expect(changed.body).to.deep.include({
      accent: '#1a73e8',
      name: 'Acme',
      photoHours: 24,
      freeSecondAttempt: true,
    });
    expect(changed.body.caps).to.include({ perVisitor: 3, perStore: 500 });
    const entry = await newestEntry();
    expect(entry).to.deep.include({ action: 'store.update' });
    expect(entry?.actor).to.deep.include({ kind: 'key', id: keyId, name: 'terraform' });
    expect([entry?.before?.accent, entry?.after?.accent]).to.deep.equal([null, '#1a73e8']);
    expect(entry?.subject).to.include({ kind: 'store', name: 'acme' });
    expect((await send('GET', '/api/stores')).body.stores).to.deep.equal([changed.body]);
    expect((await send('GET', '/api/stores/acme')).body).to.deep.equal(changed.body);
  });

  it('has a checkout, whose token is not in the audit log', async () => {
    const storefrontToken = 'public-token-1';
    const given = { platform: 'shopify', url: 'acme.myshopify.com', storefrontToken };
    const saved = { platform: 'shopify', url: 'https://acme.myshopify.com', embedMode: 'permalink' };
    const changed = await send('PATCH', '/api/stores/acme', { checkout: given });
    expect(changed.body.checkout).to.deep.equal({ ...saved, storefrontToken });
    const entry = await newestEntry();
    expect([entry?.before?.checkout, entry?.after?.checkout]).to.deep.equal([null, saved]);
    const removed = await send('PATCH', '/api/stores/acme', { checkout: null });
    expect(removed.body.checkout).to.equal(null);
  });

  it('is refused a setting that is not one, or a slug that is taken', async () => {
    for (const [path, method, body, field] of [
      ['/api/stores/acme', 'PATCH', { radius: 99 }, 'radius'],
      ['/api/stores/acme', 'PATCH', { hosts: ['other.example'] }, 'hosts'],
      [
        '/api/stores/acme',
        'PATCH',
        { checkout: { platform: 'shopify', url: 'http://a.example' } },
        'checkout.url',
      ],
      ['/api/stores/acme', 'PATCH', {}, null],
      ['/api/stores', 'POST', { name: 'Acme', slug: 'acme' }, 'slug'],
      ['/api/stores/acme/hosts', 'POST', { host: 'localhost' }, 'host'],
      ['/api/webhook', 'PUT', { url: 'https://10.0.0.1/' }, 'url'],
    ] as const) {
      const refused = await send(method, path, body);
      expect([refused.status, refused.headers.get('x-error-field')], path).to.deep.equal([400, field]);
    }
  });

  it('proves a host by what it publishes, and removes it', async () => {
    const named = await send('POST', '/api/stores/acme/hosts', { host: 'Shop.Example' });
    expect(named.status).to.equal(201);
    const [claim] = named.body.hostClaims;
    expect(claim.record.name).to.equal('_service-verification.shop.example');
    const store = await platform.database.stores.findOne({ slug: 'acme' }).lean();
    const proofs = createHostProofs({
      outbound: { fetchBytes: async () => Promise.reject(new Error('no page')) },
      signer: { sign: (text: string) => text, verify: (text: string, given: string) => text === given },
      embedHosts: [],
    });
    expect(claim.record.text).to.be.a('string').not.equal(proofs.getText(store!, 'shop.example'));
    const none = await send('POST', '/api/stores/acme/hosts/shop.example/verify');
    expect([none.status, none.body.verified]).to.deep.equal([200, false]);
    const removed = await send('DELETE', '/api/stores/acme/hosts/shop.example');
    expect([removed.status, removed.body.hostClaims]).to.deep.equal([200, []]);
    expect((await send('DELETE', '/api/stores/acme/hosts/shop.example')).status).to.equal(404);
  });

  it('imports a catalog, and follows it to its end', async () => {
    const products = new TextEncoder().encode('[{"productId":"1","handle":"sofa"}]');
    const ordered = await send('POST', '/api/stores/acme/catalog/files', products);
    expect(ordered.status, JSON.stringify(ordered.body)).to.equal(202);
    const location = ordered.headers.get('location')!;
    expect(location).to.equal(`/api/stores/acme/catalog/imports/${ordered.body.id}`);
    await eventually(async () => ['succeeded', 'failed'].includes((await send('GET', location)).body.state));
    const { body } = await send('GET', location);
    expect(body).to.deep.include({ id: ordered.body.id, state: 'succeeded' });
    expect(body.counts).to.include({ created: 1, failed: 0 });
    const byUrl = await send('POST', '/api/stores/acme/catalog/imports', { from: `${origin}/feed.csv` });
    expect(byUrl.status).to.equal(202);
    const { imports } = (await send('GET', '/api/stores/acme/catalog/imports')).body;
    expect(imports.map(({ id }: { id: string }) => id)).to.deep.equal([byUrl.body.id, ordered.body.id]);
  });

  it('has a feed imported every day, until the schedule is paused or removed', async () => {
    const feed = '/api/stores/acme/catalog/feed';
    expect((await send('GET', feed)).status).to.equal(404);
    await eventually(async () => !(await platform.database.catalogImports.exists({ open: true })));
    const order = { from: `${origin}/feed.csv`, every: 'day' };
    const { body: ordered } = await send('POST', '/api/stores/acme/catalog/imports', order);
    const { body: scheduled } = await send('GET', feed);
    expect(scheduled).to.deep.include({ ...order, paused: false, lastImport: ordered.id });
    const { nextAt: _, ...waiting } = scheduled;
    expect((await send('POST', `${feed}/pause`)).body).to.deep.equal({ ...waiting, paused: true });
    expect(await newestEntry()).to.deep.include({ action: 'catalog.feed.pause' });
    expect((await send('POST', `${feed}/resume`)).body).to.include({ paused: false });
    expect((await send('DELETE', feed)).status).to.equal(204);
    expect((await send('POST', `${feed}/pause`)).status).to.equal(404);
    const weekly = await send('POST', '/api/stores/acme/catalog/imports', { ...order, every: 'week' });
    expect([weekly.status, weekly.headers.get('x-error-field')]).to.deep.equal([400, 'every']);
  });

  it('gets model photos and a logo, which are checked', async () => {
    const photos = '/api/stores/acme/photos';
    const image = new Blob([new Uint8Array(await roomPhoto())], { type: 'image/jpeg' });
    const added = await sendForm('POST', photos, { name: 'Living room', kind: 'room', file: image });
    expect(added.status, JSON.stringify(added.body)).to.equal(201);
    expect(added.body).to.include({ name: 'Living room', kind: 'room' });
    expect((await send('GET', photos)).body).to.deep.equal({ photos: [added.body] });
    expect(await newestEntry()).to.deep.include({ action: 'photo.add' });
    for (const [fields, field] of [
      [{ name: '', kind: 'room', file: image }, 'name'],
      [{ name: 'x', kind: 'garden', file: image }, 'kind'],
      [{ name: 'x', kind: 'room' }, 'file'],
    ] as const) {
      const refused = await sendForm('POST', photos, fields);
      expect([refused.status, refused.headers.get('x-error-field')]).to.deep.equal([400, field]);
    }
    expect((await send('DELETE', `${photos}/${added.body.id}`)).status).to.equal(204);
    expect((await send('DELETE', `${photos}/${added.body.id}`)).status).to.equal(404);
    const logo = await sendForm('PUT', '/api/stores/acme/logo', { file: image });
    expect([logo.status, logo.body.height]).to.deep.equal([200, 120]);
    expect((await send('PUT', '/api/stores/acme/logo', new Uint8Array(9))).status).to.equal(400);
    expect((await send('DELETE', '/api/stores/acme/logo')).status).to.equal(204);
    expect(await newestEntry()).to.deep.include({ action: 'logo.remove' });
  });

  it('has its own words in each language', async () => {
    const texts = '/api/stores/acme/texts';
    const words = { checkout: { checkOut: 'Take it home' } };
    await send('PUT', `${texts}/de`, { photo: { title: 'Dein Zimmer' } });
    expect((await send('PUT', `${texts}/en`, words)).body).to.deep.equal(words);
    expect((await send('GET', `${texts}/de`)).body).to.deep.equal({ photo: { title: 'Dein Zimmer' } });
    expect((await send('PUT', `${texts}/en`, {})).body).to.deep.equal({});
    expect(await newestEntry()).to.deep.include({ action: 'store.words' });
    const refused = await send('PUT', `${texts}/en`, { checkout: { checkout: 'x' } });
    expect([refused.status, refused.headers.get('x-error-field')]).to.deep.equal([400, 'checkout.checkout']);
    expect((await send('GET', `${texts}/xx`)).status).to.equal(404);
  });

  it('connects analytics and flows, which are recorded too', async () => {
    await send('PUT', '/api/stores/acme/integration', {
      endpoint: `${origin}/analytics`,
      writeKey: 'wk_secret',
    });
    expect((await newestEntry())?.action).to.equal('integration.save');
    await send('POST', '/api/stores/acme/integration/pause');
    const entry = await newestEntry();
    expect([entry?.before?.state, entry?.after?.state]).to.deep.equal(['Connected', 'Paused']);
    expect(JSON.stringify(entry)).not.to.include('wk_secret');
    await send('PUT', '/api/stores/acme/flows/room', {
      name: 'Room',
      steps: [{ name: 'Sofa', source: { tag: 'sofa' } }],
    });
    expect(await newestEntry()).to.deep.include({ action: 'flow.save' });
    await send('DELETE', '/api/stores/acme/flows/room');
    expect(await newestEntry()).to.deep.include({ action: 'flow.delete' });
  });

  it('gets a secret for the orders of a platform, once', async () => {
    const path = '/api/stores/acme/order-webhooks/generic';
    const { status, body } = await send('PUT', path, {});
    expect(status).to.equal(200);
    expect(body.url).to.equal(`${platform.config.BASE_URL}/webhooks/orders/acme/generic`);
    expect(body.secret).to.match(/^whsec_/);
    expect((await send('PUT', path, { secret: body.secret })).body).not.to.have.property('secret');
    expect((await send('PUT', '/api/stores/acme/order-webhooks/shopify', {})).status).to.equal(400);
  });

  it('erases a visitor without a trace of its id', async () => {
    const { status, body } = await send('DELETE', '/api/stores/acme/visitors/visitor-77');
    expect(status).to.equal(200);
    expect(body).to.deep.include({ events: 0, photos: 0, otherIds: [] });
    expect(JSON.stringify(await newestEntry())).not.to.include('visitor-77');
  });

  it('saves its webhook, tries it and rolls its secret', async () => {
    expect((await send('GET', '/api/webhook')).body).to.deep.equal({ url: null, signed: false });
    expect((await send('POST', '/api/webhook/test', {})).status).to.equal(409);
    const saved = await send('PUT', '/api/webhook', { url: `${origin}/hook` });
    expect(saved.body).to.include({ url: `${origin}/hook`, signed: true });
    expect(saved.body.secret).to.match(/^whsec_/);
    const tested = await send('POST', '/api/webhook/test', { type: 'render.failed' });
    expect(tested.body).to.include({ delivered: true, status: 200 });
    expect(JSON.parse(messages.at(-1)!).type).to.equal('render.failed');
    const { deliveries } = (await send('GET', '/api/webhook/deliveries')).body;
    expect(deliveries[0]).to.include({ name: 'render.failed', outcome: 'delivered' });
    const rolled = await send('POST', '/api/webhook/secret');
    expect(rolled.body.secret)
      .to.match(/^whsec_/)
      .and.not.equal(saved.body.secret);
    expect((await send('GET', '/api/webhook')).body).not.to.have.property('secret');
    expect(JSON.stringify(await newestEntry())).not.to.include(rolled.body.secret);
    expect((await send('POST', '/api/webhook/replay', { renderId: 'rnd_none' })).status).to.equal(404);
  });

  it('needs a live key with the scope to manage', async () => {
    const { keys } = platform.database;
    const bounds = { account: account.id, name: 'r' } as const;
    const reader = await createKey(keys, { ...bounds, mode: 'live', scopes: ['read'] });
    const renderer = await createKey(keys, { ...bounds, mode: 'live', scopes: ['render'] });
    const managed = routes.filter(
      ({ path, access }) =>
        /^\/api\/(stores|keys|webhook)/.test(path) &&
        (access === 'live key' || access === 'key of the store'),
    );
    expect(managed.length).to.be.greaterThan(30);
    for (const { method, path } of managed) {
      const url = path.replace(':slug', 'acme').replace(/:\w+/g, 'none');
      const of = (bearer: string) =>
        send(method.toUpperCase(), url, method === 'get' || method === 'delete' ? undefined : {}, bearer);
      const shown = `${method} ${path}`;
      expect((await of(renderer.key)).status, shown).to.equal(403);
      expect((await of(account.testKey)).status, shown).to.equal(403);
      const byReader = await of(reader.key);
      if (method === 'get') expect(byReader.status, shown).to.be.oneOf([200, 404]);
      else expect(byReader.status, shown).to.equal(403);
    }
  });

  it('shows nothing to a key of another account', async () => {
    const { key: other } = await platform.account();
    const ofStore = routes.filter(
      ({ access, path }) => access === 'key of the store' && path.startsWith('/api/stores/'),
    );
    expect(ofStore.length).to.be.greaterThan(20);
    for (const { method, path } of ofStore) {
      const url = path.replace(':slug', 'acme').replace(/:\w+/g, 'none');
      const body = method === 'get' || method === 'delete' ? undefined : {};
      expect((await send(method.toUpperCase(), url, body, other)).status, `${method} ${path}`).to.equal(404);
    }
    expect((await send('GET', '/api/stores', undefined, other)).body).to.deep.equal({ stores: [] });
  });
});
