import { expect } from 'chai';
import { grantCredits } from '../../../../shared/credits/credits.ts';
import { createKey } from '../../../../shared/keys/keys.ts';
import { loadSecretBox } from '../../../../shared/secrets/load-secret-box.ts';
import { createStore } from '../../../../shared/stores/stores.ts';
import { openWebhookSecrets } from '../../../../shared/webhooks/webhook-settings.ts';
import { signUp, type Visitor } from '../../../support/people.ts';
import {
  call,
  eventually,
  photo,
  startPlatform,
  type TestPlatform,
  visualize,
  visualizeBody,
} from '../../../support/platform.ts';
import { type StripeServer, startStripeServer } from '../../../support/stripe-server.ts';
import { startTrackEndpoint, type TrackEndpoint } from '../../../support/track-endpoint.ts';

const STRIPE_SECRET_KEY = 'sk_test_123';
const nasty = '"><script>alert(1)</script>';

/** The value of a hidden field. */
const readField = (html: string, name: string) =>
  new RegExp(`name="${name}" value="([^"]+)"`).exec(html)?.[1] ?? '';
/** The key or secret that a page shows. */
const readSecret = (html: string) => /(?:service_(?:live|test)_|whsec_)[\w+/=]+/.exec(html)?.[0] ?? '';

