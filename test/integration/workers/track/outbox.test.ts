import { expect } from 'chai';
import type { Redis } from 'ioredis';
import { ingest } from '../../../../api/events/ingest.ts';
import { listDeliveries } from '../../../../shared/deliveries/list-deliveries.ts';
import { replayDropped, replayEvent } from '../../../../shared/deliveries/replay.ts';
import { outboxGraceMs } from '../../../../shared/events/enqueue-events.ts';
import { eraseVisitor, visitorOfEvent } from '../../../../shared/events/erase-visitor.ts';
import { findEvent } from '../../../../shared/events/event-map.ts';
import { type EventDoc, optedOutReason } from '../../../../shared/events/event-model.ts';
import { closeConnection, workerConnection } from '../../../../shared/jobs/connections.ts';
import { trackJob, trackJobId } from '../../../../shared/jobs/track-job.ts';
import { createOutbound, type Outbound } from '../../../../shared/outbound/outbound.ts';
import { createSecretBox } from '../../../../shared/secrets/secret-box.ts';
import type { StoreDoc } from '../../../../shared/stores/store-model.ts';
import { createNotes } from '../../../../workers/notes.ts';
import { startWorkers, type WorkerRuntime } from '../../../../workers/runtime.ts';
import { reenqueueEvents } from '../../../../workers/sweeper/reenqueue-events.ts';
import { createTrack } from '../../../../workers/track/create-track.ts';
import { type EventBackends, log, makeStore, openEventBackends } from '../../../support/events-app.ts';
import { eventually } from '../../../support/platform.ts';
import { type OwnRedis, ownRedis } from '../../../support/redis-server.ts';
import { startTrackEndpoint, type TrackEndpoint } from '../../../support/track-endpoint.ts';

