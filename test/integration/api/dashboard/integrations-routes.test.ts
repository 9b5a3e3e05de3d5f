import { expect } from 'chai';
import { dashboardRoutes } from '../../../../api/dashboard/routes.ts';
import { addDelivery } from '../../../../shared/deliveries/list-deliveries.ts';
import { integrationView } from '../../../../shared/integrations/integrations.ts';
import { orderDocId } from '../../../../shared/orders/order-model.ts';
import { openOrderSecrets } from '../../../../shared/orders/order-webhooks.ts';
import { loadSecretBox } from '../../../../shared/secrets/load-secret-box.ts';
import type { StoreDoc } from '../../../../shared/stores/store-model.ts';
import { keepEvent } from '../../../support/keep-event.ts';
import { addStore, type Merchant, signUpMember } from '../../../support/merchants.ts';
import { startPlatform, type TestPlatform } from '../../../support/platform.ts';
import { startTrackEndpoint, type TrackEndpoint } from '../../../support/track-endpoint.ts';

const writeKey = 'wk_live_abcd1234';
const path = '/dashboard/acme/integrations';

describe('the Integrations page', () => {
  let platform: TestPlatform;
  let endpoint: TrackEndpoint;
  let mia: Merchant;
  let store: StoreDoc;

  before(async () => {
    endpoint = await startTrackEndpoint();
    platform = await startPlatform({ workers: 0, allow: [endpoint.allow] });
    mia = await signUpMember(platform, { name: 'Mia', roles: ['merchant'] });
    store = await addStore(platform, { account: mia.account, slug: 'acme', name: 'Acme' });
  });
  after(async () => {
    await platform.close();
    endpoint.close();
  });

  const read = async () => (await platform.database.stores.findById(store._id).lean<StoreDoc>())!;
  const state = async () => (await read()).integration.state;
  const submit = (fields: Record<string, string>, verb = '') => mia.visitor.submit(path + verb, fields, path);
  const save = (fields: Record<string, string> = { writeKey }) =>
    submit({ endpoint: endpoint.url, ...fields });

  it('shows a store without an endpoint as not connected', async () => {
    const { text, status } = await mia.visitor.get(path);
    expect(status).to.equal(200);
    expect(text).to.include('Not connected').and.include('Endpoint URL').and.include('Write key');
    expect(text).not.to.include('Send a test event</span>');
  });

  it('requires a write key unless a proxy authenticates the requests', async () => {
    const refused = await save({ writeKey: '' });
    expect(refused.status).to.equal(422);
    expect(refused.text).to.include('Enter the write key, or say below that a proxy');
    expect(await state()).to.equal('Not connected');
    expect((await save({ proxy: 'yes' })).location).to.equal(`${path}?done=saved`);
    expect((await read()).integration).to.include({ state: 'Connected', endpoint: endpoint.url });
    expect((await read()).integration).not.to.have.property('writeKey');
    expect((await save({ proxy: 'yes', writeKey })).status).to.equal(422);
    await submit({}, '/remove');
  });

  it('saves as the API does, shows Connected, and keeps the key when the field is empty', async () => {
    expect((await save()).location).to.equal(`${path}?done=saved`);
    expect((await save({ writeKey: '' })).location).to.equal(`${path}?done=saved`);
    const { text } = await mia.visitor.get(`${path}?done=saved`);
    const view = integrationView(await read());
    expect(view).to.include({ state: 'Connected', endpoint: endpoint.url, writeKey: '••••1234' });
    expect(text).to.include('>Connected<').and.include(`value="${endpoint.url}"`).and.include(view.writeKey!);
    expect(text).not.to.include(writeKey);
  });

  for (const [problem, fields, message] of [
    [
      'another host without its key',
      { endpoint: 'https://93.184.215.14', writeKey: '' },
      /Write key .* again/,
    ],
    ['no URL', { endpoint: 'nonsense', writeKey }, /Endpoint URL/],
    ['an empty URL', { endpoint: '', writeKey }, /Endpoint URL/],
    ['a private address', { endpoint: 'https://10.0.0.1', writeKey }, /Endpoint URL/],
    ['a key with spaces in it', { endpoint: 'https://analytics.example', writeKey: 'a b' }, /Write key/],
  ] as const) {
    it(`says beside its field what is wrong with ${problem}, and saves nothing`, async () => {
      const before = await read();
      const { status, text } = await submit(fields);
      expect(status).to.equal(422);
      const errors = [...text.matchAll(/class="field-error" id="[^"]+">.*?<\/svg>([^<]*)</g)].map(
        ([, error]) => error,
      );
      expect(errors.join(' ')).to.match(message);
      expect(text).to.include('aria-invalid');
      if (fields.writeKey) expect(text).not.to.include(`value="${fields.writeKey}"`);
      expect(await read()).to.deep.equal(before);
    });
  }

  it('pauses and resumes by hand, and says how to come back', async () => {
    await save();
    expect((await submit({}, '/pause')).location).to.equal(`${path}?done=paused`);
    const paused = await mia.visitor.get(path);
    expect(paused.text).to.include('>Paused<').and.include('You paused it.').and.include('Resume forwarding');
    expect((await submit({}, '/pause')).status).to.equal(409);
    expect((await submit({}, '/resume')).location).to.equal(`${path}?done=resumed`);
    expect(await state()).to.equal('Connected');
  });

  it('sends a test event with the saved key, and shows the response', async () => {
    await save();
    endpoint.calls.length = 0;
    endpoint.answer = (_call, res) => void res.writeHead(401).end('<b>bad</b> key');
    expect((await submit({}, '/test')).location).to.equal(`${path}?done=refused`);
    const { text } = await mia.visitor.get(`${path}?done=refused`);
    expect(text).to.include('>Paused<').and.include('The endpoint rejected the write key.');
    expect(text).to.include('Service Test Event').and.include('&lt;b>bad&lt;/b> key').and.include('>401<');
    endpoint.answer = (_call, res) => void res.end('ok');
    expect((await submit({}, '/test')).location).to.equal(`${path}?done=delivered`);
    expect(await state()).to.equal('Connected');
    const sent = Buffer.from(`${writeKey}:`).toString('base64');
    expect(endpoint.calls[0]!.headers.authorization).to.equal(`Basic ${sent}`);
  });

  it('removes endpoint and key, and records every change in the audit log without a secret', async () => {
    await save();
    expect((await submit({}, '/remove')).location).to.equal(`${path}?done=removed`);
    expect((await read()).integration).not.to.have.any.keys('endpoint', 'writeKey');
    const entries = await platform.database.audit.find({ account: mia.account }).lean();
    const actions = entries.map(({ action }) => action);
    expect(actions).to.include.members([
      'integration.save',
      'integration.pause',
      'integration.resume',
      'integration.test',
      'integration.remove',
    ]);
    expect(JSON.stringify(entries)).not.to.include(writeKey);
  });

  it('shows a generated secret of the order webhooks once', async () => {
    const shown = await submit({ platform: 'woocommerce', secret: '' }, '/order-webhook');
    expect(shown.status).to.equal(200);
    expect(shown.headers.get('cache-control')).to.equal('no-store');
    const box = await loadSecretBox(platform.config);
    const [secret] = openOrderSecrets(box, await read(), 'woocommerce');
    expect(shown.text).to.include(secret!).and.include('shown only now');
    const again = (await mia.visitor.get(path)).text;
    expect(again).not.to.include(secret!);
    expect(again).to.include('/webhooks/orders/acme/woocommerce');
    const missing = await submit({ platform: 'shopify', secret: '' }, '/order-webhook');
    expect(missing.status).to.equal(422);
    expect(missing.text).to.include('Secret is required');
    const given = await submit({ platform: 'shopify', secret: 'shpss_12345678' }, '/order-webhook');
    expect(given.location).to.equal(`${path}?done=secret`);
  });

  it('shows what was sent and what came back, and is brought up to date while it is connected', async () => {
    await save();
    endpoint.answer = (_call, res) => void res.end('a response of the endpoint');
    await submit({}, '/test');
    const event = await keepEvent(platform, store._id, { eventId: 'e-9', state: 'delivered' });
    const attempt = { name: 'Service Session Started', at: new Date(), attempt: 1, ms: 3, answer: 'ok' };
    await addDelivery(platform.database.deliveries, store._id, { ...attempt, event, outcome: 'delivered' });
    const { text } = await mia.visitor.get(path);
    const sent = endpoint.calls.at(-1)!.body.replaceAll('"', '&quot;');
    expect(text).to.include(sent).and.include('a response of the endpoint');
    expect(text).to.include('{&quot;anonymousId&quot;:&quot;visitor&quot;');
    expect(text).to.include('data-refresh-seconds="5"').and.not.include('http-equiv="refresh"');
    await platform.database.events.deleteMany({});
    expect((await mia.visitor.get(path)).text).not.to.include('{&quot;anonymousId&quot;:&quot;visitor&quot;');
    await submit({}, '/pause');
    expect((await mia.visitor.get(path)).text).not.to.include('data-refresh-seconds');
    await submit({}, '/remove');
  });

  it('shows the latest orders, and what they are attributed to', async () => {
    expect((await mia.visitor.get(path)).text).to.include('No order has been reported yet.');
    const tally = { counted: true, attributed: true, currency: 'EUR', revenue: 12_350, strictRevenue: 0 };
    const attribution = {
      ...{ by: 'anonymous_id' as const, anonymousId: 'visitor-77', sessionId: null, sessionDay: null },
      ...{ at: new Date(), productIds: ['sofa-1'], variantIds: [] },
    };
    for (const [orderId, facts] of [
      ['order-1', { tally, attribution }],
      ['order-2', { tally: { ...tally, attributed: false } }],
      ['order-3', { tally: { ...tally, counted: false } }],
      ['order-4', {}],
    ] as const)
      await platform.database.orders.create({
        ...{ _id: orderDocId(store._id, orderId), store: store._id, orderId, platform: 'shopify' },
        ...{ revision: 1, seenAt: new Date(), refunds: [], visitors: [], ...facts },
        keepUntil: new Date(Date.now() + 3_600_000),
      });
    const { text } = await mia.visitor.get(path);
    expect(text).to.match(/order-1<.*?€123\.50.*?To a look.*?sofa-1/s);
    expect(text).to.match(/order-2<.*?Without a look/s);
    expect(text).to.match(/order-3<.*?Not counted/s);
    expect(text).to.match(/order-4<.*?not reported yet/s);
    expect(text).not.to.include('visitor-77');
    expect(text.match(/>None</g)).to.have.lengthOf.at.least(2);
    await platform.database.orders.deleteMany({});
  });

  it('forwards dropped events again, all of a time or one, while it is connected', async () => {
    const dropped = await keepEvent(platform, store._id, { eventId: 'e-1', state: 'dropped' });
    await keepEvent(platform, store._id, { eventId: 'e-2', state: 'delivered' });
    const readState = async (_id: string) =>
      (await platform.database.events.findById(_id).lean())?.forward.state;
    expect((await submit({ time: 'day' }, '/replay')).status).to.equal(409);
    await save();
    expect((await mia.visitor.get(path)).text).to.include('Replay dropped events');
    expect((await submit({ time: 'ever' }, '/replay')).status).to.equal(400);
    expect((await submit({ time: 'hour' }, '/replay')).location).to.equal(`${path}?done=replayed`);
    expect(await readState(dropped)).to.equal('pending');
    expect((await submit({ time: 'hour' }, '/replay')).location).to.equal(`${path}?done=none-replayed`);
    expect((await submit({ eventId: 'e-2' }, '/replay')).location).to.equal(`${path}?done=replayed`);
    expect((await submit({ eventId: 'none' }, '/replay')).status).to.equal(404);
    await platform.database.events.deleteMany({});
  });

  it('offers the settings of a platform', async () => {
    await submit({}, '/remove');
    const { text } = await mia.visitor.get(`${path}?preset=segment`);
    expect(text).to.include('value="https://api.segment.io"').and.include('HTTP API');
    expect((await mia.visitor.get(`${path}?preset=none`)).text).to.include('Any HTTP API');
    await save();
    expect((await mia.visitor.get(`${path}?preset=segment`)).text).to.include(`value="${endpoint.url}"`);
  });

  /** The fields of each form of the dashboard. */
  const forms: Record<string, Record<string, string>> = {
    '/dashboard': { name: 'Other', slug: 'other' },
    '/dashboard/:slug/setup/hosts': { host: 'shop.example' },
    '/dashboard/:slug/setup/hosts/verify': { host: 'never.example' },
    '/dashboard/:slug/setup/hosts/remove': { host: 'shop.example' },
    '/dashboard/:slug/catalog/imports': { from: 'https://shop.example/products.json' },
    '/dashboard/:slug/catalog/import-file': {},
    '/dashboard/:slug/catalog/feed': { do: 'remove' },
    '/dashboard/:slug/catalog/try-out': {},
    '/dashboard/:slug/flows/edit': { do: 'save', name: 'Outfit' },
    '/dashboard/:slug/flows/delete': { flow: 'outfit' },
    '/dashboard/:slug/photos': {},
    '/dashboard/:slug/photos/remove': { photo: 'none' },
    '/dashboard/:slug/looks/end': { look: '0000000000000' },
    '/dashboard/:slug/integrations': { writeKey },
    '/dashboard/:slug/integrations/pause': {},
    '/dashboard/:slug/integrations/resume': {},
    '/dashboard/:slug/integrations/remove': {},
    '/dashboard/:slug/integrations/test': {},
    '/dashboard/:slug/integrations/replay': { time: 'month' },
    '/dashboard/:slug/integrations/order-webhook': { platform: 'generic', secret: '' },
    '/dashboard/:slug/appearance': { name: 'Acme', accent: '', radius: '8', language: '' },
    '/dashboard/:slug/appearance/words': { of: 'en', 'photo.title': 'Start here' },
    '/dashboard/:slug/appearance/logo': {},
    '/dashboard/:slug/appearance/logo/remove': {},
    '/dashboard/:slug/appearance/preview': { name: 'Acme', accent: '', radius: '8', language: '' },
    '/dashboard/:slug/settings/checkout': { 'checkout.platform': 'none' },
    '/dashboard/:slug/settings/limits': { photoHours: '24' },
    '/dashboard/:slug/settings/privacy': { consent: 'required' },
    '/dashboard/:slug/settings/erase': { visitor: 'visitor' },
  };

  it('forwards nothing that a merchant does anywhere, except the test events that they ask for', async () => {
    const posts = dashboardRoutes.filter(({ method }) => method === 'post').map((route) => route.path);
    expect(Object.keys(forms)).to.have.members(posts);
    endpoint.calls.length = 0;
    for (const { method, path: pattern } of dashboardRoutes) {
      const page = pattern.replace(':slug', 'acme');
      if (method === 'get') await mia.visitor.get(page);
      else {
        if ((await state()) !== 'Connected') await save();
        await mia.visitor.submit(page, { endpoint: endpoint.url, ...forms[pattern] }, '/dashboard');
      }
    }
    expect(endpoint.calls.map(({ body }) => JSON.parse(body).event)).to.deep.equal(['Service Test Event']);
    expect(await platform.database.events.countDocuments()).to.equal(0);
  });
});
