import { expect } from 'chai';
import type { Express } from 'express';
import request from 'supertest';
import { buildApp } from '../../../../api/app.ts';
import { mountRoutes } from '../../../../api/http/mount-routes.ts';
import { integrationRoutes } from '../../../../api/integrations/routes.ts';
import { resealWriteKeys } from '../../../../shared/integrations/integrations.ts';
import {
  changeIntegration,
  type IntegrationTransition,
  integrationTransitions,
} from '../../../../shared/integrations/transitions.ts';
import { createKey } from '../../../../shared/keys/keys.ts';
import { createRegistry } from '../../../../shared/metrics/registry.ts';
import { createOutbound, type Outbound } from '../../../../shared/outbound/outbound.ts';
import { createSecretBox } from '../../../../shared/secrets/secret-box.ts';
import { integrationStates, type StoreDoc } from '../../../../shared/stores/store-model.ts';
import { type EventBackends, log, makeStore, openEventBackends } from '../../../support/events-app.ts';
import { startTrackEndpoint, type TrackEndpoint } from '../../../support/track-endpoint.ts';

const secrets = createSecretBox([Buffer.alloc(32, 7)]);
const writeKey = 'wk_live_abcd1234';

describe('the integration of a store', () => {
  let stores: EventBackends;
  let endpoint: TrackEndpoint;
  let outbound: Outbound;
  let app: Express;
  let store: StoreDoc;
  let key: string;

  beforeEach(async () => {
    [stores, endpoint] = await Promise.all([openEventBackends(), startTrackEndpoint()]);
    outbound = createOutbound({ allow: [endpoint.allow] }, { lookup: async () => ['93.184.215.14'] });
    const { database, queue } = stores;
    const router = mountRoutes(integrationRoutes, {
      ...database,
      queue,
      outbound,
      secrets,
      audit: async () => undefined,
    });
    app = buildApp({ log, trustProxy: 0, registry: createRegistry('api'), routers: [router] });
    store = await makeStore(stores, 'acme');
    ({ key } = await createKey(database.keys, { account: 'acc_1', mode: 'live', name: 'k' }));
  });
  afterEach(async () => {
    endpoint.close();
    await outbound.close();
    await stores.close();
  });

  const call = (method: 'get' | 'put' | 'post' | 'delete', path = '', bearer = key) =>
    request(app)[method](`/api/stores/acme/integration${path}`).set('Authorization', `Bearer ${bearer}`);
  const save = (body: object) => call('put').send(body);
  const stored = async () => (await stores.database.stores.findById(store._id).lean<StoreDoc>())!.integration;

  it('is not connected at first, connected once an endpoint is saved, and not after it is removed', async () => {
    expect((await call('get')).body).to.deep.equal({ state: 'Not connected' });
    const saved = await save({ endpoint: endpoint.url });
    expect(saved.body).to.deep.include({ state: 'Connected', endpoint: endpoint.url });
    expect(saved.body).not.to.have.property('writeKey');
    expect((await call('delete')).body).to.include({ state: 'Not connected' });
    expect(await stored()).not.to.have.any.keys('endpoint', 'writeKey', 'writeKeyHint');
  });

  it('keeps the write key sealed and shows its last four characters only', async () => {
    const saved = await save({ endpoint: endpoint.url, writeKey });
    expect(saved.body.writeKey).to.equal('••••1234');
    expect(JSON.stringify(await stored())).not.to.contain('wk_live');
    expect(secrets.open((await stored()).writeKey!, store._id)).to.equal(writeKey);
    await save({ endpoint: `${endpoint.url}/v2` });
    expect((await call('get')).body.writeKey).to.equal('••••1234');
    expect((await save({ endpoint: endpoint.url, writeKey: '' })).body).not.to.have.property('writeKey');
  });

  it('requires the write key again when the endpoint moves to another host', async () => {
    await save({ endpoint: endpoint.url, writeKey });
    const moved = await save({ endpoint: 'https://thief.example' });
    expect([moved.status, moved.body.code]).to.deep.equal([400, 'INVALID_INPUT']);
    expect(moved.body.message).to.match(/^writeKey /);
    expect((await save({ endpoint: 'https://new.example', writeKey })).status).to.equal(200);
  });

  for (const bad of [
    'http://a.example',
    'https://127.0.0.1',
    'https://localhost',
    'ftp://a.example',
    'nonsense',
    'https://u:p@a.example',
    'https://a.example:22',
    '',
  ]) {
    it(`refuses the endpoint "${bad}"`, async () => {
      const answer = await save({ endpoint: bad });
      expect([answer.status, answer.body.code]).to.deep.equal([400, 'INVALID_INPUT']);
      expect(answer.body.message).to.match(/^endpoint /);
      expect((await stored()).state).to.equal('Not connected');
    });
  }

  it('refuses an endpoint whose name resolves to a private address', async () => {
    await outbound.close();
    outbound = createOutbound({ allow: [] }, { lookup: async () => ['10.0.0.1'] });
    const router = mountRoutes(integrationRoutes, {
      ...stores.database,
      queue: stores.queue,
      outbound,
      secrets,
      audit: async () => undefined,
    });
    app = buildApp({ log, trustProxy: 0, registry: createRegistry('api'), routers: [router] });
    expect((await save({ endpoint: 'https://inside.example' })).status).to.equal(400);
  });

  it('can be neither read nor changed with a test key of its account', async () => {
    const { key: testKey } = await createKey(stores.database.keys, {
      account: 'acc_1',
      mode: 'test',
      name: 't',
    });
    await save({ endpoint: endpoint.url });
    for (const [method, path] of [
      ['get', ''],
      ['get', '/deliveries'],
      ['put', ''],
      ['delete', ''],
      ['post', '/test'],
      ['post', '/replay'],
    ] as const) {
      const answer = await call(method, path, testKey).send({ endpoint: 'https://other.example' });
      expect([answer.status, answer.body.code], `${method} ${path}`).to.deep.equal([403, 'FORBIDDEN']);
    }
    expect(await stored()).to.include({ state: 'Connected', endpoint: endpoint.url });
    expect(endpoint.calls).to.have.length(0);
  });

  it('is for keys of its account only', async () => {
    const other = await createKey(stores.database.keys, { account: 'acc_2', mode: 'live', name: 'k' });
    expect((await call('get', '', 'nonsense')).status).to.equal(401);
    expect((await call('get', '', other.key)).status).to.equal(404);
    expect((await call('put', '', other.key).send({ endpoint: endpoint.url })).status).to.equal(404);
  });

  it('sends a test event with the saved key, records it as a delivery, and connects again on success', async () => {
    expect((await call('post', '/test')).status).to.equal(409);
    await save({ endpoint: endpoint.url, writeKey });
    endpoint.answer = (_call, res) => void res.writeHead(401).end('no');
    const refused = await call('post', '/test');
    expect(refused.body).to.deep.include({ delivered: false, status: 401, answer: 'no', state: 'Paused' });
    expect((await call('get')).body.reason).to.contain('write key');
    endpoint.answer = (_call, res) => void res.end('ok');
    expect((await call('post', '/test')).body).to.deep.include({
      delivered: true,
      status: 200,
      state: 'Connected',
    });
    expect((await call('get')).body).not.to.have.property('reason');
    const body = JSON.parse(endpoint.calls[0]!.body);
    expect(Object.keys(body).sort()).to.deep.equal(['anonymousId', 'event', 'properties', 'timestamp']);
    expect(body.properties).to.deep.equal({ sessionId: null, storeSlug: 'acme' });
    expect(endpoint.calls[0]!.headers.authorization).to.equal(
      `Basic ${Buffer.from(`${writeKey}:`).toString('base64')}`,
    );
    const { deliveries } = (await call('get', '/deliveries')).body;
    expect(deliveries.map((delivery: { status: number }) => delivery.status)).to.deep.equal([200, 401]);
  });

  for (const [body, status] of [
    [{}, 400],
    [{ eventId: 'a', from: '2026-01-01', to: '2026-01-02' }, 400],
    [{ from: '2026-01-01' }, 400],
    [{ from: '2026-01-02', to: '2026-01-01' }, 400],
    [{ eventId: 'unknown' }, 404],
    [{ from: '2026-01-01', to: '2026-01-02' }, 202],
  ] as const) {
    it(`responds to a replay of ${JSON.stringify(body)} with ${status}`, async () => {
      await save({ endpoint: endpoint.url });
      expect((await call('post', '/replay').send(body)).status).to.equal(status);
    });
  }

  it('is paused and resumed by hand, each only where the state allows it', async () => {
    await save({ endpoint: endpoint.url, writeKey });
    expect((await call('post', '/resume')).status).to.equal(409);
    const { body } = await call('post', '/pause');
    expect(body).to.include({ state: 'Paused', endpoint: endpoint.url, writeKey: '••••1234' });
    expect(body.reason).to.match(/^You paused it\./);
    expect((await call('post', '/pause')).status).to.equal(409);
    const resumed = await call('post', '/resume');
    expect(resumed.body).to.include({ state: 'Connected' }).and.not.to.have.property('reason');
  });

  it('makes exactly the changes of state that the table allows', async () => {
    for (const [name, { from, to }] of Object.entries(integrationTransitions)) {
      for (const state of integrationStates) {
        await stores.database.stores.updateOne({ _id: store._id }, { $set: { 'integration.state': state } });
        const changed = await changeIntegration(
          stores.database.stores,
          store._id,
          name as IntegrationTransition,
        );
        const expected = (from as readonly string[]).includes(state) ? to : undefined;
        expect(changed?.integration.state, `${name} from ${state}`).to.equal(expected);
      }
    }
  });

  it('seals every write key again after a rotation, once', async () => {
    await save({ endpoint: endpoint.url, writeKey });
    const newer = Buffer.alloc(32, 9);
    const both = createSecretBox([newer, Buffer.alloc(32, 7)]);
    expect(await resealWriteKeys(stores.database.stores, both)).to.equal(1);
    expect(await resealWriteKeys(stores.database.stores, both)).to.equal(0);
    expect(createSecretBox([newer]).open((await stored()).writeKey!, store._id)).to.equal(writeKey);
  });
});