describe('the pages of /developers', () => {
  let platform: TestPlatform;
  let stripe: StripeServer;
  let receiver: TrackEndpoint;
  let ada: Visitor;
  let bea: Visitor;
  let account: string;
  before(async () => {
    stripe = await startStripeServer(STRIPE_SECRET_KEY);
    receiver = await startTrackEndpoint();
    platform = await startPlatform({
      allow: [receiver.allow],
      env: {
        ...{ STRIPE_SECRET_KEY, STRIPE_WEBHOOK_SECRET: 'whsec_456', STRIPE_URL: stripe.url },
        ...{ CREDIT_PACKS: '100=19.00', RENDER_PROVIDERS: 'cog', SUPPORT_EMAIL: 'desk@example.com' },
      },
    });
    ada = await signUp(platform, 'ada@example.com', 'Ada');
    bea = await signUp(platform, 'bea@example.com', 'Bea');
    account = (await platform.database.accounts.findOne({ name: 'Ada' }).lean())!._id;
  });
  after(async () => {
    await platform.close();
    stripe.close();
    receiver.close();
  });

  const submit = (path: string, fields: Record<string, string>, page = path, visitor = ada) =>
    visitor.submit(path, fields, page);

  it('lead from the sign-up to a key and a call that runs, on one page', async () => {
    const empty = await ada.get('/developers');
    expect(empty.text).to.include('Create test key').and.include(account);
    const made = await submit(
      '/developers/keys',
      { name: 'First key', mode: 'test', back: 'overview' },
      '/developers',
    );
    expect([made.status, made.location]).to.deep.equal([303, '/developers?done=key']);
    const shown = (await ada.get('/developers?done=key')).text;
    const key = readSecret(shown);
    expect(key).to.match(/^service_test_/);
    expect(shown).to.include(`Bearer ${key}`).and.include('/docs/samples/request.json');
    expect((await call(platform, 'GET', '/credits', key)).body.account).to.equal(account);
    expect((await ada.get('/developers')).text).not.to.include(key);
  });

  it('render the sample once and free of charge, however often the form is sent', async () => {
    const page = (await ada.get('/developers')).text;
    const fields = { token: readField(page, 'token'), attempt: readField(page, 'attempt') };
    const sent = await Promise.all([1, 2].map(() => ada.post('/developers/sample', fields)));
    expect(sent.map(({ status }) => status)).to.deep.equal([303, 303]);
    const mine = { account, keyId: `portal:${account}` };
    const [render, ...others] = await platform.database.renders.find(mine).lean();
    expect(others).to.deep.equal([]);
    expect(render).to.include({ mode: 'test' });
    expect(render).not.to.have.property('holdId');
    expect((await ada.get('/developers')).text)
      .to.include('Newest images')
      .and.include(render!.requestId);
  });

  it('show the image of a render to its account alone', async () => {
    const { database } = platform;
    await grantCredits(database, { account, grantId: 'grant_ada', amount: 1, at: new Date() });
    const { key } = await createKey(database.keys, { account, mode: 'live', name: 'live' });
    const rendered = await visualize(platform, key, await visualizeBody());
    const path = `/developers/renders/${rendered.headers.get('x-render-id')}/image`;
    expect((await ada.get('/developers')).text).to.include(path);
    const image = await ada.get(path);
    expect([image.status, image.headers.get('content-type')]).to.deep.equal([200, 'image/webp']);
    expect((await bea.get(path)).status).to.equal(404);
    expect((await ada.get('/developers/credits')).text).to.include('Charged');
  });

  it('create, roll and revoke keys with their bounds, and note it in the audit log', async () => {
    const made = await submit('/developers/keys', {
      ...{ name: 'shop', mode: 'live', 'scope-render': 'on', creditsPerDay: '5' },
      addresses: '127.0.0.1\n203.0.113.0/24',
    });
    expect(made.location).to.equal('/developers/keys?done=key');
    const first = readSecret((await ada.get('/developers/keys?done=key')).text);
    const saved = (await platform.database.keys.findOne({ account, name: 'shop' }).lean())!;
    expect(saved).to.deep.include({
      scopes: ['render'],
      creditsPerDay: 5,
      addresses: ['127.0.0.1/32', '203.0.113.0/24'],
    });
    const rolled = await submit(`/developers/keys/${saved._id}/roll`, { overlap: '24' }, '/developers/keys');
    expect(rolled.location).to.equal('/developers/keys?done=rolled');
    const second = readSecret((await ada.get('/developers/keys?done=rolled')).text);
    expect(second)
      .to.match(/^service_live_/)
      .and.not.equal(first);
    await submit(`/developers/keys/${saved._id}/revoke`, {}, '/developers/keys');
    expect((await call(platform, 'GET', '/credits', first)).status).to.equal(401);
    expect((await call(platform, 'GET', '/credits', second)).status).to.equal(200);
    const entries = await platform.database.audit.find({ account, 'subject.kind': 'key' }).lean();
    expect(entries.map(({ action }) => action)).to.include.members(['key.create', 'key.roll', 'key.revoke']);
    expect(JSON.stringify(entries)).not.to.include(first).and.not.to.include(second);
  });

  it('make one key and one roll of a form that is sent twice, and show the key both times', async () => {
    const { keys, audit } = platform.database;
    const read = async () => {
      const { text } = await ada.get('/developers/keys');
      return { text, token: readField(text, 'token'), attempt: readField(text, 'attempt') };
    };
    const { token, attempt } = await read();
    const order = { token, attempt, name: 'twice', mode: 'test', 'scope-read': 'on' };
    const shown: string[] = [];
    for (const fields of [order, order, { ...order, creditsPerDay: '7' }]) {
      expect((await ada.post('/developers/keys', fields)).status).to.equal(303);
      shown.push(readSecret((await read()).text));
    }
    expect(shown[1]).to.equal(shown[0]);
    expect(shown[2]).to.not.equal(shown[0]);
    const made = await keys.find({ account, name: 'twice' }).sort({ createdAt: 1 }).lean();
    expect(made.map(({ creditsPerDay }) => creditsPerDay)).to.deep.equal([undefined, 7]);

    const page = await read();
    const roll = { token: page.token, attempt: page.attempt, overlap: '24' };
    const path = `/developers/keys/${made[0]!._id}/roll`;
    const rolls = await Promise.all([1, 2].map(() => ada.post(path, roll)));
    expect(rolls.map(({ status }) => status)).to.deep.equal([303, 303]);
    const rolled = readSecret((await read()).text);
    await ada.post(path, roll);
    expect(readSecret((await read()).text))
      .to.equal(rolled)
      .and.not.equal(shown[0]);
    expect(await keys.countDocuments({ account, name: 'twice' })).to.equal(3);
    const entries = await audit.find({ account, 'subject.name': 'twice' }).lean();
    expect(entries.map(({ action }) => action).sort()).to.deep.equal([
      'key.create',
      'key.create',
      'key.roll',
    ]);
    expect((await ada.post('/developers/keys', { ...order, attempt: '' })).status).to.equal(422);
  });

  it('show mistakes beside their fields and keep what was entered', async () => {
    const refused = await submit('/developers/keys', {
      name: nasty,
      mode: 'live',
      addresses: 'nowhere',
      'scope-read': 'on',
    });
    expect(refused.status).to.equal(422);
    expect(refused.text).to.include('must be an address or a network').and.not.include(nasty);
    expect(refused.text).to.include('nowhere</textarea>');
  });

  it('escape what people and callers write', async () => {
    await submit('/developers/keys', { name: nasty, mode: 'test', 'scope-read': 'on' });
    const { text } = await ada.get('/developers/keys');
    expect(text).to.include('&quot;>&lt;script>').and.not.include(nasty);
    const key = readSecret(text);
    await call(platform, 'GET', '/credits', key, { 'X-Request-Id': 'x=/<b>' });
    await visualize(platform, key, { '<img src=x onerror=alert(1)>': 1, sceneImage: 'x', products: [] });
    await eventually(
      async () => (await platform.database.requests.countDocuments({ account, status: { $gte: 400 } })) > 0,
    );
    const log = (await ada.get('/developers/requests')).text;
    expect(log).not.to.include('<img src=x').and.not.include('<b>');
  });

  it('explain a refused call under the address that its response names', async () => {
    await submit('/developers/keys', {
      name: 'reader',
      mode: 'test',
      'scope-render': 'on',
      'scope-read': 'on',
      'scope-manage': 'on',
    });
    const key = readSecret((await ada.get('/developers/keys')).text);
    const refused = await visualize(platform, key, { ...(await visualizeBody()), aspect: 'square' });
    const path = new URL(refused.headers.get('x-request-log')!).pathname;
    await eventually(async () => (await ada.get(path)).status === 200);
    const page = (await ada.get(path)).text;
    expect(page)
      .to.include('INVALID_INPUT')
      .and.include('aspect')
      .and.include(refused.headers.get('x-request-id'));
    expect((await ada.get('/developers/requests?outcome=failed')).text)
      .to.include(path)
      .and.include('Refused in the last hour');
    expect((await bea.get(path)).status).to.equal(404);
    const found = await ada.get(`/developers/requests?request=${refused.headers.get('x-request-id')}&code=`);
    expect([found.status, found.location]).to.deep.equal([303, path]);
  });

  it('save a webhook, show its secret once, test it, roll it and list deliveries with their bodies', async () => {
    const bad = await submit('/developers/webhooks', { url: 'http://127.0.0.1:1/x' });
    expect(bad.status).to.equal(422);
    await submit('/developers/webhooks', { url: receiver.url });
    const first = readSecret((await ada.get('/developers/webhooks?done=url')).text);
    expect(first).to.match(/^whsec_/);
    expect((await ada.get('/developers/webhooks')).text).not.to.include(first);
    const tested = await submit(
      '/developers/webhooks/test',
      { type: 'render.succeeded' },
      '/developers/webhooks',
    );
    expect(tested.location).to.equal('/developers/webhooks?done=tested#deliveries');
    const page = (await ada.get('/developers/webhooks?done=tested')).text;
    expect(page).to.include('render.succeeded').and.include('imageUrl').and.include('The test was delivered');
    const text = (await ada.get('/developers/webhooks')).text;
    const twice = { token: readField(text, 'token'), attempt: readField(text, 'attempt') };
    const rolled: string[] = [];
    for (const fields of [twice, twice]) {
      await ada.post('/developers/webhooks/roll', fields);
      rolled.push(readSecret((await ada.get('/developers/webhooks')).text));
    }
    expect(rolled[0])
      .to.match(/^whsec_/)
      .and.not.equal(first);
    expect(rolled[1]).to.equal(rolled[0]);
    const { webhook } = (await platform.database.accounts.findById(account).lean())!;
    const box = await loadSecretBox(platform.config);
    expect(openWebhookSecrets(box, account, webhook!)).to.deep.equal([rolled[0], first]);
    expect((await bea.get('/developers/webhooks')).text).not.to.include(receiver.url);
  });

  it('show a call with its phases, the attempts of providers and of webhooks, and its replay', async () => {
    const { key } = await createKey(platform.database.keys, { account, mode: 'test', name: 'watched' });
    const headers = { 'idempotency-key': 'watched-1' };
    const body = await visualizeBody();
    const rendered = await visualize(platform, key, body, headers);
    const replayed = await visualize(platform, key, body, headers);
    const [path, again] = [rendered, replayed].map(
      (response) => `/developers/requests/${response.headers.get('x-request-id')}`,
    ) as [string, string];
    await eventually(async () => (await ada.get(path)).text.includes('Webhook attempts'));
    expect((await ada.get(path)).text)
      .to.include('Waiting for a worker')
      .and.include('Provider attempts')
      .and.include('delivered')
      .and.not.include('the Idempotency-Key was used before');
    await eventually(async () => (await ada.get(again)).text.includes('the Idempotency-Key was used before'));
  });

  it('open one checkout for the amount that was chosen, also when the form is sent twice', async () => {
    const page = (await ada.get('/developers/credits')).text;
    expect(page).to.include('100 credits for €19.00');
    const fields = { token: readField(page, 'token'), attempt: readField(page, 'attempt'), credits: '100' };
    const sent = await Promise.all([1, 2].map(() => ada.post('/developers/credits/top-up', fields)));
    const urls = sent.map(({ text }) => /http-equiv="refresh" content="0;url=([^"]+)"/.exec(text)?.[1]);
    expect(new Set(urls).size).to.equal(1);
    expect(urls[0]).to.match(/^https:\/\/checkout\.stripe\.example\//);
    expect(stripe.checkouts.size).to.equal(1);
    const forged = await ada.post('/developers/credits/top-up', { ...fields, credits: '1' });
    expect(forged.status).to.equal(400);
  });

  it('have the ledger as CSV', async () => {
    const { headers, text } = await ada.get('/developers/credits/ledger.csv');
    expect(headers.get('content-type')).to.include('text/csv');
    expect(text).to.match(/^at,id,movement,credits,key,render,reason\r\n/);
  });

  it('show the movements of a store and of a day alone, as CSV too', async () => {
    const { database } = platform;
    await createStore(database.stores, { account, slug: 'ada-shop', hosts: ['ada.example'] });
    const movement = { account, kind: 'release', amount: 1, keyId: 'store:ada-shop' } as const;
    await database.ledger.create([
      { ...movement, _id: 'hold_first', renderId: 'rnd_first', at: new Date('2026-01-01T12:00:00Z') },
      { ...movement, _id: 'hold_second', renderId: 'rnd_second', at: new Date('2026-01-02T12:00:00Z') },
    ]);
    const ofStore = (await ada.get('/developers/credits?key=store%3Aada-shop')).text;
    expect(ofStore).to.include('Store ada-shop</td>').and.include('rnd_first').and.include('rnd_second');
    const ofDay = (await ada.get('/developers/credits?from=2026-01-01&to=2026-01-02')).text;
    expect(ofDay).to.include('rnd_first').and.include('value="2026-01-02"').and.not.include('rnd_second');
    const link = /href="(\/developers\/credits\/ledger\.csv[^"]+)"/.exec(ofDay)![1]!.replaceAll('&amp;', '&');
    const { text } = await ada.get(link);
    expect(text).to.include('rnd_first').and.not.include('rnd_second');
    expect((await ada.get('/developers/credits?from=2025-01-01&to=2025-01-02')).text).to.include(
      'No movement fits.',
    );
  });

  it('say what is limited and kept', async () => {
    const { text } = await ada.get('/developers/limits');
    expect(text)
      .to.include('100000 with each key')
      .and.include('30 days, without bodies')
      .and.include(`mailto:desk@example.com?subject=Larger%20limits%20for%20${account}`);
  });

  it('say how much of the limits each key uses now, and all keys of its mode together', async () => {
    const { renders, keys } = platform.database;
    const { key, keyId } = await createKey(keys, { account, mode: 'test', name: 'busy' });
    const body = { ...(await visualizeBody()), sceneImage: 'https://simulate.test/success?seconds=60' };
    const rendering = visualize(platform, key, body);
    const readRow = async (name: string) => {
      const { text } = await ada.get('/developers/limits');
      const row = new RegExp(`>${name}</t[hd]>(.*?)</tr>`).exec(text.slice(text.indexOf('Used now')))?.[1];
      return [...(row ?? '').matchAll(/(\d+) of (\d+)/g)].map(([, used, limit]) => [used, limit].map(Number));
    };
    await eventually(async () => (await readRow('busy'))[1]?.[0] === 1);
    const [thisMinute, atOnce] = await readRow('busy');
    expect(thisMinute).to.deep.equal([1, 100_000]);
    const [, together] = await readRow('All test keys');
    expect(together![0]).to.equal(1);
    expect(together![1]).to.be.above(atOnce![1]!);
    await eventually(async () => (await renders.countDocuments({ account, keyId })) === 1);
    const { _id } = (await renders.findOne({ account, keyId }).lean())!;
    await call(platform, 'DELETE', `/visualize/${_id}`, key);
    expect((await rendering).body.code).to.equal('CANCELLED');
    await eventually(async () => (await readRow('busy'))[1]![0] === 0);
  });

  it('delete all images of the account, and say how many', async () => {
    const { database } = platform;
    const { key } = await createKey(database.keys, { account, mode: 'test', name: 'images' });
    const { key: others } = await platform.account();
    const body = await visualizeBody();
    const ids = await Promise.all(
      [key, others].map(async (each) => (await visualize(platform, each, body)).headers.get('x-render-id')),
    );
    const uploaded = await fetch(`${platform.url}/files`, {
      method: 'POST',
      headers: { authorization: `Bearer ${key}`, 'content-type': 'image/jpeg' },
      body: new Uint8Array(await photo()),
    });
    expect(uploaded.status).to.equal(201);
    const kept = { account, outputUntil: { $gt: new Date() } };
    const renders = await database.renders.countDocuments(kept);
    expect(renders).to.be.above(0);
    const done = await submit('/developers/limits/delete-images', {}, '/developers/limits');
    expect(done.location).to.equal(`/developers/limits?renders=${renders}&files=1`);
    expect((await ada.get(done.location!)).text).to.include('and 1 uploaded file.');
    const statuses = [];
    for (const [index, each] of [key, others].entries())
      statuses.push((await call(platform, 'GET', `/visualize/${ids[index]}/image`, each)).status);
    expect(statuses).to.deep.equal([410, 200]);
    expect((await call(platform, 'DELETE', '/visualize', key)).body).to.deep.equal({ renders: 0, files: 0 });
    expect((await call(platform, 'GET', `/visualize/${ids[0]}`, key)).body.imageDeletedAt).to.be.a('string');
    // What is over is deleted by the sweeper.
    const over = {
      account,
      $or: [{ outputUntil: { $gt: new Date() } }, { inputsUntil: { $gt: new Date() } }],
    };
    expect(await database.renders.countDocuments(over)).to.equal(0);
    expect(await database.files.countDocuments({ account, until: { $gt: new Date() } })).to.equal(0);
  });

  it('take no form of another site, without its token, or for a key of another account', async () => {
    const { _id } = (await platform.database.keys.findOne({ account }).lean())!;
    const token = readField((await ada.get('/developers/keys')).text, 'token');
    const foreign = await ada.post(
      '/developers/keys',
      { token, name: 'x', mode: 'test' },
      { 'sec-fetch-site': 'cross-site' },
    );
    expect(foreign.status).to.equal(403);
    expect((await ada.post('/developers/keys', { name: 'x', mode: 'test' })).status).to.equal(403);
    for (const act of ['roll', 'revoke'])
      expect((await submit(`/developers/keys/${_id}/${act}`, {}, '/developers/keys', bea)).status).to.equal(
        404,
      );
  });
});
