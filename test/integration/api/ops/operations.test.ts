import { once } from 'node:events';
import { createServer } from 'node:http';
import { type AddressInfo, connect } from 'node:net';
import { text } from 'node:stream/consumers';
import type { Queue } from 'bullmq';
import { expect } from 'chai';
import type { Express } from 'express';
import type { Redis } from 'ioredis';
import sinon from 'sinon';
import supertest from 'supertest';
import { buildApp } from '../../../../api/app.ts';
import { mountRoutes } from '../../../../api/http/mount-routes.ts';
import { describeFleet } from '../../../../api/ops/fleet.ts';
import { healthRoutes } from '../../../../api/ops/health-routes.ts';
import { createMetrics, metricsRoutes } from '../../../../api/ops/metrics-routes.ts';
import { createOutcomes } from '../../../../api/ops/outcomes.ts';
import { readProviderHealth } from '../../../../api/ops/provider-health.ts';
import { registerQueueMetrics } from '../../../../api/ops/queue-metrics.ts';
import { createReadiness, type ReadinessSources } from '../../../../api/ops/readiness.ts';
import { createOpsRouter, type OpsRouterOptions } from '../../../../api/ops/router.ts';
import { breakerPolicy } from '../../../../shared/breaker/breaker-state.ts';
import { type Database, openDatabase } from '../../../../shared/database/database.ts';
import { closeConnection, connectionReady, producerConnection } from '../../../../shared/jobs/connections.ts';
import { announce, readWorkers, withdraw } from '../../../../shared/jobs/fleet.ts';
import { createQueue, queueDepth } from '../../../../shared/jobs/queues.ts';
import { silentLogger } from '../../../../shared/log.ts';
import type { ProviderTry } from '../../../../shared/metrics/provider-costs.ts';
import { readTally, tallyTries } from '../../../../shared/metrics/provider-tally.ts';
import { createRegistry } from '../../../../shared/metrics/registry.ts';
import { createBreaker, createFleetBreaker } from '../../../../workers/breaker/fleet-breaker.ts';
import { freshDatabase, freshPrefix, patientMs, redisUrl } from '../../../support/backends.ts';
import { operatorOptions } from '../../../support/operators.ts';

const log = silentLogger();
const login: OpsRouterOptions['config'] = {
  OPS_USER: 'operator',
  OPS_PASSWORD: 'correct horse',
  OPS_WRITABLE: false,
  NODE_ENV: 'test',
  PROVIDER_COSTS: '',
  RATE_LIMIT_PER_MINUTE: 60,
  RATE_LIMIT_CONCURRENT: 10,
};

