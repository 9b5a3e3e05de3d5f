import { mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect } from 'chai';
import sharp from 'sharp';
import { type Database, openDatabase } from '../../../../shared/database/database.ts';
import type { EventDoc } from '../../../../shared/events/event-model.ts';
import { noKpis } from '../../../../shared/kpis/counters.ts';
import { silentLogger } from '../../../../shared/log.ts';
import { defaultSettings } from '../../../../shared/stores/store-settings.ts';
import { runAdmin } from '../../../support/admin.ts';
import { freshDatabase, freshPrefix, redisUrl } from '../../../support/backends.ts';

describe('npm run admin, for stores', () => {
  let env: NodeJS.ProcessEnv;
  let dataDir: string;
  let database: Database;

  before(async () => {
    dataDir = await mkdtemp(join(tmpdir(), 'render-platform-test-'));
    const uri = await freshDatabase();
    env = {
      ...process.env,
      NODE_ENV: 'test',
      MONGODB_URI: uri,
      REDIS_URL: await redisUrl(),
      QUEUE_PREFIX: freshPrefix(),
      DATA_DIR: dataDir,
      OUTBOUND_ALLOW: '127.0.0.1:9',
    };
    database = await openDatabase({ uri, log: silentLogger(), selectionMs: 3000 });
  });
  after(async () => {
    await database.close();
    await rm(dataDir, { recursive: true, force: true });
  });

  const admin = (...args: string[]) => runAdmin(args, env);
  // biome-ignore lint/suspicious/noExplicitAny: each command prints another shape.
  async function json(...args: string[]): Promise<any> {
    const { code, stdout, stderr } = await admin(...args, '--json');
    expect(code, stderr).to.equal(0);
    return JSON.parse(stdout);
  }

  async function testSettings(slug: string): Promise<void> {
    const look = ['--accent', '#AA3300', '--radius', '0', '--language', 'de'];
    const rules = ['--photo-hours', '2', '--cap-visitor', '3', '--cap-store', '50', '--embed-anywhere', 'on'];
    rules.push('--free-second-attempt', 'on');
    const { settings } = await json('store', 'update', '--store', slug, ...look, ...rules);
    expect(settings).to.deep.include({ accent: '#aa3300', radius: 0, language: 'de', sharingEnabled: false });
    expect(settings.freeSecondAttempt).to.equal(true);
    expect(settings.caps).to.deep.equal({ ...defaultSettings.caps, perVisitor: 3, perStore: 50 });
    const refused = await admin('store', 'update', '--store', slug, '--radius', '25');
    expect([refused.code, refused.stderr.split('\n').length]).to.deep.equal([1, 2]);
    const file = join(dataDir, 'logo.png');
    await writeFile(
      file,
      await sharp({ create: { width: 900, height: 300, channels: 4, background: '#0008' } })
        .png()
        .toBuffer(),
    );
    const { logo } = await json('store', 'logo', '--store', slug, '--file', file);
    expect(logo).to.include({ width: 360, height: 120, mime: 'image/webp' });
    const checkout = ['--checkout', 'shopify', '--checkout-url', 'acme.myshopify.com'];
    const sold = await json('store', 'update', '--store', slug, ...checkout, '--checkout-embed', 'cart');
    const url = 'https://acme.myshopify.com';
    expect(sold.settings.checkout).to.deep.equal({ platform: 'shopify', url, embedMode: 'cart' });
    const unsaid = await admin('store', 'update', '--store', slug, '--checkout-url', 'acme.example');
    expect([unsaid.code, unsaid.stderr.split('\n').length]).to.deep.equal([1, 2]);
    const cleared = await json('store', 'update', '--store', slug, '--accent', 'none', '--checkout', 'none');
    expect(cleared.settings).to.deep.include({ accent: null, logo, checkout: null });
    expect((await json('store', 'logo', '--store', slug, '--remove')).logo).to.equal(null);
  }

  async function testModelPhotos(slug: string): Promise<void> {
    const described = [
      '--file',
      'examples/models/room-sofa.jpg',
      '--name',
      'A room with a sofa',
      '--kind',
      'room',
    ];
    const { photoId, width } = await json('store', 'photo', 'add', '--store', slug, ...described);
    const { photos } = await json('store', 'photo', 'list', '--store', slug);
    expect(photos.map(({ kind }: { kind: string }) => kind)).to.deep.equal(['room']);
    expect(width).to.be.greaterThan(255);
    const noPicture = ['--file', 'package.json', '--name', 'No picture', '--kind', 'room'];
    const refused = await admin('store', 'photo', 'add', '--store', slug, ...noPicture);
    expect([refused.code, refused.stderr.split('\n').length]).to.deep.equal([1, 2]);
    await json('store', 'photo', 'remove', '--store', slug, '--photo', photoId);
    expect(await database.modelPhotos.countDocuments()).to.equal(0);
    await json('store', 'photo', 'add', '--store', slug, ...described);
  }

  it('makes a store, connects it, shows its key masked, replays and erases', async () => {
    const { accountId } = await json('account', 'create', '--name', 'Acme');
    const hosts = ['--host', 'Shop.Example', '--host', 'www.shop.example'];
    const made = await json('store', 'create', '--slug', 'acme', '--account', accountId, ...hosts);
    expect(made).to.deep.include({ slug: 'acme', hosts: ['shop.example', 'www.shop.example'] });
    const { storeId } = made;

    const settings = ['--store', 'acme', '--endpoint', 'http://127.0.0.1:9', '--write-key', 'wk_secret_9876'];
    const saved = await json('integration', 'set', ...settings);
    expect(saved).to.include({ state: 'Connected', writeKey: '••••9876' });
    const shown = await admin('integration', 'show', '--store', 'acme');
    expect(shown.stdout).to.equal('Connected to http://127.0.0.1:9 with write key ••••9876.\n');
    expect(await json('integration', 'reseal')).to.deep.equal({ resealed: 0 });
    expect((await json('store', 'list')).stores).to.deep.equal([
      { storeId, slug: 'acme', account: accountId, hosts: made.hosts, integration: 'Connected' },
    ]);

    const at = new Date();
    const forward = {
      state: 'dropped',
      since: at,
      attempt: 8,
      retryAfterCount: 0,
      deferrals: 0,
      jobs: 3,
    } as const;
    const event: EventDoc = {
      _id: `${storeId}.e-1`,
      store: storeId,
      event: 'Session Started',
      anonymousId: 'visitor',
      sessionId: null,
      properties: {},
      timestamp: at,
      receivedAt: at,
      bot: false,
      forward,
      keepUntil: new Date(Date.now() + 1e8),
    };
    await database.events.create(event);
    expect(await json('deliveries', 'list', '--store', 'acme')).to.deep.equal({ deliveries: [] });
    expect(await json('deliveries', 'replay', '--store', 'acme')).to.deep.equal({ replayed: 1, more: false });
    const replayed = await database.events.findById(event._id).lean<EventDoc>();
    expect(replayed!.forward).to.include({ state: 'pending', attempt: 0, jobs: 4 });
    const visitor = ['--store', 'acme', '--anonymous-id', 'visitor'];
    const erased = { events: 1, orders: 0, photos: 0, looks: 0, renders: 0, otherIds: [] };
    expect(await json('visitor', 'erase', ...visitor)).to.deep.equal(erased);
  });

  it('sets order webhooks up, shows a secret that it made once, and prints KPIs with revenue', async () => {
    const { accountId } = await json('account', 'create', '--name', 'Orders');
    const account = ['--account', accountId, '--host', 'orders.example'];
    const { storeId } = await json('store', 'create', '--slug', 'orders', ...account);
    const webhook = ['store', 'order-webhook', '--store', 'orders', '--platform'];
    const shopify = await json(...webhook, 'shopify', '--secret', 'client-secret');
    expect(shopify.url).to.match(/^http.*\/webhooks\/orders\/orders\/shopify$/);
    expect(shopify).not.to.have.property('secret');
    const generic = await admin(...webhook, 'generic');
    expect(generic.stdout).to.match(/\/webhooks\/orders\/orders\/generic\nSecret, shown only now:\nwhsec_/);
    const missing = await admin(...webhook, 'shopify');
    expect([missing.code, missing.stdout]).to.deep.equal([1, '']);
    expect(missing.stderr).to.match(/^secret is required/);

    const day = new Date().toISOString().slice(0, 10);
    const counters = { ...noKpis(), sessions: 4, orders: 1, convertedSessions: 1 };
    const revenue = { EUR: { revenue: 12_990, strictRevenue: 5000 } };
    await database.kpiDays.create({ _id: `${storeId}.${day}`, store: storeId, day, counters, revenue });
    const shown = await admin('kpi', 'show', '--store', 'orders');
    expect(shown.stdout).to.match(/\ntotal .* 25\.0 % +129\.90 EUR \(50\.00\)\n/);
  });

  it('counts the KPIs of a store again from its raw events', async () => {
    const { accountId } = await json('account', 'create', '--name', 'Counted');
    const named = ['--slug', 'counted', '--account', accountId, '--host', 'counted.example'];
    const { storeId } = await json('store', 'create', ...named);
    const at = new Date();
    const events = ['Session Started', 'Try On Started', 'Try On Started'].map((event, index) => ({
      _id: `${storeId}.e${index}`,
      store: storeId,
      event,
      anonymousId: 'visitor',
      sessionId: 's',
      properties: {},
      timestamp: at,
      receivedAt: at,
      bot: false,
      forward: { state: 'none' as const, since: at, attempt: 0, retryAfterCount: 0, deferrals: 0, jobs: 1 },
      keepUntil: new Date(at.getTime() + 86_400_000),
    }));
    await database.events.create(events);
    expect(await json('kpi', 'rebuild', '--store', 'counted')).to.deep.equal({ stores: 1, days: 1 });
    const day = at.toISOString().slice(0, 10);
    const shown = await json('kpi', 'show', '--store', 'counted', '--from', day, '--to', day);
    expect(shown.total).to.include({ sessions: 1, tryOnsStarted: 2, orders: 0, conversion: 0 });
    const wrong = await admin('kpi', 'show', '--store', 'counted', '--from', 'yesterday');
    expect([wrong.code, wrong.stderr.split('\n').length]).to.deep.equal([1, 2]);
  });

  it('changes and deletes a store, and changes an account', async () => {
    const { accountId } = await json('account', 'create', '--name', 'Former');
    const limited = ['--name', 'Present', '--per-minute', '7', '--concurrent', '3'];
    expect(await json('account', 'update', '--account', accountId, ...limited)).to.deep.equal({
      ...{ accountId, name: 'Present', limits: { perMinute: 7, concurrent: 3 } },
    });
    const freed = await json('account', 'update', '--account', accountId, '--per-minute', 'default');
    expect(freed.limits).to.deep.equal({ concurrent: 3 });
    const nothing = await admin('account', 'update', '--account', accountId);
    expect([nothing.code, nothing.stderr.split('\n').length]).to.deep.equal([1, 2]);

    const named = ['--slug', 'moving', '--account', accountId, '--host', 'old.example'];
    const { storeId } = await json('store', 'create', ...named);
    const changes = ['--host', 'New.example', '--name', 'Moving', '--sharing', 'off'];
    expect(await json('store', 'update', '--store', 'moving', ...changes)).to.deep.equal({
      ...{ storeId, slug: 'moving', name: 'Moving', hosts: ['new.example'] },
      settings: { ...defaultSettings, sharingEnabled: false },
    });
    await testSettings('moving');
    await testModelPhotos('moving');
    await database.kpiDays.create({ _id: `${storeId}.2026-01-31`, store: storeId, day: '2026-01-31' });
    await database.deliveries.create({ _id: storeId, deliveries: [] });
    const refused = await admin('store', 'delete', '--store', 'moving', '--confirm', 'other');
    expect([refused.code, await database.stores.countDocuments({ slug: 'moving' })]).to.deep.equal([1, 1]);
    const deleted = await json('store', 'delete', '--store', 'moving', '--confirm', 'moving');
    expect(deleted).to.deep.equal({ deleted: 'moving', images: 0 });
    expect(await database.stores.countDocuments({ _id: storeId })).to.equal(0);
    expect(await database.kpiDays.countDocuments({ store: storeId })).to.equal(0);
    expect(await database.deliveries.countDocuments({ _id: storeId })).to.equal(0);
    expect(await database.modelPhotos.countDocuments({ store: storeId })).to.equal(0);
    expect(await readdir(join(dataDir, 'blobs', 'stores')).catch(() => [])).to.deep.equal([]);
  });

  it('prints the URLs of the platform that runs in DATA_DIR', async () => {
    const { accountId } = await json('account', 'create', '--name', 'Running');
    await json('store', 'create', '--slug', 'running', '--account', accountId, '--host', 'running.example');
    const running = { mongoUri: env.MONGODB_URI, redisUrl: env.REDIS_URL, apiUrl: 'http://127.0.0.1:4310' };
    await writeFile(join(dataDir, 'backends.json'), JSON.stringify(running));
    const webhook = ['store', 'order-webhook', '--store', 'running', '--platform', 'generic'];
    const { url } = await json(...webhook);
    expect(url).to.equal('http://127.0.0.1:4310/webhooks/orders/running/generic');
    await rm(join(dataDir, 'backends.json'));
  });

  it('says in one line what is wrong', async () => {
    const unknown = await admin('integration', 'show', '--store', 'unknown');
    expect([unknown.code, unknown.stderr]).to.deep.equal([1, 'There is no store unknown; see store list.\n']);
    const inside = await admin('integration', 'set', '--store', 'acme', '--endpoint', 'https://10.0.0.1');
    expect([inside.code, inside.stderr.split('\n').length]).to.deep.equal([1, 2]);
    expect(inside.stderr).to.match(/^endpoint .*set OUTBOUND_ALLOW to its host:port/);
    const incomplete = await admin('integration', 'set', '--store', 'acme', '--endpoint', 'shop.example');
    expect(incomplete.stderr).to.match(/^endpoint is not a complete URL; write it as https:\/\/host\/path/);
    expect(incomplete.stderr).not.to.contain('OUTBOUND_ALLOW');
  });
});
