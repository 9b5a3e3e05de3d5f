import { expect } from 'chai';
import mongoose from 'mongoose';
import { createThumbnails } from '../../../../../api/catalog/thumbnails.ts';
import { createOutcomes } from '../../../../../api/ops/outcomes.ts';
import { findRenders, recentFailures } from '../../../../../api/ops/renders/render-queries.ts';
import { createAdoption } from '../../../../../api/renders/orphans.ts';
import { createCatalog } from '../../../../../shared/catalog/catalog.ts';
import { orderFileImport } from '../../../../../shared/catalog/import/order-import.ts';
import { createListing } from '../../../../../shared/catalog/listing/listing.ts';
import { deleteUnusedAssets } from '../../../../../shared/catalog/unused-assets.ts';
import { holdCredit, settleHold } from '../../../../../shared/credits/credits.ts';
import { saveLowBalance } from '../../../../../shared/credits/low-balance.ts';
import { applyRefunds } from '../../../../../shared/credits/refunds.ts';
import { reverseCredits } from '../../../../../shared/credits/reversals.ts';
import { type Database, openDatabase } from '../../../../../shared/database/database.ts';
import { deleteStore } from '../../../../../shared/database/delete-store.ts';
import { replayDropped } from '../../../../../shared/deliveries/replay.ts';
import { eraseVisitor, visitorOfEvent } from '../../../../../shared/events/erase-visitor.ts';
import { deleteFlow, findFlow, listFlows, saveFlow } from '../../../../../shared/flows/flows.ts';
import { createUser } from '../../../../../shared/identity/create-user.ts';
import { admitStaff, dismissStaff } from '../../../../../shared/identity/staff.ts';
import { verifyInvariants } from '../../../../../shared/invariants/verify.ts';
import { createQueue } from '../../../../../shared/jobs/queues.ts';
import { countTowardsDay } from '../../../../../shared/keys/daily-limit.ts';
import { listKeys } from '../../../../../shared/keys/keys.ts';
import { orderKey, revokeOwnKey, rollKey } from '../../../../../shared/keys/manage-keys.ts';
import { rebuildDays } from '../../../../../shared/kpis/count-day.ts';
import { readKpis } from '../../../../../shared/kpis/read-kpis.ts';
import { readLookOpens } from '../../../../../shared/kpis/read-look-opens.ts';
import { silentLogger } from '../../../../../shared/log.ts';
import {
  createOperatorToken,
  listOperatorTokens,
  revokeOperatorToken,
} from '../../../../../shared/operators/operator-tokens.ts';
import { saveOrderWebhook } from '../../../../../shared/orders/order-webhooks.ts';
import { loadSecretBox } from '../../../../../shared/secrets/load-secret-box.ts';
import { createSecretBox } from '../../../../../shared/secrets/secret-box.ts';
import { createStoreDirectory } from '../../../../../shared/stores/store-directory.ts';
import type { StoreDoc } from '../../../../../shared/stores/store-model.ts';
import {
  createStore,
  findStoreBySlug,
  listStores,
  noteCatalogChange,
  updateStore,
} from '../../../../../shared/stores/stores.ts';
import { eraseTryOns } from '../../../../../shared/try-on/erase-try-ons.ts';
import { listLooks } from '../../../../../shared/try-on/shared-looks.ts';
import { saveWebhook } from '../../../../../shared/webhooks/webhook-settings.ts';
import { findTouches } from '../../../../../workers/orders/find-touches.ts';
import { deleteFiles } from '../../../../../workers/sweeper/delete-files.ts';
import { createNotifyLowBalance } from '../../../../../workers/sweeper/notify-low-balance.ts';
import { markUnmarkedDays } from '../../../../../workers/sweeper/unmarked-days.ts';
import { createIntegrationHealth } from '../../../../../workers/track/integration-health.ts';
import { freshDatabase } from '../../../../support/backends.ts';
import { keepAsset, keepProduct } from '../../../../support/catalog/catalog-store.ts';
import { signUpMember } from '../../../../support/merchants.ts';
import { sign } from '../../../../support/orders-app.ts';
import { PasskeyDevice, readAskOptions } from '../../../../support/passkey-device.ts';
import { join, signIn, signUp, testPassword, type Visitor } from '../../../../support/people.ts';
import {
  call,
  eventually,
  photo,
  startPlatform,
  type TestAccount,
  type TestPlatform,
  visualize,
  visualizeBody,
} from '../../../../support/platform.ts';
import { type QueryRecorder, querySites, recordQueries } from '../../../../support/query-recorder.ts';
import { startTrackEndpoint, type TrackEndpoint } from '../../../../support/track-endpoint.ts';
import { enter, openStore, type Shopper, type TestStore } from '../../../../support/try-on.ts';