describe('operations over HTTP', () => {
  const prefix = freshPrefix();
  let connection: Redis;
  let queue: Queue;
  let database: Database;

  before(async () => {
    database = await openDatabase({ uri: await freshDatabase(), log, selectionMs: patientMs });
    connection = producerConnection({ url: await redisUrl(), name: 'test', log, commandMs: patientMs });
    await connectionReady(connection, 5_000);
    queue = createQueue('render', { connection, prefix, log });
    const data = { renderId: 'rnd_1', deadlineAt: 1, secret: 'wallpaper of Jane' };
    await queue.add('render', data, { jobId: 'rnd_1.1', timestamp: Date.now() - 5_000 });
    await announce(connection, { prefix }, 'worker-1', { concurrency: 4, runMs: 1_200 }, 600_000);
  });
  after(async () => {
    await database.close();
    await queue.close();
    await closeConnection(connection);
  });

  function app(config = login, sources: Partial<ReadinessSources> = {}): Express {
    const registry = createRegistry('api');
    registerQueueMetrics(registry, [queue]);
    const readiness = createReadiness({
      stopping: () => false,
      backends: { redis: () => connection.ping() },
      process: {},
      rendering: async () => ({ possible: true, reasons: [] }),
      waiting: async () => (await queueDepth(queue)).waiting,
      maxWaiting: 1000,
      ...sources,
    });
    const fleet = async () => describeFleet(await readWorkers(connection, { prefix }), [queue]);
    const probes = [
      mountRoutes(healthRoutes, { readiness }),
      mountRoutes(metricsRoutes, createMetrics(registry, '')),
    ];
    const providers = () => readTally(connection, { prefix });
    const routes = { providers: ['gemini', 'fal', 'cog'], dedicated: new Set(['cog']) };
    const health = () => readProviderHealth(connection, prefix, routes);
    const outcomes = createOutcomes(database.renders);
    const ops = createOpsRouter({
      ...operatorOptions(database),
      ...{ queues: [queue], config, readiness, fleet, providers, health, outcomes },
    });
    return buildApp({ log, registry, trustProxy: 1, routers: [...probes, ops] });
  }
  /** The cells of a section's table, row by row, without markup. */
  const toRows = (html: string, section: string) => {
    const table = html.slice(html.indexOf(`id="${section}"`)).split('</table>')[0]!;
    return [...table.matchAll(/<th scope="row"[^>]*>(.*?)<\/tr>/g)].map(([, cells]) =>
      cells!
        .split(/<\/t[hd]>/)
        .slice(0, -1)
        .map((cell) => cell.replace('<span class="note">', '|').replaceAll(/<[^>]+>/g, '')),
    );
  };
  const asOperator = (request: supertest.Test) => request.auth('operator', 'correct horse');

  describe('login', () => {
    for (const path of ['/ops', '/ops/queues', '/ops/queues/api/queues', '/ops/queues/static/css/x.css']) {
      it(`requires credentials for ${path}`, async () => {
        const response = await supertest(app()).get(path).expect(401);
        expect(response.headers['www-authenticate']).to.match(/^Basic /);
        expect(response.text).to.include('Log in with OPS_USER and OPS_PASSWORD');
      });
    }

    it('rejects a wrong password, and every request after ten of them from one address', async () => {
      const http = supertest(app());
      for (let times = 0; times < 10; times++) await http.get('/ops').auth('operator', 'guess').expect(401);
      const response = await asOperator(http.get('/ops')).expect(429);
      expect(response.text).to.include('Too many failed logins');
      expect(Number(response.headers['retry-after'])).to.be.within(1, 300);
      await asOperator(http.get('/ops')).set('X-Forwarded-For', '203.0.113.9').expect(200);
    });

    it('compares ten passwords only when many arrive in one write', async () => {
      const server = createServer(app()).listen(0, '127.0.0.1');
      await once(server, 'listening');
      const socket = connect((server.address() as AddressInfo).port, '127.0.0.1');
      const authorization = `Basic ${Buffer.from('operator:guess').toString('base64')}`;
      const request = `GET /ops HTTP/1.1\r\nHost: a\r\nAuthorization: ${authorization}\r\n\r\n`;
      const last = request.replace('\r\n\r\n', '\r\nConnection: close\r\n\r\n');
      socket.write(request.repeat(29) + last);
      const statuses = [...(await text(socket)).matchAll(/HTTP\/1\.1 (\d+)/g)].map(([, status]) => status);
      server.close();
      expect(statuses.filter((status) => status === '401')).to.have.length(10);
      expect(statuses.filter((status) => status === '429')).to.have.length(20);
    });

    const guess = (http: ReturnType<typeof supertest>, from: string) =>
      http.get('/ops').auth('operator', 'guess').set('X-Forwarded-For', from);

    it('counts the addresses of one IPv6 network as one', async () => {
      const http = supertest(app());
      for (let host = 1; host <= 10; host++) await guess(http, `2001:db8:1:2::${host}`).expect(401);
      await guess(http, '2001:db8:1:2:ffff::1').expect(429);
      await guess(http, '2001:db8:1:3::1').expect(401);
    });

    it('rejects every login after a hundred failures from everywhere, but those from where one succeeded', async () => {
      const http = supertest(app());
      await asOperator(http.get('/ops')).set('X-Forwarded-For', '203.0.113.9').expect(200);
      for (let address = 1; address <= 100; address++) await guess(http, `198.51.100.${address}`).expect(401);
      await asOperator(http.get('/ops')).set('X-Forwarded-For', '198.51.100.200').expect(429);
      await asOperator(http.get('/ops')).set('X-Forwarded-For', '203.0.113.9').expect(200);
    });

    it('counts no failure for a right password', async () => {
      const http = supertest(app());
      for (let times = 0; times < 9; times++) await http.get('/ops').auth('operator', 'guess').expect(401);
      for (let times = 0; times < 12; times++) await asOperator(http.get('/ops')).expect(200);
    });

    it('counts no failure for the first request of a browser, which has no credentials', async () => {
      const http = supertest(app());
      for (let times = 0; times < 12; times++) await http.get('/ops').expect(401);
      await asOperator(http.get('/ops')).expect(200);
    });

    it('leads to the sign-in when no password is set', async () => {
      const http = supertest(app({ ...login, OPS_PASSWORD: '' }));
      for (const path of ['/ops', '/ops/queues']) {
        const { headers } = await http.get(path).auth('operator', '').expect(303);
        expect(headers.location).to.equal(`/sign-in?${new URLSearchParams({ to: path })}`);
      }
    });
  });

  describe('page', () => {
    it('shows readiness, queue and workers, and links to the board', async () => {
      const { text } = await asOperator(supertest(app()).get('/ops')).expect('Content-Type', /html/);
      expect(text)
        .to.match(/Workers running<\/h2><p class="stat-value">1</)
        .and.include('4 renders at once');
      expect(text).to.match(/Renders waiting<\/h2><p class="stat-value">1</);
      expect(text)
        .to.include('href="/ops/queues"')
        .and.match(/role="status">.*?<span>ready<\/span>/);
    });

    it('shows the tries of each render provider today and their estimated cost', async () => {
      const day = { costs: new Map([['gemini', 0.5]]) };
      const note = (attempt: ProviderTry) => tallyTries(connection, { prefix }, [attempt], day);
      await note({ provider: 'gemini', ms: 4_000 });
      await note({ provider: 'gemini', ms: 2_000, failure: 'failed' });
      await note({ provider: 'gemini', ms: 0, failure: 'unavailable', skipped: true });
      await note({ provider: 'gemini', ms: 3_000, failure: 'unavailable', aborted: true });
      await note({ provider: 'local', ms: 500 });
      const yesterday = Date.now() - 24 * 3600 * 1000;
      await tallyTries(connection, { prefix }, [{ provider: 'fal', ms: 1 }], { ...day, nowMs: yesterday });
      const { text } = await asOperator(supertest(app()).get('/ops')).expect(200);
      expect(toRows(text, 'providers')).to.deep.equal([
        ['gemini', '1', '0', '1', '0', '1', '1', '3.0 s', '$1.50'],
        ['local', '1', '0', '0', '0', '0', '0', '0.5 s', '$0.00'],
      ]);
    });

    it('shows the workers, the shared breaker and the last error of each provider', async () => {
      const store = createFleetBreaker(connection, prefix);
      const breaker = createBreaker({ store, log, policy: { ...breakerPolicy, openMs: 300_000 } });
      await breaker.record('gemini', 'unavailable');
      for (let times = 0; times < 3; times++) await breaker.record('fal', 'unavailable');
      const { raw, nowMs } = await store.read('cog');
      const resting = { failures: 3, firstFailureAt: nowMs, openUntil: 1, trips: 2, hung: true };
      await store.swap('cog', raw, JSON.stringify({ ...resting, probeUntil: nowMs + 60_000 }));
      const note = (attempt: ProviderTry) =>
        tallyTries(connection, { prefix }, [attempt], { costs: new Map() });
      await note({ provider: 'gemini', ms: 1, failure: 'failed' });
      await note({ provider: 'fal', ms: 1, failure: 'unavailable' });
      await note({ provider: 'fal', ms: 0, failure: 'unavailable', skipped: true });
      await note({ provider: 'cog', ms: 1, failure: 'failed', hung: true });
      await note({ provider: 'local', ms: 1 });
      const { text } = await asOperator(supertest(app()).get('/ops')).expect(200);
      const rows = toRows(text, 'provider-states').map((row) =>
        row.map((cell) =>
          cell.replace(/until [\d:]{8} UTC, \d+ s from now/, 'TIME').replace(/\d+ s ago/, 'AGO'),
        ),
      );
      expect(rows).to.deep.equal([
        ['gemini', '1 running', 'closed', '1 of 3', 'failed|AGO', 'Switch off'],
        ['fal', '1 running', 'open|TIME', '3 of 3|opened once', 'unavailable|AGO', 'Try again'],
        [
          'cog',
          'none',
          'half-open|a probe render is running',
          '3 of 3|opened 2 times',
          'no response in time|AGO',
          'Try again',
        ],
        ['local|test keys only', '1 running', 'closed', '0 of 3', 'none recently', 'Switch off'],
      ]);
    });

    it('lists the workers with host, version, providers and load', async () => {
      const report = { concurrency: 2, active: 1, version: '1.2.3', providers: ['fal', 'local'] };
      await announce(connection, { prefix }, 'gpu-host-42-abc123', report, 600_000);
      const { text } = await asOperator(supertest(app()).get('/ops')).expect(200);
      await withdraw(connection, { prefix }, 'gpu-host-42-abc123');
      expect(toRows(text, 'workers')).to.deep.equal([
        ['gpu-host|process 42', '1.2.3', 'fal, local', 'render', '1 of 2', '–', 'Drain'],
        ['worker-1', '–', '–', 'render', '– of 4', '1.2 s', 'Drain'],
      ]);
    });

    it('warns when no worker is running', async () => {
      const none = async () => describeFleet([], []);
      const readiness = async () => ({
        ready: true,
        status: 'ready' as const,
        backends: {},
        process: {},
        rendering: { possible: true, reasons: [] },
        queue: { waiting: 0, max: 1 },
      });
      const options = {
        ...operatorOptions(database),
        queues: [queue],
        config: login,
        readiness,
        fleet: none,
      };
      const router = createOpsRouter(options);
      const { text } = await asOperator(
        supertest(buildApp({ log, registry: createRegistry('api'), trustProxy: 0, routers: [router] })).get(
          '/ops',
        ),
      );
      expect(text).to.include('No worker is running').and.include('could not be read');
    });

    it('is loaded again by a link without JavaScript, and has no inline code', async () => {
      const { text, headers } = await asOperator(supertest(app()).get('/ops'));
      expect(text).to.include('<a class="reload" href="/ops">').and.not.include('http-equiv="refresh"');
      expect(text).not.to.match(/<style|<[^>]*\s(style|on\w+)=|<script(?![^>]*src=)/);
      expect(headers['content-security-policy']).not.to.include('unsafe');
    });

    it('shows every component at /ops/design, but not in production', async () => {
      const { text } = await asOperator(supertest(app()).get('/ops/design')).expect(200);
      expect(text)
        .to.include('Line chart')
        .and.not.match(/<[^>]*\s(style|on\w+)=/);
      await asOperator(supertest(app({ ...login, NODE_ENV: 'production' })).get('/ops/design')).expect(404);
    });

    it('allows no scripts of other origins', async () => {
      const { headers } = await asOperator(supertest(app()).get('/ops'));
      expect(headers['content-security-policy'])
        .to.include("script-src 'self';")
        .and.include("default-src 'none'");
    });
  });

  describe('Bull Board', () => {
    it('serves its page and every file that the page references', async () => {
      const http = supertest(app());
      const { text } = await asOperator(http.get('/ops/queues')).expect(200);
      const files = [...text.matchAll(/(?:src|href)="(static\/[^"]+)"/g)].map(([, path]) => path);
      expect(files.length).to.be.greaterThan(2);
      for (const file of files) await asOperator(http.get(`/ops/queues/${file}`)).expect(200);
    });

    it('shows only ids and numbers of a job', async () => {
      const { body, text } = await asOperator(
        supertest(app()).get(
          '/ops/queues/api/queues?activeQueue=render&status=waiting&page=1&jobsPerPage=10',
        ),
      ).expect(200);
      expect(body.queues[0].jobs[0].data).to.deep.equal({
        renderId: 'rnd_1',
        deadlineAt: 1,
        secret: '[redacted]',
      });
      expect(text).not.to.include('Jane');
    });

    const clean = '/ops/queues/api/queues/render/rnd_1.1/clean';
    for (const path of [clean, '/ops/queues/api/queues/pause', '/ops/queues/api/queues/render/obliterate']) {
      it(`rejects PUT ${path} while it is read-only`, async () => {
        const { body } = await asOperator(supertest(app()).put(path)).expect(405);
        expect(body.code).to.equal('METHOD_NOT_ALLOWED');
        expect(await queue.getJob('rnd_1.1')).not.to.equal(undefined);
      });
    }

    it('lets operators remove a job when OPS_WRITABLE is set, but only from its own pages', async () => {
      const http = supertest(app({ ...login, OPS_WRITABLE: true }));
      await queue.add('render', { renderId: 'rnd_2', deadlineAt: 1 }, { jobId: 'rnd_2.1' });
      const path = '/ops/queues/api/queues/render/rnd_2.1/clean';
      await asOperator(http.put(path)).set('Sec-Fetch-Site', 'cross-site').expect(403);
      await asOperator(http.put(path)).set('Sec-Fetch-Site', 'same-origin').expect(204);
      expect(await queue.getJob('rnd_2.1')).to.equal(undefined);
    });

    it('lets no one keep what it shows, and responds to an undecodable path without a stack', async () => {
      const http = supertest(app());
      for (const path of ['/ops/queues', '/ops/queues/api/queues']) {
        const { headers } = await asOperator(http.get(path)).expect(200);
        expect(headers['cache-control'], path).to.equal('no-store');
      }
      for (const path of [
        '/ops/queues/queue/%ff',
        '/ops/queues/api/queues/render/%ff',
        '/ops/queues/queues/render/%ff',
      ]) {
        const response = await asOperator(http.get(path)).expect(400);
        expect(response.body.code, path).to.equal('INVALID_INPUT');
        expect(response.text, path).not.to.contain('node_modules');
      }
    });

    it('rejects adding or editing job data even when OPS_WRITABLE is set', async () => {
      const http = supertest(app({ ...login, OPS_WRITABLE: true }));
      await asOperator(http.post('/ops/queues/api/queues/render/add')).send({}).expect(405);
      await asOperator(http.patch('/ops/queues/api/queues/render/rnd_1.1/update-data')).send({}).expect(405);
    });
  });

  describe('health', () => {
    it('responds to /healthz without asking a backend', async () => {
      const backends = { redis: () => Promise.reject(new Error('down')) };
      const { body } = await supertest(app(login, { backends })).get('/healthz').expect(200);
      expect(body.status).to.equal('ok');
    });

    it('responds to /readyz with backends and queue depth', async () => {
      const { body } = await supertest(app()).get('/readyz').expect(200);
      expect(body).to.deep.include({ ready: true, status: 'ready', queue: { waiting: 1, max: 1000 } });
      expect(body.backends.redis.ok).to.equal(true);
    });

    it('responds with 503 at /readyz while it is stopping', async () => {
      await supertest(app(login, { stopping: () => true }))
        .get('/readyz')
        .expect(503);
    });

    it('stays ready while a backend is down, which monitors of renders see', async () => {
      const backends = { redis: () => connection.ping(), mongo: () => Promise.reject(new Error('down')) };
      const http = supertest(app(login, { backends }));
      const { body } = await http.get('/readyz').expect(200);
      expect(body).to.include({ ready: true, status: 'degraded' });
      expect(body.backends.mongo.ok).to.equal(false);
      await http.get('/readyz?for=renders').expect(503);
    });
  });

  describe('metrics', () => {
    it('need their token when one is set', async () => {
      const routers = [mountRoutes(metricsRoutes, createMetrics(createRegistry('api'), 'a-token'))];
      const http = supertest(buildApp({ log, registry: createRegistry('api'), trustProxy: 0, routers }));
      for (const header of ['', 'Bearer wrong', 'a-token'])
        await http.get('/metrics').set('Authorization', header).expect(401);
      await http.get('/metrics').set('Authorization', 'Bearer a-token').expect(200);
    });

    it('are collected at most once a second', async () => {
      const registry = createRegistry('api');
      const collect = sinon.spy(registry, 'metrics');
      const routers = [mountRoutes(metricsRoutes, createMetrics(registry, ''))];
      const http = supertest(buildApp({ log, registry: createRegistry('api'), trustProxy: 0, routers }));
      await Promise.all(Array.from({ length: 20 }, () => http.get('/metrics').expect(200)));
      expect(collect.callCount).to.be.at.most(2);
    });

    it('times the requests of later routers, by their route', async () => {
      const http = supertest(app());
      await asOperator(http.get('/ops')).expect(200);
      await http.get('/unknown/path').expect(404);
      const { text } = await http.get('/metrics');
      expect(text).to.match(
        /render_platform_http_request_duration_seconds_count\{.*method="GET",route="\/ops",status="200"\} 1/,
      );
      expect(text).to.match(
        /render_platform_http_request_duration_seconds_count\{.*method="GET",route="none",status="404"\} 1/,
      );
    });

    it('reports depth and oldest wait of the queue, event loop and memory', async () => {
      const { text } = await supertest(app())
        .get('/metrics')
        .expect('Content-Type', /text\/plain/);
      expect(text).to.include('render_platform_queue_jobs_waiting{queue="render",service="api"} 1');
      expect(text).to.include('render_platform_queue_jobs_active{queue="render",service="api"} 0');
      expect(
        Number(/render_platform_queue_oldest_wait_seconds\{.*\} ([\d.]+)/.exec(text)?.[1]),
      ).to.be.at.least(5);
      expect(text)
        .to.include('nodejs_eventloop_lag_p99_seconds')
        .and.include('process_resident_memory_bytes');
    });
  });
});
