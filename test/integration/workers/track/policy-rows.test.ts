import { once } from 'node:events';
import type { ServerResponse } from 'node:http';
import { type AddressInfo, createServer } from 'node:net';
import { gzipSync } from 'node:zlib';
import { expect } from 'chai';
import { ingest } from '../../../../api/events/ingest.ts';
import { listDeliveries } from '../../../../shared/deliveries/list-deliveries.ts';
import { outboxGraceMs } from '../../../../shared/events/enqueue-events.ts';
import { findEvent } from '../../../../shared/events/event-map.ts';
import type { EventDoc } from '../../../../shared/events/event-model.ts';
import { trackJobId } from '../../../../shared/jobs/track-job.ts';
import { createOutbound, type Outbound, type RequestOptions } from '../../../../shared/outbound/outbound.ts';
import { createSecretBox } from '../../../../shared/secrets/secret-box.ts';
import type { Integration, StoreDoc } from '../../../../shared/stores/store-model.ts';
import { createNotes } from '../../../../workers/notes.ts';
import { PutBack, ShuttingDown } from '../../../../workers/runtime.ts';
import { createTrack } from '../../../../workers/track/create-track.ts';
import { type EventBackends, log, makeStore, openEventBackends } from '../../../support/events-app.ts';
import { startTrackEndpoint, type TrackEndpoint } from '../../../support/track-endpoint.ts';

const secrets = createSecretBox([Buffer.alloc(32, 7)]);

/** What the code asks for is checked apart: a long wait that no answer misses, a short one where none comes. */
const waits = { longMs: 20_000, shortMs: 400 };

