import { expect } from 'chai';
import type { Express } from 'express';
import mongoose from 'mongoose';
import request from 'supertest';
import type { EventDoc } from '../../../../shared/events/event-model.ts';
import { trackJobId } from '../../../../shared/jobs/track-job.ts';
import { createStoreDirectory } from '../../../../shared/stores/store-directory.ts';
import type { StoreDoc } from '../../../../shared/stores/store-model.ts';
import { type EventBackends, eventsApp, makeStore, openEventBackends } from '../../../support/events-app.ts';

const origin = 'https://acme.example';
const event = { store: 'acme', event: 'Service Session Started', eventId: 'e-1', anonymousId: 'visitor-1' };

describe('POST /api/events', () => {
  let stores: EventBackends;
  let app: Express;
  let store: StoreDoc;

  beforeEach(async () => {
    stores = await openEventBackends();
    store = await makeStore(stores, 'acme', { state: 'Connected', endpoint: 'https://a.example' });
    app = eventsApp(stores);
  });
  afterEach(() => stores.close());

  const post = (body: unknown, headers: Record<string, string> = { Origin: origin }) =>
    request(app)
      .post('/api/events')
      .set(headers)
      .send(body as object);
  const stored = () => stores.database.events.find().sort({ _id: 1 }).lean<EventDoc[]>();

  it('saves an event and enqueues its job', async () => {
    const before = Date.now();
    const timestamp = new Date(before - 5000).toISOString();
    const properties = {
      productIds: ['1', 2, 'gid://shopify/Product/3'],
      variantIds: [],
      selectedItemCount: 1,
    };
    const answer = await post({ ...event, event: 'Try On Started', sessionId: 's', timestamp, properties });
    expect([answer.status, answer.body]).to.deep.equal([
      202,
      {
        ...{ accepted: 1, duplicates: 0, rejected: 0, droppedFields: 0 },
        results: [{ eventId: 'e-1', status: 'accepted' }],
      },
    ]);
    const [document] = await stored();
    expect(document).to.deep.include({
      _id: `${store._id}.e-1`,
      store: store._id,
      event: 'Try On Started',
      anonymousId: 'visitor-1',
      sessionId: 's',
      properties: { productIds: ['1', '2', '3'], variantIds: [], selectedItemCount: 1 },
      timestamp: new Date(timestamp),
      bot: false,
    });
    expect(document!.forward).to.deep.include({ state: 'pending', attempt: 0, jobs: 1 });
    expect(document!.forward.nextAt!.getTime()).to.be.greaterThan(before);
    expect(
      Math.round((document!.keepUntil.getTime() - document!.receivedAt.getTime()) / 86_400_000),
    ).to.equal(396);
    const job = await stores.queue.getJob(trackJobId(document!._id, 1));
    expect(job?.data).to.deep.equal({ eventId: document!._id });
  });

  it('returns to each of many concurrent requests which of its events were new', async () => {
    const ids = Array.from({ length: 40 }, (_, index) => `e-${index % 10}`);
    const answers = await Promise.all(ids.map((eventId) => post({ ...event, eventId })));
    expect(new Set(answers.map(({ status }) => status))).to.deep.equal(new Set([202]));
    const accepted = ids.filter((_, index) => answers[index]!.body.accepted === 1);
    expect(accepted.toSorted()).to.deep.equal([...new Set(ids)].toSorted());
    expect(answers.every(({ body }) => body.accepted + body.duplicates === 1)).to.equal(true);
    expect(await stored()).to.have.length(10);
  });

  it('counts a duplicate and saves it once, within a batch as well', async () => {
    await post(event);
    const batch = { ...event, event: undefined, eventId: undefined };
    const events = ['e-1', 'e-2', 'e-2', 'e-3'].map((eventId) => ({ event: 'Session Engaged', eventId }));
    const answer = await post({ ...batch, events });
    expect(answer.body).to.include({ accepted: 2, duplicates: 2 });
    expect(answer.body.results.map(({ status }: { status: string }) => status)).to.deep.equal([
      'duplicate',
      'accepted',
      'duplicate',
      'accepted',
    ]);
    expect((await stored()).map((document) => document.event)).to.deep.equal([
      'Session Started',
      'Session Engaged',
      'Session Engaged',
    ]);
  });

  it('distinguishes the same event id of two stores', async () => {
    await makeStore(stores, 'other');
    await post(event);
    const answer = await post({ ...event, store: 'other' }, { Origin: 'https://other.example' });
    expect(answer.body).to.include({ accepted: 1, duplicates: 0 });
  });

  it('gives an event without an id one of its own', async () => {
    const { eventId: _, ...anonymous } = event;
    await post(anonymous);
    const { body } = await post(anonymous);
    expect(body).to.include({ accepted: 1, duplicates: 0 });
    const ids = (await stored()).map(({ _id }) => _id);
    expect(ids).to.include(`${store._id}.${body.results[0].eventId}`);
  });

  it('accepts a beacon: JSON as text/plain', async () => {
    const answer = await request(app)
      .post('/api/events')
      .set({ Origin: origin, 'Content-Type': 'text/plain;charset=UTF-8' })
      .send(JSON.stringify(event));
    expect(answer.status).to.equal(202);
  });

  it('uses the time of arrival for a clock that is wrong, and corrects it by sentAt', async () => {
    const now = Date.now();
    const days = 86_400_000;
    await post({ ...event, eventId: 'a-past', timestamp: now - 3 * days });
    await post({ ...event, eventId: 'b-future', timestamp: now + days / 2 });
    await post({
      ...event,
      eventId: 'c-corrected',
      timestamp: now - 3 * days - 60_000,
      sentAt: now - 3 * days,
    });
    await post({ ...event, eventId: 'd-unreadable', timestamp: 'yesterday' });
    // Number() throws on an object like this one.
    const unconvertible = { toString: null, valueOf: null };
    await post({ ...event, eventId: 'e-object', timestamp: unconvertible, sentAt: unconvertible });
    const ages = (await stored()).map(
      ({ timestamp, receivedAt }) => receivedAt.getTime() - timestamp.getTime(),
    );
    expect(ages).to.deep.equal([0, 0, 60_000, 0, 0]);
  });

  it('reads types as far as it can, and counts what it leaves out', async () => {
    const answer = await post({
      ...event,
      event: 'Try On Started',
      anonymousId: 4711,
      sessionId: null,
      webdriver: 'no',
      colour: 'red',
      properties: { selectedItemCount: '2', productIds: 41, colour: 'red' },
    });
    expect([answer.status, answer.body.droppedFields]).to.deep.equal([202, 2]);
    expect((await stored())[0]).to.deep.include({
      anonymousId: '4711',
      sessionId: null,
      bot: false,
      properties: { selectedItemCount: 2, productIds: ['41'] },
    });
  });

  it('accepts the others of a batch with wrong events, with a result for each', async () => {
    const events = [
      { event: 'Try On Edited', eventId: 'e-1', properties: { action: 'x' } },
      { event: 'Session Started', eventId: 'e-2' },
      'nonsense',
      { event: 'Session Started', store: 'other' },
      { event: 'Session Engaged', eventId: 'e-2' },
    ];
    const answer = await post({ store: 'acme', anonymousId: 'v', events });
    expect(answer.status).to.equal(202);
    expect(answer.body).to.deep.equal({
      ...{ accepted: 1, duplicates: 1, rejected: 3, droppedFields: 0 },
      results: [
        {
          status: 'rejected',
          message: 'events[0].properties.action must be one of "edit", "swap", "remove".',
        },
        { eventId: 'e-2', status: 'accepted' },
        { status: 'rejected', message: 'events[2] must be a JSON object.' },
        { status: 'rejected', message: 'events[3].store must be the same for all events.' },
        { eventId: 'e-2', status: 'duplicate' },
      ],
    });
  });

  it('marks the events of programs', async () => {
    const agents = { 'e-bot': 'Mozilla/5.0 (compatible; Googlebot/2.1)', 'e-person': 'Mozilla/5.0 (iPhone)' };
    for (const [eventId, agent] of Object.entries(agents)) {
      await post({ ...event, eventId }, { Origin: origin, 'User-Agent': agent });
    }
    await post({ ...event, eventId: 'e-driver', webdriver: true });
    const marks = (await stored()).map(({ _id, bot }) => [_id.split('.')[1], bot]);
    expect(Object.fromEntries(marks)).to.deep.equal({ 'e-bot': true, 'e-person': false, 'e-driver': true });
  });

  it('never takes the store’s name or the session from the properties', async () => {
    await post({ ...event, properties: { storeSlug: 'victim', sessionId: 's-2' } });
    const [document] = await stored();
    expect(document).to.deep.include({ properties: {}, sessionId: 's-2', store: store._id });
  });

  const privacy: [what: string, respectGpc: boolean, headers: object, body: object, state: string][] = [
    ['by the header', true, { 'Sec-GPC': '1' }, {}, 'none'],
    ['by the browser’s property', true, {}, { globalPrivacyControl: true }, 'none'],
    ['in a store that does not ask for it', false, { 'Sec-GPC': '1' }, {}, 'pending'],
    ['by neither', true, { 'Sec-GPC': '0' }, { globalPrivacyControl: false }, 'pending'],
  ];
  for (const [what, respectGpc, headers, body, state] of privacy) {
    it(`saves an event with Global Privacy Control ${what} as ${state}`, async () => {
      await stores.database.stores.updateOne(
        { slug: 'acme' },
        { $set: { 'settings.respectGpc': respectGpc } },
      );
      app = eventsApp(stores);
      const { body: receipt } = await post({ ...event, ...body }, { Origin: origin, ...headers });
      expect(receipt).to.include({ accepted: 1, droppedFields: 0 });
      expect((await stored())[0]!.forward.state).to.equal(state);
      expect(await stores.queue.getJobCountByTypes('wait')).to.equal(state === 'pending' ? 1 : 0);
    });
  }

  for (const [state, expected] of [
    ['Not connected', { state: 'none' }],
    ['Paused', { state: 'dropped', reason: 'the integration is paused' }],
    ['Disabled', { state: 'dropped', reason: 'the integration is disabled' }],
  ] as const) {
    it(`saves the events of a store whose integration is ${state}, and enqueues no job`, async () => {
      await stores.database.stores.updateOne({ slug: 'acme' }, { $set: { 'integration.state': state } });
      expect((await post(event)).status).to.equal(202);
      expect((await stored())[0]!.forward).to.deep.include(expected);
      expect((await stored())[0]!.forward.nextAt).to.equal(undefined);
      expect(await stores.queue.getJobCountByTypes('wait')).to.equal(0);
    });
  }

  it('forwards the first event after an endpoint was saved, although the store was read just before', async () => {
    app = eventsApp(stores, { directory: createStoreDirectory(stores.database.stores, 60_000) });
    const merchants = stores.database.stores;
    await merchants.updateOne({ slug: 'acme' }, { $set: { 'integration.state': 'Not connected' } });
    await post(event);
    await merchants.updateOne({ slug: 'acme' }, { $set: { 'integration.state': 'Connected' } });
    await post({ ...event, eventId: 'e-2' });
    expect((await stored()).map(({ forward }) => forward.state)).to.deep.equal(['none', 'pending']);
  });

  it('reports only the new events', async () => {
    const told: string[] = [];
    app = eventsApp(stores, { onSaved: async (events) => void told.push(...events.map(({ _id }) => _id)) });
    await post(event);
    await post({ store: 'acme', anonymousId: 'v', events: [event, { ...event, eventId: 'e-2' }] });
    expect(told).to.deep.equal([`${store._id}.e-1`, `${store._id}.e-2`]);
  });

  const refused: [why: string, body: unknown, field: string][] = [
    ['an unknown event', { ...event, event: 'Service Order Attributed' }, 'event'],
    ['no store', { ...event, store: undefined }, 'store'],
    ['no visitor', { ...event, anonymousId: undefined }, 'anonymousId'],
    ['an id with a colon', { ...event, eventId: 'a:b' }, 'eventId'],
    ['an operator for a value', { ...event, anonymousId: { $gt: '' } }, 'anonymousId'],
    [
      '21 events',
      { store: 'acme', anonymousId: 'v', events: Array(21).fill({ event: 'Session Started' }) },
      'events',
    ],
    ['no events', { events: [] }, 'events'],
    [
      'a batch without one good event',
      {
        store: 'acme',
        anonymousId: 'v',
        events: [{ event: 'Try On Edited', properties: { action: 'x' } }, { event: 'unknown' }],
      },
      'events[0].properties.action',
    ],
    ['an array', [event], 'The body'],
    [
      'more than 32 KiB',
      { ...event, properties: { productIds: Array(50).fill('x'.repeat(700)) } },
      'The body',
    ],
  ];
  for (const [why, body, field] of refused) {
    it(`refuses ${why}, naming ${field}`, async () => {
      const answer = await post(body);
      expect([answer.status, answer.body.code]).to.deep.equal([400, 'INVALID_INPUT']);
      expect(answer.body.message).to.match(new RegExp(`^${field.replace(/[[\].]/g, '\\$&')} `));
      expect(await stores.database.events.countDocuments()).to.equal(0);
    });
  }

  for (const [why, type, body] of [
    ['broken JSON', 'application/json', '{"store":'],
    ['another content type', 'application/x-www-form-urlencoded', 'store=acme'],
    ['bytes that are not UTF-8', 'text/plain;charset=latin1', Buffer.from([0x7b, 0xff, 0x7d])],
  ] as const) {
    it(`refuses ${why} with the Error object`, async () => {
      const call = request(app).post('/api/events').set({ Origin: origin, 'Content-Type': type });
      const answer = await call.send(body);
      expect([answer.status, answer.body.code]).to.deep.equal([400, 'INVALID_INPUT']);
    });
  }

  it('refuses compressed bodies with 415', async () => {
    const call = request(app).post('/api/events').set({ Origin: origin, 'Content-Encoding': 'gzip' });
    const answer = await call.type('json').send('x');
    expect([answer.status, answer.body.code]).to.deep.equal([415, 'UNSUPPORTED_MEDIA_TYPE']);
  });

  it('counts what it refuses by its size, before it is parsed', async () => {
    app = eventsApp(stores, { limits: { perVisitor: 30, perStore: 1000 } });
    const wide = { events: Array.from({ length: 5_000 }, () => ({})) };
    const broken = () =>
      request(app).post('/api/events').set({ Origin: origin }).type('json').send('{"broken":');
    expect((await post(wide)).status).to.equal(400);
    expect((await broken()).status).to.equal(400);
    const limited = await post(wide);
    expect([limited.status, limited.body.code]).to.deep.equal([429, 'RATE_LIMITED']);
    expect((await broken()).status).to.equal(429);
  });

  it('looks up 120 unknown origins a minute for one address, and known ones without a limit', async () => {
    const directory = createStoreDirectory(stores.database.stores, 60_000);
    let looked = 0;
    const counting = {
      ...directory,
      byHost: (host: string) => {
        looked += 1;
        return directory.byHost(host);
      },
    };
    app = eventsApp(stores, { directory: counting });
    const ask = (from: string, address = '203.0.113.1') =>
      request(app).options('/api/events').set({ Origin: from, 'X-Forwarded-For': address });
    for (let index = 0; index < 200; index += 1) expect((await ask(origin)).status).to.equal(204);
    looked = 0;
    const statuses: number[] = [];
    for (let index = 0; index < 150; index += 1)
      statuses.push((await ask(`https://s${index}.example`)).status);
    expect([looked, statuses.indexOf(429), statuses.at(-1)]).to.deep.equal([120, 120, 429]);
    expect((await ask(origin, '203.0.113.2')).status).to.equal(204);
  });

  it('lets a page read that the database is away', async () => {
    const away = () => Promise.reject(new mongoose.mongo.MongoNetworkError('connect ECONNREFUSED'));
    app = eventsApp(stores, { directory: { bySlug: away, byHost: away, forget: () => undefined } });
    const answer = await post(event);
    expect([answer.status, answer.body.code]).to.deep.equal([503, 'SERVICE_UNAVAILABLE']);
    expect(answer.headers['access-control-allow-origin']).to.equal(origin);
    const asked = await request(app).options('/api/events').set({ Origin: origin });
    expect(asked.status).to.equal(204);
  });

  it('refuses other pages and unknown stores alike with 403 STORE_CONTEXT, and no CORS header', async () => {
    for (const [body, from] of [
      [event, 'https://acme.example.evil.example'],
      [event, 'null'],
      [{ ...event, store: 'nobody' }, origin],
    ] as const) {
      const answer = await post(body, { Origin: from });
      expect([answer.status, answer.body.code]).to.deep.equal([403, 'STORE_CONTEXT']);
      expect(answer.headers).not.to.have.property('access-control-allow-origin');
    }
    expect(await stores.database.events.countDocuments()).to.equal(0);
  });

  it('lets only a page of the store read the response', async () => {
    const answer = await post(event);
    expect(answer.headers['access-control-allow-origin']).to.equal(origin);
    expect(answer.headers.vary).to.contain('Origin');
    expect(answer.headers).not.to.have.property('access-control-allow-credentials');
  });

  it('lets a page of a store read the 400 and the 429 too, and no other page', async () => {
    const invalid = { ...event, event: 'unknown' };
    const refused = await post(invalid);
    expect([refused.status, refused.headers['access-control-allow-origin']]).to.deep.equal([400, origin]);
    const elsewhere = await post(invalid, { Origin: 'https://evil.example' });
    expect(elsewhere.headers).not.to.have.property('access-control-allow-origin');
    for (const limits of [
      { perVisitor: 0, perStore: 100 },
      { perVisitor: 100, perStore: 0 },
    ]) {
      app = eventsApp(stores, { limits });
      const limited = await post(event);
      expect([limited.status, limited.headers['access-control-allow-origin']]).to.deep.equal([429, origin]);
      expect(limited.headers['access-control-expose-headers']).to.contain('Retry-After');
    }
  });

  for (const [from, status] of [
    [origin, 204],
    ['https://acme.tryon.example', 204],
    ['https://embed.example', 204],
    ['https://nobody.tryon.example', 403],
    ['https://evil.example', 403],
    ['null', 403],
  ] as const) {
    it(`responds to a preflight from ${from} with ${status}`, async () => {
      const answer = await request(app)
        .options('/api/events')
        .set({ Origin: from, 'Access-Control-Request-Method': 'POST' });
      expect(answer.status).to.equal(status);
      expect(answer.headers['access-control-allow-origin']).to.equal(status === 204 ? from : undefined);
    });
  }

  it('limits a visitor by network address and a store as a whole, counting events', async () => {
    app = eventsApp(stores, { limits: { perVisitor: 3, perStore: 5 } });
    const three = (eventId: string) => ({
      store: 'acme',
      anonymousId: 'v',
      events: [1, 2, 3].map((index) => ({ event: 'Session Started', eventId: `${eventId}-${index}` })),
    });
    const from = (address: string) => ({ Origin: origin, 'X-Forwarded-For': address });
    expect((await post(three('a'), from('203.0.113.1'))).status).to.equal(202);
    const again = await post({ ...event, anonymousId: 'made-up' }, from('203.0.113.1'));
    expect([again.status, again.body.code]).to.deep.equal([429, 'RATE_LIMITED']);
    expect(Number(again.headers['retry-after'])).to.be.within(1, 60);
    expect((await post(three('b'), from('2001:db8::1'))).status).to.equal(429);
    expect(await stores.database.events.countDocuments()).to.equal(3);
  });

  it('counts a body of several KiB as several events, for the visitor and for the store', async () => {
    const large = { ...event, properties: { filler: 'x'.repeat(2500) } };
    const from = (address: string) => ({ Origin: origin, 'X-Forwarded-For': address });
    app = eventsApp(stores, { limits: { perVisitor: 4, perStore: 6 } });
    expect((await post(large, from('203.0.113.1'))).status).to.equal(202);
    expect((await post(large, from('203.0.113.1'))).status).to.equal(429);
    expect((await post(event, from('203.0.113.2'))).status).to.equal(202);
    expect((await post(large, from('203.0.113.3'))).status).to.equal(429);
  });

  it('accepts while Redis refuses the job: the document is the outbox', async () => {
    const failures: unknown[] = [];
    await stores.queue.close();
    const broken = {
      add: () => Promise.reject(new Error('Redis is away')),
    } as unknown as typeof stores.queue;
    app = eventsApp(stores, { queue: broken, onEnqueueFailed: (error) => failures.push(error) });
    expect((await post(event)).status).to.equal(202);
    expect(failures).to.have.length(1);
    expect((await stored())[0]!.forward.state).to.equal('pending');
  });

  it('responds to other methods with 405', async () => {
    const answer = await request(app).get('/api/events');
    expect([answer.status, answer.headers.allow]).to.deep.equal([405, 'POST, OPTIONS']);
  });
});
