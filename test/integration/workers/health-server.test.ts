import { expect } from 'chai';
import { ConfigError } from '../../../shared/config/load.ts';
import { silentLogger } from '../../../shared/log.ts';
import { createRegistry } from '../../../shared/metrics/registry.ts';
import { type HealthSources, startHealthServer } from '../../../workers/health-server.ts';

describe('health server of a worker', () => {
  let close: () => Promise<void>;
  let origin: string;
  let sources: HealthSources;
  const healthy = { waiting: 0, mongo: true, blobs: true, clock: true, started: true, stopping: false };
  const facts = { ...healthy, lastActivity: Date.now() };

  before(async () => {
    sources = {
      concurrency: 4,
      idleLimitMs: 60_000,
      active: () => 1,
      lastActivity: () => facts.lastActivity,
      stopping: () => facts.stopping,
      waiting: async () => facts.waiting,
      pingRedis: async () => 'PONG',
      started: () => facts.started,
      clockOk: () => facts.clock,
      probeBlobs: () => (facts.blobs ? Promise.resolve() : Promise.reject(new Error('unreadable'))),
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
  beforeEach(() => Object.assign(facts, { ...healthy, lastActivity: Date.now() }));

  const statuses = async () => [
    (await fetch(`${origin}/healthz`)).status,
    (await fetch(`${origin}/readyz`)).status,
  ];

  it('is alive but not ready before it takes jobs, and while the blob storage cannot be read', async () => {
    facts.started = false;
    expect(await statuses()).to.deep.equal([200, 503]);
    Object.assign(facts, { started: true, blobs: false });
    expect(await statuses()).to.deep.equal([200, 503]);
    const { reasons } = (await (await fetch(`${origin}/readyz`)).json()) as { reasons: string[] };
    expect(reasons).to.deep.equal(['the blob storage cannot be read']);
  });

  it('refuses a port that is taken with one line that names WORKER_PORT', async () => {
    const port = Number(new URL(origin).port);
    const options = { host: '127.0.0.1', port, registry: createRegistry('worker'), log: silentLogger() };
    const failure = await startHealthServer({ ...options, sources }).catch((error: unknown) => error);
    expect(failure).to.be.instanceOf(ConfigError);
    expect(failure).to.have.property(
      'message',
      `Port ${port} is taken; stop what uses it or set WORKER_PORT to another one.`,
    );
  });

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
