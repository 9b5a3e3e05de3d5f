import { expect } from 'chai';
import { silentLogger } from '../../../shared/log.ts';
import { createRegistry } from '../../../shared/metrics/registry.ts';
import { type HealthSources, startHealthServer } from '../../../workers/health-server.ts';

describe('health server of a worker', () => {
  let close: () => Promise<void>;
  let origin: string;
  const facts = { lastActivity: Date.now(), waiting: 0, mongo: true, stopping: false };

  before(async () => {
    const sources: HealthSources = {
      concurrency: 4,
      idleLimitMs: 60_000,
      active: () => 1,
      lastActivity: () => facts.lastActivity,
      stopping: () => facts.stopping,
      waiting: async () => facts.waiting,
      pingRedis: async () => 'PONG',
      pingMongo: () => (facts.mongo ? Promise.resolve() : Promise.reject(new Error('down'))),
    };
    const registry = createRegistry('worker');
    const server = await startHealthServer({
      host: '127.0.0.1',
      port: 0,
      registry,
      sources,
      log: silentLogger(),
    });
    origin = `http://127.0.0.1:${server.port}`;
    close = server.close;
  });
  after(() => close());
  beforeEach(() =>
    Object.assign(facts, { lastActivity: Date.now(), waiting: 0, mongo: true, stopping: false }),
  );

  const statuses = async () => [
    (await fetch(`${origin}/healthz`)).status,
    (await fetch(`${origin}/readyz`)).status,
  ];

  it('responds that it is alive and ready', async () => {
    expect(await statuses()).to.deep.equal([200, 200]);
  });

  it('stays alive but not ready while a backend is down or it stops', async () => {
    facts.mongo = false;
    expect(await statuses()).to.deep.equal([200, 503]);
    Object.assign(facts, { mongo: true, stopping: true });
    expect(await statuses()).to.deep.equal([200, 503]);
  });

  it('is not alive when renders wait and it has been idle for too long', async () => {
    Object.assign(facts, { waiting: 2, lastActivity: Date.now() - 61_000 });
    expect(await statuses()).to.deep.equal([503, 503]);
    expect((await (await fetch(`${origin}/healthz`)).json()) as object).to.deep.include({
      alive: false,
      active: 1,
    });
  });

  it('returns its metrics, and 404 for anything else', async () => {
    expect(await (await fetch(`${origin}/metrics`)).text()).to.include(
      'process_cpu_seconds_total{service="worker"}',
    );
    expect((await fetch(`${origin}/constructor`)).status).to.equal(404);
    expect((await fetch(`${origin}/metrics`, { method: 'POST' })).status).to.equal(404);
  });

  it('closes twice without harm', async () => {
    await Promise.all([close(), close()]);
  });
});
