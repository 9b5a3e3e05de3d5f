import { expect } from 'chai';
import mongoose from 'mongoose';
import { type EmbeddedMongo, startEmbeddedMongo } from '../../../../scripts/embedded-mongo/index.ts';
import { saveOrderWebhook } from '../../../../shared/orders/order-webhooks.ts';
import { loadSecretBox } from '../../../../shared/secrets/load-secret-box.ts';
import { createStore } from '../../../../shared/stores/stores.ts';
import { sign } from '../../../support/orders-app.ts';
import {
  call,
  startPlatform,
  type TestAccount,
  type TestPlatform,
  visualize,
  visualizeBody,
} from '../../../support/platform.ts';

const silent = { info: () => undefined, error: () => undefined };
const reads = ['find', 'getMore', 'aggregate', 'count', 'distinct'];
const writes = ['insert', 'update', 'delete', 'findAndModify'];

/** What the members of a replica set reply during a step-down, a restart or the loss of their majority. */
const outages: [title: string, data: object][] = [
  ['NotWritablePrimary', { errorCode: 10107, errorLabels: ['RetryableWriteError'] }],
  ['InterruptedDueToReplStateChange', { errorCode: 11602, errorLabels: ['RetryableWriteError'] }],
  ['PrimarySteppedDown', { errorCode: 189, errorLabels: ['RetryableWriteError'] }],
  ['ShutdownInProgress', { errorCode: 91, errorLabels: ['RetryableWriteError'] }],
  ['a code without labels, as of a standalone', { errorCode: 11600, errorLabels: [] }],
  ['a restart between two batches of a query, whose cursor is lost', { errorCode: 43, errorLabels: [] }],
  ['a closed connection', { closeConnection: true }],
];
/** The write is applied, and the server cannot say that it will last. */
const unconfirmed: [title: string, data: object][] = [
  ['PrimarySteppedDown', { writeConcernError: { code: 189, errmsg: 'stepped down' } }],
  [
    'WriteConcernTimeout',
    { writeConcernError: { code: 64, errmsg: 'timed out', errInfo: { wtimeout: true } } },
  ],
];

describe('the API, while MongoDB steps down or shuts down', () => {
  let server: EmbeddedMongo;
  let control: mongoose.mongo.MongoClient;
  let platform: TestPlatform;
  let account: TestAccount;
  let requests: Record<'reads' | 'writes', [name: string, send: () => Promise<number>][]>;
  const secret = 'hush-hush';

  before(async () => {
    server = await startEmbeddedMongo({ dir: null, port: 0, log: silent, testCommands: true });
    control = await new mongoose.mongo.MongoClient(server.uri).connect();
    platform = await startPlatform({ env: { MONGODB_URI: server.uri } });
    account = await platform.account({ credits: 1000 });
    const { database, config } = platform;
    const store = await createStore(database.stores, {
      account: account.id,
      slug: 'acme',
      hosts: ['acme.example'],
    });
    await saveOrderWebhook(database.stores, await loadSecretBox(config), store, {
      platform: 'shopify',
      secret,
    });
    requests = await makeRequests();
  });
  afterEach(() => configure('off'));
  after(async () => {
    await platform.close();
    await control.close();
    await server.close();
  });

  const configure = (mode: string, data?: object) =>
    control.db('admin').command({ configureFailPoint: 'failCommand', mode, ...(data && { data }) });

  const post = async (path: string, body: object, headers: Record<string, string> = {}) => {
    const init = { method: 'POST', body: JSON.stringify(body) };
    const all = { 'Content-Type': 'application/json', ...headers };
    return (await fetch(platform.url + path, { ...init, headers: all })).status;
  };

  async function makeRequests(): Promise<typeof requests> {
    const body = await visualizeBody();
    const order = { id: 1, created_at: new Date().toISOString(), currency: 'EUR', total_price: '1.00' };
    const signed = {
      'X-Shopify-Topic': 'orders/create',
      'X-Shopify-Hmac-Sha256': sign(JSON.stringify(order), secret),
    };
    const event = { store: 'acme', event: 'Session Started', anonymousId: 'v' };
    const get = async (path: string) => (await call(platform, 'GET', path, account.key)).status;
    return {
      reads: [
        ['the credits', () => get('/credits')],
        ['the ledger', () => get('/credits/ledger')],
        ['the renders', () => get('/visualize')],
        ['a render', () => get('/visualize/rnd_unknown')],
        ['the KPIs', () => get('/api/stores/acme/kpis')],
      ],
      writes: [
        ['a render', async () => (await visualize(platform, account.key, body)).status],
        ['an event', () => post('/api/events', event, { Origin: 'https://acme.example' })],
        ['an order', () => post('/webhooks/orders/acme/shopify', order, signed)],
      ],
    };
  }

  /** The statuses of those requests, all sent at once, while the commands fail in that way. */
  async function statuses(kind: keyof typeof requests, failCommands: string[], data: object) {
    await configure('alwaysOn', { failCommands, ...data });
    const sent = requests[kind].map(async ([name, send]) => [name, await send()] as const);
    return Object.fromEntries(await Promise.all(sent));
  }
  const all503 = (kind: keyof typeof requests) =>
    Object.fromEntries(requests[kind].map(([name]) => [name, 503]));

  for (const [title, data] of outages) {
    it(`responds with 503 to reads and writes after ${title}`, async () => {
      expect(await statuses('reads', [...reads, ...writes], data)).to.deep.equal(all503('reads'));
      expect(await statuses('writes', writes, data)).to.deep.equal(all503('writes'));
    });
  }

  for (const [title, data] of unconfirmed) {
    it(`responds with 503 to a write that was applied with the write concern error ${title}`, async () => {
      expect(await statuses('writes', writes, data)).to.deep.equal(all503('writes'));
    });
  }

  it('charges nothing of that, and serves again afterwards', async () => {
    const { ok, problems } = await platform.verifyAtRest();
    expect(problems).to.deep.equal([]);
    expect(ok).to.equal(true);
    expect(await platform.database.ledger.countDocuments({ kind: 'capture' })).to.equal(0);
    expect((await platform.credits(account.id)).held).to.equal(0);
    for (const [name, send] of requests.writes) expect(await send(), name).to.be.oneOf([200, 202]);
  });
});
