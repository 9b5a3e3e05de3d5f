import { setTimeout as delay } from 'node:timers/promises';
import { expect } from 'chai';
import type { EventDoc } from '../../../../shared/events/event-model.ts';
import { createStore } from '../../../../shared/stores/stores.ts';
import { eventually, startPlatform, type TestAccount, type TestPlatform } from '../../../support/platform.ts';
import { startTrackEndpoint, type TrackEndpoint } from '../../../support/track-endpoint.ts';

describe('an event’s way through the platform', () => {
  let endpoint: TrackEndpoint;
  let platform: TestPlatform;
  let account: TestAccount;

  before(async () => {
    endpoint = await startTrackEndpoint();
    platform = await startPlatform({ allow: [endpoint.allow], workers: 2 });
    account = await platform.account();
    await createStore(platform.database.stores, {
      account: account.id,
      slug: 'acme',
      hosts: ['shop.example'],
    });
    const saved = await fetch(`${platform.url}/api/stores/acme/integration`, {
      method: 'PUT',
      headers: { Authorization: `Bearer ${account.key}`, 'Content-Type': 'application/json' },
      body: JSON.stringify({ endpoint: endpoint.url, writeKey: 'wk_123' }),
    });
    expect(saved.status).to.equal(200);
  });
  after(async () => {
    await platform.close();
    endpoint.close();
  });

  const post = (eventId: string) =>
    fetch(`${platform.url}/api/events`, {
      method: 'POST',
      headers: { Origin: 'https://shop.example', 'Content-Type': 'application/json' },
      body: JSON.stringify({ store: 'acme', event: 'Session Started', eventId, anonymousId: `v-${eventId}` }),
    });

  it('leads from the browser’s POST to one authenticated track call, and is recorded as delivered', async () => {
    const answers = await Promise.all(Array.from({ length: 100 }, (_, index) => post(`e-${index}`)));
    expect(new Set(answers.map(({ status }) => status))).to.deep.equal(new Set([202]));
    await eventually(() => endpoint.calls.length >= 100);
    await eventually(
      async () => (await platform.database.events.countDocuments({ 'forward.state': 'delivered' })) === 100,
    );
    expect(new Set(endpoint.calls.map(({ headers }) => headers['idempotency-key'])).size).to.equal(100);
    expect(endpoint.calls).to.have.length(100);
    expect(endpoint.calls[0]!.headers.authorization).to.equal('Basic d2tfMTIzOg==');
    await eventually(async () => {
      const days = await platform.database.serviceDays.find().lean();
      return days.reduce((sum, { events }) => sum + (events?.delivered ?? 0), 0) === 100;
    });
    if (process.env.PRINT_FIGURES) await printFigures();
  });

  /** Milliseconds from accepted to the first attempt. */
  async function printFigures(): Promise<void> {
    const events = await platform.database.events.find().lean<EventDoc[]>();
    const received = new Map(events.map(({ _id, receivedAt }) => [_id, receivedAt.getTime()]));
    const waits = endpoint.calls
      .map(({ at, headers }) => at - received.get(String(headers['idempotency-key']))!)
      .sort((a, b) => a - b);
    console.log({ p50: waits[50], p99: waits[98], connections: endpoint.connections() });
  }

  it('loses none when Redis forgets everything while they arrive', async () => {
    const first = endpoint.calls.length;
    const arriving = Promise.all(Array.from({ length: 60 }, (_, index) => post(`f-${index}`)));
    await platform.redis.eval(
      "for _, key in ipairs(redis.call('KEYS', ARGV[1])) do redis.call('DEL', key) end",
      0,
      `${platform.config.QUEUE_PREFIX}:track:*`,
    );
    const answers = await arriving;
    expect(answers.every(({ status }) => status === 202)).to.equal(true);
    await eventually(
      async () => (await platform.database.events.countDocuments({ 'forward.state': 'delivered' })) === 160,
    );
    const ids = new Set(endpoint.calls.slice(first).map(({ headers }) => headers['idempotency-key']));
    expect(ids.size).to.equal(60);
  });

  it('shows the deliveries over HTTP', async () => {
    await delay(600);
    const answer = await fetch(`${platform.url}/api/stores/acme/integration/deliveries`, {
      headers: { Authorization: `Bearer ${account.key}` },
    });
    const { deliveries } = (await answer.json()) as { deliveries: { status: number; answer: string }[] };
    expect(deliveries).to.have.length(50);
    expect(deliveries[0]).to.include({ status: 200, answer: '{"success":true}' });
  });
});