describe('forwarding an event', () => {
  let stores: EventBackends;
  let endpoint: TrackEndpoint;
  let outbound: Outbound;
  let asked: RequestOptions[];
  let track: ReturnType<typeof createTrack>;
  let store: StoreDoc;
  let silent: import('node:net').Server;
  let silentPort: number;
  let timeoutMs: number;

  before(async () => {
    silent = createServer(() => undefined).listen(0, '127.0.0.1');
    await once(silent, 'listening');
    silentPort = (silent.address() as AddressInfo).port;
  });
  after(() => silent.close());

  beforeEach(async () => {
    [stores, endpoint] = await Promise.all([openEventBackends(), startTrackEndpoint()]);
    outbound = createOutbound({ allow: [endpoint.allow, `127.0.0.1:${silentPort}`, '127.0.0.1:1'] });
    asked = [];
    timeoutMs = waits.longMs;
    track = createTrack({
      database: stores.database,
      queue: stores.queue,
      outbound: {
        request: (url, options) => {
          asked.push(options);
          return outbound.request(url, { ...options, timeoutMs });
        },
      },
      secrets,
      concurrency: 64,
      notes: createNotes(),
      log,
    });
  });
  afterEach(async () => {
    await track.close();
    endpoint.close();
    await outbound.close();
    await stores.close();
  });

  async function connect(integration: Partial<Integration> = {}): Promise<void> {
    store = await makeStore(stores, 'acme', { state: 'Connected', endpoint: endpoint.url, ...integration });
  }

  async function accept(eventId = 'e-1'): Promise<string> {
    await ingest(
      { database: stores.database, queue: stores.queue, retentionDays: 1, onEnqueueFailed: () => undefined },
      store,
      [
        {
          store: 'acme',
          rule: findEvent('Try On Started')!,
          eventId,
          anonymousId: 'visitor',
          sessionId: 's',
          properties: { selectedItemCount: 1 },
          webdriver: false,
        },
      ],
      { receivedAt: Date.now(), userAgent: undefined, isBot: () => false },
    );
    return `${store._id}.${eventId}`;
  }

  const run = (eventId: string, signal = new AbortController().signal) =>
    track.handler.run({ name: 'track', data: { eventId } }, { jobId: 'j', log, signal });
  const read = async (eventId: string) => (await stores.database.events.findById(eventId).lean<EventDoc>())!;
  const integration = async () =>
    (await stores.database.stores.findById(store._id).lean<StoreDoc>())!.integration;

  /** One event against an endpoint that answers so; what became of event and integration. */
  async function meet(answer: TrackEndpoint['answer'], settings: Partial<Integration> = {}) {
    endpoint.answer = answer;
    await connect(settings);
    const id = await accept();
    const begunAt = Date.now();
    const outcome = await run(id);
    const endedAt = Date.now();
    await track.close();
    const [delivery] = await listDeliveries(stores.database.deliveries, store._id);
    const { forward } = await read(id);
    return { outcome, forward, delivery: delivery!, state: (await integration()).state, begunAt, endedAt };
  }

  const status =
    (code: number, headers: Record<string, string> = {}) =>
    (_call: unknown, res: ServerResponse) =>
      void res.writeHead(code, headers).end('the answer');

  for (const code of [200, 201, 202, 204, 299]) {
    it(`ends with success on ${code}`, async () => {
      const { outcome, forward, delivery, state } = await meet(status(code));
      expect([outcome, forward.state, forward.attempt, state]).to.deep.equal([
        'delivered',
        'delivered',
        1,
        'Connected',
      ]);
      expect(forward.nextAt).to.equal(undefined);
      expect(delivery).to.deep.include({ status: code, attempt: 1, outcome: 'delivered' });
    });
  }

  for (const code of [408, 425, 429, 500, 502, 503, 504, 507, 599]) {
    it(`retries in about 5 s after ${code}`, async () => {
      const { outcome, forward, delivery, state } = await meet(status(code));
      expect([outcome, forward.state, forward.attempt, state]).to.deep.equal([
        'retry',
        'pending',
        1,
        'Connected',
      ]);
      const job = await stores.queue.getJob(trackJobId(delivery.event, 2));
      expect(job?.opts.delay).to.be.within(4000, 6000);
      expect(delivery).to.deep.include({ status: code, outcome: 'retry', answer: 'the answer' });
    });
  }

  for (const code of [400, 402, 404, 405, 409, 413, 415, 418, 422, 451, 501, 505, 304]) {
    it(`drops the event on ${code}, and does not change the integration`, async () => {
      const { outcome, forward, state } = await meet(status(code));
      expect([outcome, forward.state, state]).to.deep.equal(['dropped', 'dropped', 'Connected']);
      expect(forward.reason).to.equal(`the endpoint responded with ${code}`);
    });
  }

  for (const code of [401, 403]) {
    it(`pauses the integration on ${code} and says why`, async () => {
      const { forward, state } = await meet(status(code));
      expect([forward.state, state]).to.deep.equal(['dropped', 'Paused']);
      expect((await integration()).reason).to.contain('write key');
    });
  }

  it('disables the integration on 410', async () => {
    const { forward, state } = await meet(status(410));
    expect([forward.state, state]).to.deep.equal(['dropped', 'Disabled']);
  });

  for (const code of [301, 302, 303, 307, 308]) {
    it(`never follows a ${code}`, async () => {
      const { forward, delivery } = await meet(status(code, { Location: `${endpoint.url}/elsewhere` }));
      expect(forward.state).to.equal('dropped');
      expect(delivery.error).to.equal('redirects');
      expect(endpoint.calls.map(({ path }) => path)).to.deep.equal(['/v1/track']);
    });
  }

  const retried: [why: string, answer: TrackEndpoint['answer'], error: string][] = [
    ['hangs', () => undefined, 'timeout'],
    ['resets the connection', (_call, res) => void res.socket!.resetAndDestroy(), 'network'],
    ['speaks another protocol', (_call, res) => void res.socket!.end('SSH-2.0-x\r\n'), 'network'],
  ];
  for (const [why, answer, error] of retried) {
    it(`retries when the endpoint ${why}`, async () => {
      if (error === 'timeout') timeoutMs = waits.shortMs;
      const { forward, delivery } = await meet(answer);
      expect([forward.state, forward.attempt, delivery.error]).to.deep.equal(['pending', 1, error]);
      expect(delivery.status).to.equal(undefined);
    });
  }

  for (const [why, url, error] of [
    ['nothing listens', () => 'http://127.0.0.1:1', 'network'],
    ['its TLS is broken', () => `https://${endpoint.allow}`, 'network'],
    ['it accepts and says nothing', () => `http://127.0.0.1:${silentPort}`, 'timeout'],
  ] as const) {
    it(`retries when ${why}`, async () => {
      if (error === 'timeout') timeoutMs = waits.shortMs;
      const { forward, delivery } = await meet(status(200), { endpoint: url() });
      expect([forward.state, delivery.error]).to.deep.equal(['pending', error]);
    });
  }

  it('waits for a slow response', async () => {
    const { outcome } = await meet((_call, res) => void setTimeout(() => res.end('late'), 500));
    expect(outcome).to.equal('delivered');
  });

  for (const [why, answer] of [
    [
      'a gzip bomb',
      (_call, res) =>
        void res.writeHead(200, { 'Content-Encoding': 'gzip' }).end(gzipSync(Buffer.alloc(20_000_000))),
    ],
    ['an endless body', (_call, res) => pour(res)],
    [
      'a body that breaks off',
      (_call, res) => void res.writeHead(200, { 'Content-Length': '999' }).write('x', () => res.destroy()),
    ],
    ['a body that never ends', (_call, res) => void res.writeHead(200).write('x')],
  ] as [string, TrackEndpoint['answer']][]) {
    it(`decides by the status when it comes with ${why}`, async () => {
      // Long enough for the status of the body that never ends, for which it is waited in full.
      timeoutMs = 2_000;
      const { outcome, delivery } = await meet(answer);
      expect(outcome).to.equal('delivered');
      expect(Buffer.byteLength(delivery.answer)).to.be.at.most(500);
    });
  }

  function pour(res: ServerResponse): void {
    const more = () => {
      while (!res.destroyed && res.write('x'.repeat(65_536)));
    };
    res.on('drain', more);
    more();
  }

  for (const [why, header, dueMs] of [
    ['seconds', '120', 120_000],
    ['more than 300 s', '86400', 300_000],
    ['zero', '0', 1_000 + outboxGraceMs],
  ] as const) {
    it(`honours a Retry-After of ${why} without counting an attempt`, async () => {
      const { forward, begunAt, endedAt } = await meet(status(429, { 'Retry-After': header }));
      expect([forward.state, forward.attempt, forward.retryAfterCount]).to.deep.equal(['pending', 0, 1]);
      expect(forward.nextAt!.getTime()).to.be.within(begunAt + dueMs, endedAt + dueMs);
    });
  }

  it('honours a Retry-After of a date without counting an attempt', async () => {
    const date = new Date(Date.now() + 90_000).toUTCString();
    const { forward, begunAt, endedAt } = await meet(status(429, { 'Retry-After': date }));
    expect([forward.state, forward.attempt, forward.retryAfterCount]).to.deep.equal(['pending', 0, 1]);
    const late = forward.nextAt!.getTime() - Date.parse(date);
    expect(late).to.be.within(0, 1_000 + endedAt - begunAt);
  });

  it('pauses the destination for as long as it asked, and defers other events without an attempt', async () => {
    const { outcome, begunAt } = await meet(status(503, { 'Retry-After': '60' }));
    expect(outcome).to.equal('retry');
    const other = await accept('e-2');
    expect(await run(other)).to.equal('deferred');
    const { forward } = await read(other);
    expect([forward.attempt, forward.deferrals]).to.deep.equal([0, 1]);
    expect(forward.nextAt!.getTime()).to.be.within(begunAt + 64_000, Date.now() + 66_000);
    expect(endpoint.calls).to.have.length(1);
  });

  it('counts a wait by Retry-After as an attempt once the budget of 20 is spent', async () => {
    await connect();
    const id = await accept();
    await stores.database.events.updateOne({ _id: id }, { $set: { 'forward.retryAfterCount': 20 } });
    endpoint.answer = status(429, { 'Retry-After': '1' });
    await run(id);
    expect((await read(id)).forward).to.deep.include({ attempt: 1, retryAfterCount: 20 });
  });

  it('follows the schedule to the eighth attempt, then drops the event with the last reason', async () => {
    await connect();
    const id = await accept();
    endpoint.answer = status(500);
    for (const [index, minutes] of [5 / 60, 5, 30, 120, 300, 600, 600].entries()) {
      await stores.database.events.updateOne({ _id: id }, { $set: { 'forward.attempt': index } });
      await freshTrack();
      const begunAt = Date.now();
      expect(await run(id)).to.equal('retry');
      const endedAt = Date.now();
      const { forward } = await read(id);
      expect(forward.attempt).to.equal(index + 1);
      const dueAt = forward.nextAt!.getTime() - (index === 0 ? outboxGraceMs : 0);
      expect(dueAt).to.be.within(begunAt + minutes * 48_000, endedAt + minutes * 72_000);
    }
    await freshTrack();
    expect(await run(id)).to.equal('dropped');
    expect((await read(id)).forward.reason).to.equal(
      'every attempt failed; the last one: the endpoint responded with 500',
    );
  });

  /** A worker whose breakers know nothing. */
  async function freshTrack(): Promise<void> {
    await track.close();
    track = createTrack({
      database: stores.database,
      queue: stores.queue,
      outbound,
      secrets,
      concurrency: 64,
      notes: createNotes(),
      log,
    });
  }

  it('sends exactly the four fields, Basic auth and a stable id, within 10 s and 5 s to connect', async () => {
    await connect();
    await stores.database.stores.updateOne(
      { _id: store._id },
      { $set: { 'integration.writeKey': secrets.seal('wk_123', store._id) } },
    );
    const id = await accept();
    endpoint.answer = status(500);
    await run(id);
    endpoint.answer = status(200);
    await run(id);
    const [first, second] = endpoint.calls;
    expect(Object.keys(JSON.parse(first!.body)).sort()).to.deep.equal([
      'anonymousId',
      'event',
      'properties',
      'timestamp',
    ]);
    expect(JSON.parse(first!.body)).to.deep.include({
      anonymousId: 'visitor',
      event: 'Service Try On Started',
      properties: { selectedItemCount: 1, sessionId: 's', storeSlug: 'acme' },
    });
    expect(JSON.parse(first!.body).timestamp).to.match(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/);
    expect(first!.headers).to.deep.include({
      authorization: `Basic ${Buffer.from('wk_123:').toString('base64')}`,
      'content-type': 'application/json',
      'idempotency-key': id,
      'x-service-event-id': id,
    });
    expect(second!.headers['idempotency-key']).to.equal(id);
    expect(second!.body).to.equal(first!.body);
    expect(asked[0]).to.deep.include({ timeoutMs: 10_000, connectTimeoutMs: 5_000 });
  });

  it('sends no Authorization without a write key, and never keeps one that is echoed', async () => {
    await meet(status(200));
    expect(endpoint.calls[0]!.headers).not.to.have.property('authorization');
    const sealed = secrets.seal('wk_secret_1', store._id);
    await stores.database.stores.updateOne({ _id: store._id }, { $set: { 'integration.writeKey': sealed } });
    await freshTrack();
    endpoint.answer = (call, res) => void res.end(`you sent ${call.headers.authorization} for wk_secret_1`);
    await run(await accept('e-2'));
    await track.close();
    const [delivery] = await listDeliveries(stores.database.deliveries, store._id);
    expect(delivery!.answer).to.equal('you sent Basic •••• for ••••');
  });

  it('uses one connection for calls that follow each other', async () => {
    await connect();
    for (const eventId of ['a', 'b', 'c', 'd']) await run(await accept(eventId));
    expect(endpoint.calls).to.have.length(4);
    expect(endpoint.connections()).to.equal(1);
  });

  it('puts an event over the limit back, and keeps no slot for it', async () => {
    await connect();
    let over = false;
    const held: ServerResponse[] = [];
    endpoint.answer = (_call, res) => void (over ? res.end() : held.push(res));
    const letGo = (error: unknown) => {
      over = true;
      for (const res of held) res.end();
      throw error;
    };
    const ids = await Promise.all(Array.from({ length: 9 }, (_, index) => accept(`e-${index}`)));
    const runs = await Promise.allSettled(ids.map((id) => run(id).catch(letGo)));
    const back = runs.filter((result) => result.status === 'rejected');
    expect(back).to.have.length(1);
    expect(back[0]!.reason).to.be.instanceOf(PutBack);
    expect(endpoint.calls).to.have.length(8);
  });

  it('opens the breaker after five failures in a row, and calls no more', async () => {
    await connect();
    endpoint.answer = status(500);
    for (let index = 0; index < 5; index++) expect(await run(await accept(`e-${index}`))).to.equal('retry');
    expect(await run(await accept('e-5'))).to.equal('deferred');
    expect(endpoint.calls).to.have.length(5);
  });

  it('drops what is pending when the integration stops, with the reason', async () => {
    await connect();
    const id = await accept();
    await stores.database.stores.updateOne({ _id: store._id }, { $set: { 'integration.state': 'Disabled' } });
    expect(await run(id)).to.equal('dropped');
    expect((await read(id)).forward.reason).to.equal('the integration is disabled');
    expect(endpoint.calls).to.have.length(0);
  });

  it('does not drop an event for a state that was read before the endpoint was saved again', async () => {
    await connect({ state: 'Paused' });
    const id = await accept();
    const { forward } = await read(id);
    const pending = { ...forward, state: 'pending' as const, nextAt: new Date() };
    const update = { $set: { forward: pending } };
    await stores.database.events.updateOne({ _id: id }, update);
    expect(await run(id)).to.equal('dropped');
    await stores.database.events.updateOne({ _id: id }, update);
    await stores.database.stores.updateOne(
      { _id: store._id },
      { $set: { 'integration.state': 'Connected' } },
    );
    expect(await run(id)).to.equal('delivered');
  });

  it('sends nothing to an endpoint that was replaced or removed, from the moment its save was confirmed', async () => {
    await connect({ endpoint: `${endpoint.url}/former` });
    await run(await accept('before'));
    const { stores: merchants } = stores.database;
    const replaced = { 'integration.endpoint': `${endpoint.url}/new`, 'integration.revision': 1 };
    await merchants.updateOne({ _id: store._id }, { $set: replaced });
    expect(await run(await accept('after'))).to.equal('delivered');
    const paths = endpoint.calls.map(({ path }) => path);
    expect(paths).to.deep.equal(['/former/v1/track', '/new/v1/track']);
    await merchants.updateOne({ _id: store._id }, { $set: { 'integration.state': 'Not connected' } });
    expect(await run(await accept('removed'))).to.equal('dropped');
    expect(endpoint.calls).to.have.length(2);
  });

  it('forwards an event again that a replaced write key was rejected for', async () => {
    await connect();
    endpoint.answer = async (_call, res) => {
      await stores.database.stores.updateOne({ _id: store._id }, { $inc: { 'integration.revision': 1 } });
      res.writeHead(401).end();
    };
    const id = await accept();
    expect(await run(id)).to.equal('retry');
    expect((await read(id)).forward).to.deep.include({ state: 'pending', attempt: 0 });
    endpoint.answer = status(200);
    expect(await run(id)).to.equal('delivered');
  });

  it('calls a new endpoint at once after the breaker of the former one opened', async () => {
    await connect();
    endpoint.answer = status(500);
    for (let index = 0; index < 5; index++) await run(await accept(`e-${index}`));
    expect(await run(await accept('e-5'))).to.equal('deferred');
    await stores.database.stores.updateOne({ _id: store._id }, { $inc: { 'integration.revision': 1 } });
    endpoint.answer = status(200);
    expect(await run(await accept('e-6'))).to.equal('delivered');
  });

  it('keeps events pending while their write key cannot be read', async () => {
    const other = createSecretBox([Buffer.alloc(32, 8)]);
    await connect({ writeKey: other.seal('x', 'store') });
    expect(await run(await accept())).to.equal('deferred');
  });

  it('does nothing for an event that is not pending, or deleted', async () => {
    await connect();
    const id = await accept();
    await run(id);
    expect(await run(id)).to.equal('skipped');
    expect(await run('store_x.gone')).to.equal('skipped');
    expect(endpoint.calls).to.have.length(1);
  });

  it('gives the event back when the worker stops in the middle of a call', async () => {
    await connect();
    endpoint.answer = () => undefined;
    const stop = new AbortController();
    const id = await accept();
    setTimeout(() => stop.abort(new ShuttingDown('stopping')), 100);
    expect(await run(id, stop.signal)).to.equal('given-back');
    expect((await read(id)).forward).to.deep.include({ state: 'pending', attempt: 0, jobs: 2 });
  });

  it('records when failures began and ended, and disables after five days of failures only', async () => {
    await connect();
    endpoint.answer = status(500);
    await run(await accept('a'));
    const since = (await integration()).failingSince!;
    await run(await accept('b'));
    expect((await integration()).failingSince).to.deep.equal(since);
    endpoint.answer = status(200);
    await run(await accept('c'));
    expect((await integration()).failingSince).to.equal(undefined);
    const longAgo = new Date(Date.now() - 5 * 86_400_000 - 1000);
    await stores.database.stores.updateOne(
      { _id: store._id },
      { $set: { 'integration.failingSince': longAgo } },
    );
    await freshTrack();
    endpoint.answer = status(500);
    await run(await accept('d'));
    expect(await integration()).to.deep.include({ state: 'Disabled' });
  });

  it('does not stop an integration that was saved again during the call', async () => {
    await connect();
    endpoint.answer = async (_call, res) => {
      await stores.database.stores.updateOne({ _id: store._id }, { $inc: { 'integration.revision': 1 } });
      res.writeHead(410).end();
    };
    await run(await accept());
    expect((await integration()).state).to.equal('Connected');
  });

  it('keeps the last 50 deliveries of a store', async () => {
    await connect();
    for (let index = 0; index < 55; index++) await run(await accept(`e-${index}`));
    await track.close();
    const deliveries = await listDeliveries(stores.database.deliveries, store._id);
    expect(deliveries).to.have.length(50);
    expect(deliveries[0]!.event).to.equal(`${store._id}.e-54`);
  });
});
