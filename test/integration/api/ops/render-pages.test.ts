import { expect } from 'chai';
import type { Express } from 'express';
import supertest from 'supertest';
import { buildApp } from '../../../../api/app.ts';
import { createOutcomes } from '../../../../api/ops/outcomes.ts';
import { createOpsRouter } from '../../../../api/ops/router.ts';
import { type Database, openDatabase } from '../../../../shared/database/database.ts';
import { silentLogger } from '../../../../shared/log.ts';
import { createRegistry } from '../../../../shared/metrics/registry.ts';
import { getDriver } from '../../../../shared/mongodb/driver.ts';
import { dayMs, hourMs } from '../../../../shared/time.ts';
import { freshDatabase, patientMs } from '../../../support/backends.ts';
import { endedRender } from '../../../support/ended-render.ts';
import { operatorOptions } from '../../../support/operators.ts';

const log = silentLogger();
const failure = { code: 'MODEL_ERROR' as const, message: 'fal could not use <b>this</b> image.' };

describe('renders for operators', () => {
  let database: Database;
  let app: Express;

  beforeEach(async () => {
    database = await openDatabase({ uri: await freshDatabase(), log, selectionMs: patientMs });
    const ops = createOpsRouter({
      ...operatorOptions(database),
      outcomes: createOutcomes(database.renders),
    });
    app = buildApp({ log, registry: createRegistry('api'), trustProxy: 0, routers: [ops] });
  });
  afterEach(() => database.close());

  const get = (path: string) => supertest(app).get(path).auth('operator', 'secret');
  const insert = (...renders: Parameters<typeof endedRender>[0][]) =>
    getDriver(database.renders).insertMany(renders.map((render) => endedRender(render)));

  it('shows the outcomes and the error rate of the last 24 hours', async () => {
    const endedAt = Date.now() - 1000;
    await insert({ endedAt }, { endedAt }, { endedAt }, { endedAt, state: 'failed', failure });
    const { text } = await get('/ops').expect(200);
    expect(text)
      .to.include('<b>No</b> 3 of 4 renders succeeded since')
      .and.include('<p class="stat-value">25%</p><p class="stat-note">1 of 4 renders failed</p>')
      .and.match(/<title>\d\d:00: 1 failed, 3 succeeded<\/title>/);
  });

  it('lists the newest failures of a day with their reasons, escaped', async () => {
    const now = Date.now();
    await insert(
      { _id: 'rnd_failed', endedAt: now - hourMs, state: 'failed', failure },
      { _id: 'rnd_test', endedAt: now, state: 'failed', failure, mode: 'test' },
      { _id: 'rnd_refused', endedAt: now, state: 'failed' },
      { _id: 'rnd_old', endedAt: now - 2 * dayMs, state: 'failed', failure },
      { _id: 'rnd_fine', endedAt: now },
    );
    const { text } = await get('/ops').expect(200);
    expect([...text.matchAll(/href="\/ops\/renders\/(\w+)"/g)].map(([, id]) => id)).to.deep.equal([
      'rnd_failed',
    ]);
    expect(text).to.include('fal could not use &lt;b>this&lt;/b> image.').and.not.include('<b>this');
  });

  it('shows at most 20 failures', async () => {
    const ended = Array.from({ length: 25 }, (_, index) => Date.now() - index * 1000);
    await insert(...ended.map((endedAt) => ({ endedAt, state: 'failed' as const, failure })));
    const { text } = await get('/ops').expect(200);
    expect(text.match(/href="\/ops\/renders\/rnd_/g)).to.have.length(20);
    expect(text).to.include('12 earlier failures of the last 24 hours (at most 20 are listed)');
  });

  it('finds a render by its id and by the id of its request', async () => {
    await insert({ _id: 'rnd_1', requestId: 'req_1', endedAt: Date.now(), state: 'failed', failure });
    for (const id of ['rnd_1', 'req_1', ' req_1 ']) {
      const { headers } = await get('/ops/renders').query({ find: id }).expect(303);
      expect(headers.location).to.equal('/ops/renders/rnd_1');
    }
    const { text } = await get('/ops/renders/rnd_1').expect(200);
    expect(text)
      .to.include('acc_1')
      .and.include('req_1')
      .and.include('MODEL_ERROR')
      .and.include('provider 1.8 s');
  });

  it('lists the renders of a request id that was sent with several requests', async () => {
    const requestId = 'order 7';
    await insert(
      { _id: 'rnd_1', requestId, endedAt: 1_000_000 },
      { _id: 'rnd_2', requestId, endedAt: 2_000_000 },
    );
    const { text } = await get('/ops/renders').query({ find: requestId }).expect(200);
    expect([...text.matchAll(/href="\/ops\/renders\/(\w+)"/g)].map(([, id]) => id)).to.deep.equal([
      'rnd_2',
      'rnd_1',
    ]);
  });

  it('responds with 404 and the form for an unknown id, escaped', async () => {
    for (const path of ['/ops/renders?find=<script>', '/ops/renders/%3Cscript%3E']) {
      const { text } = await get(path).expect(404);
      expect(text)
        .to.include('No render has the id <code>&lt;script></code>')
        .and.not.match(/<script(?! type="module" src="\/assets\/)/);
    }
  });

  it('does not take a query object for an id', async () => {
    await insert({ endedAt: Date.now() });
    const { text } = await get('/ops/renders?find[$gt]=').expect(400);
    expect(text).not.to.include('/ops/renders/rnd_');
  });

  it('requires the login', async () => {
    for (const path of ['/ops/renders', '/ops/renders/rnd_1']) await supertest(app).get(path).expect(401);
  });
});
