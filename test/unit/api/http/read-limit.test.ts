import { expect } from 'chai';
import express, { type Express } from 'express';
import supertest from 'supertest';
import { buildApp } from '../../../../api/app.ts';
import { silentLogger } from '../../../../shared/log.ts';
import { createRegistry } from '../../../../shared/metrics/registry.ts';
import { leaveOut } from '../../../support/openapi/observe.ts';

function limited(perKey: number, perAddress: number): Express {
  const router = express.Router();
  router.all('/things', (_req, res) => void res.send('here'));
  return leaveOut(
    buildApp({
      log: silentLogger(),
      trustProxy: 1,
      registry: createRegistry('api'),
      reads: { perKey, perAddress },
      routers: [router],
    }),
  );
}

describe('the limit of reads', () => {
  const read = (app: Express, key: string, address = '192.0.2.1') =>
    supertest(app).get('/things').set('Authorization', `Bearer ${key}`).set('X-Forwarded-For', address);

  it('counts each key separately, and responds with 429 and Retry-After beyond it', async () => {
    const app = limited(3, 100);
    for (let times = 0; times < 3; times += 1) await read(app, 'a').expect(200);
    // The same key, written differently.
    const { body, headers } = await read(app, '  a').expect(429);
    expect(body.code).to.equal('RATE_LIMITED');
    expect(body.message).to.contain('3 reads per minute exceeded for this key');
    expect(Number(headers['retry-after'])).to.be.within(1, 60);
    await read(app, 'b').expect(200);
  });

  it('counts every key of one address together', async () => {
    const app = limited(3, 4);
    for (const key of ['a', 'b', 'c', 'd']) await read(app, key).expect(200);
    const { body } = await read(app, 'e').expect(429);
    expect(body.message).to.contain('4 reads per minute exceeded for this address');
    await read(app, 'e', '192.0.2.2').expect(200);
  });

  it('counts neither other methods nor requests without a key', async () => {
    const app = limited(1, 1);
    await read(app, 'a').expect(200);
    await supertest(app).post('/things').set('Authorization', 'Bearer a').expect(200);
    for (let times = 0; times < 5; times += 1) await supertest(app).get('/things').expect(200);
  });
});