/** Commands that may read a whole collection, each with its reason. */
const allowed: { why: string; is(command: mongoose.mongo.Document): boolean }[] = [
  {
    why: 'whether a collection is empty: ends at its first document',
    is: ({ find, filter, limit }) => find !== undefined && Object.keys(filter).length === 0 && limit === 1,
  },
  {
    why: 'the estimated number of documents is metadata of a server',
    is: ({ count, query }) => count !== undefined && query === undefined,
  },
];

describe('the query plans of the product', () => {
  let recorder: QueryRecorder;
  let endpoint: TrackEndpoint;
  let platform: TestPlatform;
  /** The test's own view, which is not recorded. */
  let view: Database;
  let account: TestAccount;
  let store: StoreDoc;
  const log = silentLogger();
  const count = (filter: object) => view.events.countDocuments(filter);
  const secret = 'hush-hush';

  before(async () => {
    recorder = recordQueries();
    endpoint = await startTrackEndpoint();
    const uri = await freshDatabase();
    const MONGODB_URI = `${uri}${uri.includes('?') ? '&' : '?'}monitorCommands=true`;
    view = await openDatabase({ uri, log, selectionMs: 5000 });
    platform = await startPlatform({ env: { MONGODB_URI }, allow: [endpoint.allow] });
    account = await platform.account();
    store = await createStore(platform.database.stores, {
      account: account.id,
      slug: 'acme',
      hosts: ['acme.example'],
    });
    const box = await loadSecretBox(platform.config);
    await saveOrderWebhook(platform.database.stores, box, store, { platform: 'shopify', secret });
    await renders();
    await events();
    await orders();
    await catalog();
    await tryOn();
    await flows();
    await figures();
    await operations();
    await people();
    await ends();
  });
  after(async () => {
    await platform.close();
    await view.close();
    endpoint.close();
    recorder.stop();
  });

  async function uploadFile(): Promise<{ id: string }> {
    const response = await fetch(`${platform.url}/files`, {
      method: 'POST',
      headers: { authorization: `Bearer ${account.key}` },
      body: new Blob([new Uint8Array(await photo())], { type: 'image/jpeg' }),
    });
    return (await response.json()) as { id: string };
  }

  async function callWebhooks(): Promise<void> {
    const { database } = platform;
    const { id, key } = await platform.account();
    await saveWebhook(database.accounts, await loadSecretBox(platform.config), id, 'https://caller.example/');
    await visualize(platform, key, await visualizeBody());
    await saveLowBalance(database.accounts, id, 1_000_000);
    await createNotifyLowBalance({
      database,
      mailer: { send: () => undefined },
      baseUrl: 'https://api.example',
    })();
    await eventually(async () => {
      const doc = await view.accounts.findById(id).lean();
      const render = await view.renders.findOne({ account: id }).lean();
      return [doc?.lowBalance?.webhook, render?.webhook].every((webhook) => (webhook?.attempt ?? 0) > 0);
    });
  }

  async function renders(): Promise<void> {
    const { database } = platform;
    const body = await visualizeBody();
    for (let times = 2; times > 0; times--)
      await visualize(platform, account.key, body, { 'Idempotency-Key': 'k' });
    await call(platform, 'GET', '/visualize', account.key);
    for (const query of ['', '?key=key_1', '?kind=refund'])
      await call(platform, 'GET', `/credits/ledger${query}`, account.key);
    const { id } = await uploadFile();
    await visualize(platform, account.key, { sceneImage: id, products: [{ images: [id] }] });
    await call(platform, 'DELETE', `/files/${id}`, account.key);
    await call(platform, 'DELETE', '/visualize', (await platform.account()).key);
    await uploadFile();
    await view.files.updateMany({}, { until: new Date() });
    await deleteFiles(platform);
    await saveWebhook(
      database.accounts,
      createSecretBox([Buffer.alloc(32, 1)]),
      account.id,
      'https://caller.example/',
    );
    const poor = await platform.account({ credits: 0 });
    await holdCredit(database, { account: poor.id, holdId: 'hold_1', renderId: 'rnd_1', at: new Date() });
    const released = {
      account: (await platform.account()).id,
      holdId: 'hold_2',
      renderId: 'rnd_2',
      at: new Date(),
    };
    await holdCredit(database, released);
    await settleHold(database, { ...released, outcome: 'release' });
    const peers = { self: 'api_1', findLost: async () => new Set<string>() };
    const plainCall = { keyId: 'key_1', fingerprint: 'none', signal: AbortSignal.timeout(5_000) };
    await createAdoption({ renders: database.renders, peers })(plainCall);
    await applyRefunds(database, account.id);
    const payment = {
      account: account.id,
      paymentId: 'stripe.ch_1',
      credits: 1,
      note: 'refunded',
      at: new Date(),
    };
    await reverseCredits(database, payment);
    await callWebhooks();
    await listKeys(database.keys, account.id);
  }

  const post = (path: string, body: object, headers: Record<string, string>) =>
    fetch(platform.url + path, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json', ...headers },
      body: JSON.stringify(body),
    });

  async function events(): Promise<void> {
    const { database } = platform;
    await fetch(`${platform.url}/api/stores/acme/integration`, {
      method: 'PUT',
      headers: { Authorization: `Bearer ${account.key}`, 'Content-Type': 'application/json' },
      body: JSON.stringify({ endpoint: endpoint.url, writeKey: 'wk_123' }),
    });
    const event = { store: 'acme', event: 'Session Started', anonymousId: 'v', sessionId: 's' };
    const browser = { Origin: 'https://acme.example', 'User-Agent': 'Mozilla/5.0' };
    const send = async (eventId: string, state: string) => {
      expect((await post('/api/events', { ...event, eventId }, browser)).status).to.equal(202);
      await eventually(async () => (await count({ 'forward.state': state })) === 1);
    };
    await send('e', 'delivered');
    endpoint.answer = (_call, res) => res.writeHead(400).end();
    await send('f', 'dropped');
    await visitorOfEvent(database.events, store._id, 'e');
    const health = createIntegrationHealth({ stores: database.stores, log });
    await health.record(store._id, { revision: 1 } as Parameters<typeof health.record>[1], 'retry');
  }

  async function orders(): Promise<void> {
    const { database } = platform;
    const order = {
      ...{ id: 1, created_at: new Date().toISOString(), currency: 'EUR', total_price: '99.50' },
      note_attributes: [{ name: 'anonymous_id', value: 'v' }],
    };
    const headers = {
      'X-Shopify-Topic': 'orders/create',
      'X-Shopify-Hmac-Sha256': sign(JSON.stringify(order), secret),
    };
    expect((await post('/webhooks/orders/acme/shopify', order, headers)).status).to.equal(200);
    await eventually(async () => (await count({ event: 'Order Attributed' })) === 1);
    const identity = { anonymousId: 'v', cartToken: 'cart', checkoutToken: null };
    await findTouches(database.events, store._id, new Date(), identity);
  }

  async function catalog(): Promise<void> {
    const { database, blobs } = platform;
    const { products, stores } = database;
    const image = await keepAsset(platform, store._id, 'a', 60);
    const asset = { image, source: 'https://cdn.example/a.jpg' };
    await keepProduct(platform, store._id, { productId: 'p', handle: 'chair', assets: [asset] as never });
    await noteCatalogChange(stores, store._id);
    const nowhere = { path: '/nonexistent', name: 'feed.json' };
    await orderFileImport({ ...database, blobs }, store._id, nowhere).catch(() => undefined);
    const lookUps = createCatalog({ products, stores: createStoreDirectory(stores, 0) });
    await lookUps.find({ productUrl: 'https://acme.example/products/chair' });
    await lookUps.find({ storeSlug: 'acme', productId: 'p' });
    const listing = createListing({ products, onTooMany: () => undefined });
    const shown = (await findStoreBySlug(stores, 'acme'))!;
    await listing.page(shown, { sort: 'featured', limit: 1 });
    await listing.product(shown, 'p');
    await listing.items(shown, ['p']);
    const name = { sha256: 'a', width: 160, format: 'webp' } as const;
    await createThumbnails({ blobs, products }).make(store._id, name);
    await deleteUnusedAssets({ database, blobs }, { store: store._id, before: new Date(Date.now() + 1000) });
  }

  async function tryOn(): Promise<void> {
    const { database, blobs } = platform;
    const shop = await openStore(platform);
    const shopper = await enter(platform, shop);
    const { models } = await shopper.openSession();
    const photo = await shopper.upload();
    const view = await shopper.render({ photo: { kind: 'upload', id: photo.id }, items: [shop.sofa] });
    for (const { url } of [photo, models[0]!, view.result!]) {
      expect((await shopper.picture(url)).status, url).to.equal(200);
    }
    await createThumbnails({ blobs, products: database.products }).make(shop.id, {
      sha256: '0'.repeat(64),
      width: 320,
      format: 'webp',
    });
    const listing = createListing({ products: database.products, onTooMany: () => undefined });
    const found = (await findStoreBySlug(database.stores, shop.slug))!;
    await listing.page(found, { sort: 'featured', limit: 10 });
    await listing.items(found, ['sofa']);
    await shareLook(shop, shopper, view.id);
    await shopper.call('DELETE', `/photos/${photo.id}`);
    const { visitorId } = await shopper.openSession();
    const { redis: connection, config } = platform;
    const places = { database, blobs, connection, prefix: config.QUEUE_PREFIX, retention: config };
    await shopper.upload();
    expect(await eraseTryOns(places, shop.id, visitorId)).to.deep.equal({
      ...{ photos: 1, renders: 1, looks: 1 },
      otherIds: [],
    });
  }

  async function shareLook(shop: TestStore, shopper: Shopper, renderId: string): Promise<void> {
    const feedback = { reasons: ['wrong_place'] };
    await shopper.call('PUT', `/renders/${renderId}/feedback`, { body: feedback });
    const { body: shared } = await shopper.call('POST', `/renders/${renderId}/share`);
    expect((await shopper.call('GET', `/looks/${shared.shortId}`)).status).to.equal(200);
    const openId = 'open-1234567890123';
    const open = { openId, webdriver: false };
    expect((await shopper.call('POST', `/looks/${shared.shortId}/opens`, { body: open })).status).to.equal(
      200,
    );
    const report = { store: shop.slug, event: 'Shared Look Opened', anonymousId: 'v', eventId: openId };
    const browser = { Origin: `https://${shop.slug}.example`, 'User-Agent': 'Mozilla/5.0' };
    expect((await post('/api/events', report, browser)).status).to.equal(202);
    await listLooks(platform.database.sharedLooks, { _id: shop.id });
  }

  async function flows(): Promise<void> {
    const { flows: model } = platform.database;
    const flow = { id: 'f', name: 'F', steps: [{ name: 'Chair', source: { products: ['p'] } }] };
    expect((await saveFlow(model, store, flow)).created).to.equal(true);
    await saveFlow(model, store, flow);
    expect(await findFlow(model, store, 'f')).to.include({ name: 'F' });
    expect(await listFlows(model, store)).to.have.length(1);
    await deleteFlow(model, store, 'f');
  }

  async function figures(): Promise<void> {
    const { database, redis, config } = platform;
    const day = new Date().toISOString().slice(0, 10);
    await readKpis(database.kpiDays, store._id, { from: day, to: day });
    await readLookOpens(database.kpiDays, store._id, new Date());
    await rebuildDays(database, store._id, 30);
    await view.kpiDays.deleteMany({});
    await markUnmarkedDays(database);
    const queue = createQueue('track', { connection: redis as never, prefix: config.QUEUE_PREFIX, log });
    const connected = { ...store, integration: { ...store.integration, state: 'Connected' as const } };
    await replayDropped({ events: database.events, queue }, connected, { from: new Date(0), to: new Date() });
    await queue.close();
  }

  async function operations(): Promise<void> {
    const { database, blobs } = platform;
    await createOutcomes(database.renders)();
    await recentFailures(database.renders);
    await findRenders(database.renders, 'req_1');
    await verifyInvariants({ database, blobs, atRest: false });
    await listStores(database.stores, account.id);
    await findStoreBySlug(database.stores, 'acme');
    await updateStore(database.stores, 'acme', { name: 'Acme' });
    const twin = { account: account.id, slug: 'acme', hosts: ['other.example'] };
    await createStore(database.stores, twin).catch(() => undefined);
  }

  /** Signing in without a password. */
  async function ways(person: Visitor): Promise<void> {
    const profile = '/developers/profile';
    const device = new PasskeyDevice(platform.config.BASE_URL);
    const response = device.create(readAskOptions((await person.get(profile)).text));
    await person.submit(`${profile}/passkeys`, { name: 'Phone', response, password: testPassword }, profile);
    const asked = readAskOptions((await person.get('/sign-in')).text);
    const signedIn = await person.post('/sign-in/passkey', { response: device.get(asked) });
    expect(signedIn.status, signedIn.text).to.equal(303);
    const passkey = device.id.toString('base64url');
    await person.submit(`${profile}/passkeys/remove`, { passkey }, profile);
    const rules = { OIDC_ALLOWED_DOMAINS: ['example.com'], OIDC_ALLOWED_GROUPS: [], OIDC_LINK_USERS: true };
    const subject = { provider: 'oidc https://issuer.example', sub: '1' };
    await admitStaff(platform.database, { ...subject, email: 'zoe@example.com', name: 'Zoe' }, rules);
    await dismissStaff(platform.database, subject);
  }

  async function people(): Promise<void> {
    await createUser(platform.database, { email: 'zoe@example.com', name: 'Zoe' });
    const ada = await signUp(platform, 'ada@example.com');
    expect((await ada.get('/developers')).status).to.equal(200);
    await signIn(platform, 'ada@example.com');
    await ways(ada);
    await portal(ada);
    await desk(ada);
    const mia = await signUpMember(platform, { name: 'Mia', roles: ['merchant'], account: account.id });
    for (const path of [
      '',
      '/acme',
      '/acme/setup',
      '/acme/catalog',
      '/acme/photos',
      '/acme/looks',
      '/acme/settings',
      '/acme/integrations',
    ])
      expect((await mia.visitor.get(`/dashboard${path}`)).status, path).to.equal(200);
    await mia.visitor.submit('/dashboard', { name: 'Own', slug: 'own' }, '/dashboard');
    await mia.visitor.get('/dashboard/-/slug?value=own');
    const hosts = '/dashboard/own/setup/hosts';
    await mia.visitor.submit(hosts, { host: 'own.invalid' }, '/dashboard');
    await mia.visitor.submit(`${hosts}/remove`, { host: 'own.invalid' }, '/dashboard');
    await fetch(`${platform.url}/service-embed.js`, { headers: { referer: 'https://acme.example/' } });
    await eventually(async () => (await view.stores.countDocuments({ tagSeen: { $exists: true } })) === 1);
    const bob = await join(platform, ada, 'bob@example.com', 'owner');
    for (const page of ['team', 'accounts', 'audit', 'profile'])
      expect((await ada.get(`/developers/${page}`)).status, page).to.equal(200);
    const [mine] = await view.members.find({}).sort({ createdAt: 1 }).lean();
    await bob.submit(`/developers/team/members/${mine!._id}/roles`, { role: 'developer' });
    await bob.submit(`/developers/team/members/${mine!._id}/remove`, {});
    const invited = { email: 'cy@example.com', role: 'merchant' };
    await bob.submit('/developers/team/invitations', invited);
    const invitation = await view.invitations.findOne({ email: 'cy@example.com' }).lean();
    await bob.submit(`/developers/team/invitations/${invitation!._id}/withdraw`, {});
    await bob.submit('/developers/profile/sessions', {});
    await bob.submit('/developers/profile/delete', { password: testPassword });
  }

  async function desk(ada: Visitor): Promise<void> {
    await view.users.updateOne({ email: 'ada@example.com' }, { $set: { isOperator: true } });
    const own = `/ops/accounts/${account.id}`;
    const renders = [
      'renders',
      `renders?account=${account.id}`,
      'renders?store=acme',
      'renders?provider=fal',
    ];
    const lists = [...renders, 'accounts', 'accounts?find=ada@example.com'];
    const finds = [
      'accounts?find=acme',
      'accounts?find=Te',
      'stores',
      'stores?find=acme',
      'audit',
      `accounts/${account.id}/costs.csv`,
    ];
    const sent = [
      'events',
      'events?store=acme',
      'events?account=ada@example.com',
      'webhooks',
      'webhooks?state=failed',
      'incidents',
      'providers/local',
    ];
    for (const path of ['/ops', own, ...[...lists, ...finds, ...sent].map((page) => `/ops/${page}`)])
      expect((await ada.get(path)).status, path).to.equal(200);
    expect((await ada.get('/ops/providers/none')).status).to.equal(404);
    const { operatorTokens } = platform.database;
    const { token, tokenId } = await createOperatorToken(operatorTokens, { name: 'night', days: 1 });
    expect((await call(platform, 'GET', '/api/ops/accounts', token)).status).to.equal(200);
    await revokeOperatorToken(operatorTokens, tokenId);
    expect(await listOperatorTokens(operatorTokens)).to.have.length(1);
    await ada.submit(`${own}/limits`, { perMinute: '1000' });
    const incident = { title: 'Slow', 'part-queue': 'yes', text: 'We look into it.' };
    await ada.submit('/ops/incidents', incident, '/ops/incidents');
    await ada.submit(`${own}/suspend`, { reason: 'Unpaid' });
    await ada.submit(`${own}/resume`, {});
    await view.users.updateOne({ email: 'ada@example.com' }, { $unset: { isOperator: 1 } });
  }

  async function portal(ada: Visitor): Promise<void> {
    const { keys, renders } = platform.database;
    const { members, users, requests } = view;
    const ended = (await view.renders.findOne({ account: account.id, state: 'succeeded' }).lean())!;
    const user = (await users.findOne({ email: 'ada@example.com' }).lean())!;
    const { account: own } = (await members.findOne({ user: user._id }).lean())!;
    const { key, keyId } = await orderKey(keys, own, { name: 'a', mode: 'live', creditsPerDay: 2 });
    const limited = { _id: keyId, creditsPerDay: 1 };
    await countTowardsDay({ keys, renders }, limited, ended._id);
    await countTowardsDay({ keys, renders }, limited, 'rnd_2').catch(() => undefined);
    const rolled = await rollKey(keys, own, keyId, 1);
    await revokeOwnKey(keys, own, rolled.keyId);
    for (const path of ['/requests', '/requests/causes', '/requests/none', '/credits/usage'])
      await call(platform, 'GET', path, key);
    await call(platform, 'GET', '/requests?outcome=failed', key, { 'X-Request-Id': 'one' });
    await eventually(async () => (await requests.countDocuments({ requestId: 'one' })) === 1);
    const pages = ['keys', 'requests', 'requests/one', 'webhooks', 'credits', 'limits', 'renders/none/image'];
    for (const page of pages) await ada.get(`/developers/${page}`);
    await ada.get('/status');
  }

  async function ends(): Promise<void> {
    await eraseVisitor(platform.database, store._id, 'v');
    await deleteStore(platform.database, store);
  }

  it('are of every query that the sources contain', async () => {
    const unseen = () => querySites().filter((site) => !recorder.saw(site));
    await eventually(() => unseen().length === 0, 15_000).catch(() => undefined);
    expect(unseen(), 'queries that no flow of this test makes').to.deep.equal([]);
    expect(querySites().length).to.be.greaterThan(55);
  });

  it('never read a whole collection', async () => {
    const db = platform.database.connection.db!;
    const scans: string[] = [];
    for (const command of recorder.commands.values()) {
      if (allowed.some(({ is }) => is(command))) continue;
      const plan = JSON.stringify(await db.command({ explain: command, verbosity: 'queryPlanner' }));
      if (plan.includes('"COLLSCAN"')) scans.push(mongoose.mongo.BSON.EJSON.stringify(command));
    }
    expect(scans).to.deep.equal([]);
    expect(recorder.commands.size).to.be.greaterThan(100);
  });
});