describe('the outbox of events', () => {
  let redis: OwnRedis;
  let stores: EventBackends;
  let store: StoreDoc;
  let endpoint: TrackEndpoint;
  let outbound: Outbound;
  let workers:
    | { runtime: WorkerRuntime; track: ReturnType<typeof createTrack>; connection: Redis }
    | undefined;

  before(async () => {
    redis = await ownRedis({ durable: false });
    await redis.start();
  });
  after(() => redis.remove());

  beforeEach(async () => {
    [stores, endpoint] = await Promise.all([openEventBackends(redis.url), startTrackEndpoint()]);
    store = await makeStore(stores, 'acme', { state: 'Connected', endpoint: endpoint.url });
    outbound = createOutbound({ allow: [endpoint.allow] });
  });
  afterEach(async () => {
    await stopWorkers();
    endpoint.close();
    await outbound.close();
    await stores.close();
  });

  function work(): void {
    const { database, queue, prefix } = stores;
    const secrets = createSecretBox([Buffer.alloc(32, 7)]);
    const track = createTrack({
      database,
      queue,
      outbound,
      secrets,
      concurrency: 8,
      notes: createNotes(),
      log,
    });
    const connection = workerConnection({ url: redis.url, name: 'test:worker', log });
    const runtime = startWorkers({
      connection,
      prefix,
      log,
      handlers: [track.handler],
      jobs: [trackJob],
      lockMs: 5000,
    });
    workers = { runtime, track, connection };
  }
  async function stopWorkers(): Promise<void> {
    if (!workers) return;
    await workers.runtime.close(4000);
    await workers.track.close();
    await closeConnection(workers.connection);
    workers = undefined;
  }

  async function accept(count: number, anonymousId = 'visitor', name = 'e'): Promise<string[]> {
    const incoming = Array.from({ length: count }, (_, index) => ({
      store: 'acme',
      rule: findEvent('Session Started')!,
      eventId: `${name}-${index}`,
      anonymousId,
      sessionId: null,
      properties: {},
      webdriver: false,
    }));
    const arrival = { receivedAt: Date.now(), userAgent: undefined, isBot: () => false };
    await ingest({ ...stores, retentionDays: 1, onEnqueueFailed: () => undefined }, store, incoming, arrival);
    return incoming.map(({ eventId }) => `${store._id}.${eventId}`);
  }

  const states = async () => {
    const events = await stores.database.events.find().lean<EventDoc[]>();
    return events.map(({ forward }) => forward.state);
  };
  /** With one call at a time to a store a worker that stood still takes long for many events. */
  const until = (condition: () => Promise<boolean> | boolean) => eventually(condition, 60_000);
  const allDelivered = async () => (await states()).every((state) => state === 'delivered');
  /** As if the grace after the jobs were made had passed. */
  const graceOver = () =>
    stores.database.events.updateMany(
      { 'forward.nextAt': { $exists: true } },
      { $set: { 'forward.nextAt': new Date(Date.now() - 1) } },
    );
  const sweep = () => reenqueueEvents({ events: stores.database.events, queue: stores.queue });

  it('brings each accepted event to the endpoint once', async () => {
    work();
    await accept(40);
    await until(allDelivered);
    const ids = endpoint.calls.map(({ headers }) => headers['idempotency-key']);
    expect(ids).to.have.length(40);
    expect(new Set(ids).size).to.equal(40);
  });

  it('enqueues the jobs again that Redis lost, once, with several sweepers at work', async () => {
    await accept(30);
    await stores.connection.flushall();
    await graceOver();
    const made = await Promise.all([sweep(), sweep(), sweep()]);
    expect(made.reduce((sum, count) => sum + count)).to.equal(30);
    expect(await sweep()).to.equal(0);
    work();
    await until(allDelivered);
    expect(endpoint.calls).to.have.length(30);
  });

  it('skips events whose job still waits', async () => {
    const [id] = await accept(1);
    await graceOver();
    const before = Date.now();
    expect(await sweep()).to.equal(0);
    const event = await stores.database.events.findById(id!).lean<EventDoc>();
    expect(event!.forward.jobs).to.equal(1);
    expect(event!.forward.nextAt!.getTime()).to.be.at.least(before + outboxGraceMs);
  });

  it('enqueues a new job for an event whose worker died with it', async () => {
    const [id] = await accept(1);
    const job = await stores.queue.getJob(trackJobId(id!, 1));
    await job!.remove();
    await graceOver();
    expect(await sweep()).to.equal(1);
    expect(await stores.queue.getJobState(trackJobId(id!, 2))).to.equal('waiting');
  });

  it('ends delays that are too long for Redis', async () => {
    const [id] = await accept(1);
    // Before a worker has it, which would write over its own count; after a second try the wait is 5 minutes.
    await stores.database.events.updateOne({ _id: id! }, { $set: { 'forward.attempt': 1 } });
    endpoint.answer = (_call, res) => void res.writeHead(500).end();
    work();
    await until(async () => (await stores.queue.getJobState(trackJobId(id!, 1))) === 'completed');
    const event = await stores.database.events.findById(id!).lean<EventDoc>();
    expect(event!.forward).to.include({ state: 'pending', attempt: 2 });
    expect(await stores.queue.getDelayedCount()).to.equal(0);
    endpoint.answer = (_call, res) => void res.end();
    await graceOver();
    expect(await sweep()).to.equal(1);
    await until(allDelivered);
  });

  it('picks up an event that was put back under the same job', async () => {
    work();
    endpoint.answer = (_call, res) => void setTimeout(() => res.end(), 30);
    await accept(20);
    await until(allDelivered);
    expect(endpoint.calls).to.have.length(20);
  });

  it('does not let an endpoint that never responds delay another', async () => {
    const healthy = await startTrackEndpoint();
    await outbound.close();
    outbound = createOutbound({ allow: [endpoint.allow, healthy.allow] });
    endpoint.answer = () => undefined;
    work();
    const begunAt = Date.now();
    await accept(50);
    store = await makeStore(stores, 'healthy', { state: 'Connected', endpoint: healthy.url });
    await accept(20);
    await until(() => healthy.calls.length === 20);
    // Each call without an answer has its only slot for 10 s.
    expect(endpoint.calls.length).to.be.at.most(1 + Math.floor((Date.now() - begunAt) / 10_000));
    healthy.close();
  });

  it('replays one event, and all that were dropped in a range, under their ids', async () => {
    work();
    endpoint.answer = (_call, res) => void res.writeHead(400).end();
    const started = new Date(Date.now() - 1000);
    const [first] = await accept(5);
    await until(async () => (await states()).every((state) => state === 'dropped'));
    endpoint.answer = (_call, res) => void res.end();
    const dependencies = { events: stores.database.events, queue: stores.queue };
    expect(await replayEvent(dependencies, store, first!)).to.deep.equal({ replayed: 1, more: false });
    await until(() => endpoint.calls.length === 6);
    await until(async () => (await states()).filter((state) => state === 'delivered').length === 1);
    expect(await replayEvent(dependencies, store, 'e-0')).to.deep.equal({ replayed: 1, more: false });
    await until(() => endpoint.calls.length === 7);
    const range = { from: started, to: new Date(Date.now() + 1000) };
    expect(await replayDropped(dependencies, store, { from: new Date(0), to: started })).to.include({
      replayed: 0,
    });
    expect(await replayDropped(dependencies, store, range)).to.deep.equal({ replayed: 4, more: false });
    await until(allDelivered);
    expect(new Set(endpoint.calls.map(({ headers }) => headers['idempotency-key'])).size).to.equal(5);
    const stopped = { ...store, integration: { ...store.integration, state: 'Paused' as const } };
    const refusal = await replayDropped(dependencies, stopped, range).catch((error: unknown) => error);
    expect(refusal).to.include({ code: 'CONFLICT' });
  });

  it('replays no event whose visitor opted out, alone or in a range', async () => {
    const [id] = await accept(1);
    await stores.database.events.updateOne(
      { _id: id! },
      { $set: { 'forward.state': 'none', 'forward.reason': optedOutReason } },
    );
    const dependencies = { events: stores.database.events, queue: stores.queue };
    const refusal = await replayEvent(dependencies, store, 'e-0').catch((error: unknown) => error);
    expect(refusal).to.include({ code: 'CONFLICT' });
    const range = { from: new Date(0), to: new Date(Date.now() + 1000) };
    expect(await replayDropped(dependencies, store, range)).to.deep.equal({ replayed: 0, more: false });
  });

  it('erases a visitor of one store, pending events and deliveries included, and no other visitor', async () => {
    const { database } = stores;
    await accept(3, 'gone', 'a');
    await accept(2, 'stays', 'b');
    const other = store;
    store = await makeStore(stores, 'other');
    await accept(1, 'gone');
    const note = (event: string) => ({
      event,
      name: 'x',
      at: new Date(),
      attempt: 1,
      outcome: 'retry',
      ms: 1,
      answer: '',
    });
    const deliveries = [`${other._id}.a-0`, `${other._id}.b-0`].map(note);
    await database.deliveries.create({ _id: other._id, deliveries });
    expect(await listDeliveries(database.deliveries, other._id, 'a-0')).to.have.length(1);
    expect((await listDeliveries(database.deliveries, other._id))[0]).to.include({ eventId: 'b-0' });
    expect(await visitorOfEvent(database.events, other._id, 'a-0')).to.equal('gone');
    expect(await visitorOfEvent(database.events, other._id, 'unknown')).to.equal(undefined);
    expect(await eraseVisitor(database, other._id, 'gone')).to.deep.equal({ events: 3, orders: 0 });
    expect(await database.events.countDocuments({ store: other._id, anonymousId: 'stays' })).to.equal(2);
    expect(await database.events.countDocuments({ store: store._id })).to.equal(1);
    const log = await database.deliveries.findById(other._id).lean<{ deliveries: { event: string }[] }>();
    expect(log!.deliveries.map(({ event }) => event)).to.deep.equal([`${other._id}.b-0`]);
    expect(await eraseVisitor(database, other._id, 'gone')).to.deep.equal({ events: 0, orders: 0 });
  });
});
