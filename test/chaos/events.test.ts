import { randomUUID } from 'node:crypto';
import { expect } from 'chai';
import { until } from '../../scripts/chaos/clock.ts';
import { type Endpoints, startEndpoints } from '../../scripts/chaos/events/endpoints.ts';
import { runEventChaos } from '../../scripts/chaos/events/run-events.ts';
import { planFaults } from '../../scripts/chaos/schedule.ts';
import type { Integration } from '../../shared/stores/store-model.ts';
import { createStore } from '../../shared/stores/stores.ts';
import { startTestCluster, type TestCluster } from '../support/chaos-cluster.ts';

describe('an API killed between storing an event and all that follows', function () {
  this.timeout(300_000);
  let endpoints: Endpoints;
  let cluster: TestCluster;
  let store: string;
  const eventId = randomUUID();

  before(async () => {
    endpoints = await startEndpoints({ acme: 'well' });
    const [{ url, allow }] = endpoints.all as [Endpoints['all'][number]];
    const env = { RENDER_PROVIDERS: 'local', OUTBOUND_ALLOW: allow };
    cluster = await startTestCluster({ apis: 1, workers: 1, env });
    const made = { account: 'acc_1', slug: 'acme', hosts: ['acme.example'] };
    store = (await createStore(cluster.database.stores, made))._id;
    const integration: Integration = { state: 'Connected', revision: 1, endpoint: url };
    await cluster.database.stores.updateOne({ _id: store }, { $set: { integration } });
  });
  after(async () => {
    await cluster?.close();
    endpoints?.close();
  });

  const post = () =>
    fetch(`${cluster.url()}/api/events`, {
      method: 'POST',
      headers: { origin: 'https://acme.example', 'content-type': 'application/json' },
      body: JSON.stringify({ store: 'acme', event: 'Try On Started', eventId, anonymousId: 'v' }),
    });

  it('sends no response, and its event is forwarded and counted all the same', async () => {
    const [api] = cluster.apis as [TestCluster['apis'][number]];
    await api.kill(0, 'events.after-insert:1');
    await api.ready();
    const answered = await post().then(
      () => true,
      () => false,
    );
    expect(answered).to.equal(false);
    expect(await until(() => api.deaths.failpoint === 1, 90_000), 'died at the failpoint').to.equal(true);
    const arrived = () =>
      endpoints.calls.some(({ id, status }) => id === `${store}.${eventId}` && status === 200);
    expect(await until(arrived, 90_000), 'forwarded').to.equal(true);
    const counted = async () => {
      const [day] = await cluster.database.kpiDays.find({ store }).lean();
      return day?.counters?.tryOnsStarted === 1;
    };
    expect(await until(counted, 90_000), 'counted').to.equal(true);
  });

  it('recognises the retry of the browser as a duplicate', async () => {
    await cluster.apis[0]!.ready();
    const answer = await post();
    expect(answer.status).to.equal(202);
    expect(await answer.json()).to.include({ accepted: 0, duplicates: 1 });
  });
});

describe('a short campaign of events', function () {
  this.timeout(900_000);

  it('plans the same faults for the same seed, endpoints among them', () => {
    const options = { kills: 200, paceMs: 500, killMongo: true, load: 'events' as const };
    const plan = planFaults({ ...options, seed: 3 });
    expect(planFaults({ ...options, seed: 3 })).to.deep.equal(plan);
    const kinds = new Set(plan.map(({ kind }) => kind));
    expect([...kinds]).to.include.members(['endpoint-fails', 'endpoint-hangs', 'flush-redis']);
    expect([...kinds]).to.not.include('model-fails');
  });

  it('of ten kills loses no event, drops none wrongly and counts them all', async () => {
    const result = await runEventChaos({ seed: 7, kills: 10, paceMs: 400 });
    expect(result.events.findings, result.dataDir).to.deep.equal([]);
    expect(result.deaths.crashed, result.dataDir).to.equal(0);
    expect(result.kills.total).to.be.at.least(10);
    expect(result.events.accepted).to.be.above(0);
    expect(result.events.states.delivered).to.be.above(0);
  });
});
