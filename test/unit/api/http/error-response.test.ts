import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import type { Server } from 'node:http';
import { type AddressInfo, connect } from 'node:net';
import { text } from 'node:stream/consumers';
import { expect } from 'chai';
import { type Express, Router } from 'express';
import mongoose from 'mongoose';
import supertest from 'supertest';
import { buildApp } from '../../../../api/app.ts';
import { authenticateKey } from '../../../../api/http/authenticate.ts';
import { readBody } from '../../../../api/http/body-scanner/read-body.ts';
import { asRenderOutage } from '../../../../api/visualize/render-outage.ts';
import { BlobsUnavailable } from '../../../../shared/blobs/blob-storage.ts';
import { ApiError, invalidInput } from '../../../../shared/errors.ts';
import type { ApiKeyModel } from '../../../../shared/keys/key-model.ts';
import { silentLogger } from '../../../../shared/log.ts';
import { createRegistry } from '../../../../shared/metrics/registry.ts';
import { leaveOut } from '../../../support/openapi/observe.ts';
import { type Bench, openBench } from './body-scanner/support.ts';

const hasPython = spawnSync('python3', ['--version']).status === 0;

const outage = () => {
  throw new mongoose.mongo.MongoNetworkError('connect ECONNREFUSED 127.0.0.1:27017');
};

describe('error responses', () => {
  let bench: Bench;
  let app: Express;
  before(async () => {
    bench = await openBench();
    const router = Router();
    router.get('/things/:id', (req, res) => void res.json(req.params));
    router.get('/field', () => {
      throw invalidInput('products[0].naïve key\r\n', 'is not a known field; remove it.');
    });
    router.get('/no-field', () => {
      throw new ApiError('NOT_FOUND', 'There is none.');
    });
    router.get('/defect', () => {
      throw new TypeError('x is not a function');
    });
    router.get('/outage', outage);
    router.get('/blobs', () => {
      throw new BlobsUnavailable('s3://renders', new Error('ECONNREFUSED'));
    });
    router.post('/charged', () => {
      try {
        outage();
      } catch (error) {
        throw asRenderOutage(error);
      }
    });
    router.get('/keys', async (req, res) => {
      await authenticateKey({} as ApiKeyModel, req, res);
    });
    router.post('/body', async (req, res) => {
      await readBody(req, bench.options({ maxBodyBytes: 1_000_000 }));
      res.end();
    });
    router.post('/stalling', async (req, res) => {
      await readBody(req, bench.options({ idleTimeoutMs: 50 }));
      res.end();
    });
    app = leaveOut(
      buildApp({
        log: silentLogger(),
        registry: createRegistry('api'),
        trustProxy: 1,
        routers: [router],
      }),
    );
  });
  after(() => bench.close());

  for (const path of ['/things/%zz', '/things/%ff', '/things/%E0%A4%A']) {
    it(`are 400 for a path that cannot be decoded: ${path}`, async () => {
      const { body } = await supertest(app).get(path).expect(400);
      expect(body).to.include({ code: 'INVALID_INPUT' });
      expect(body.message).to.include('percent-encoding');
    });
  }

  it('are 415 for a compressed body, and say what is accepted', async () => {
    const call = supertest(app).post('/body').set({ 'Content-Encoding': 'gzip' });
    const { headers, body } = await call.type('json').send('{}').expect(415);
    expect(headers['accept-encoding']).to.equal('identity');
    expect(body).to.include({ code: 'UNSUPPORTED_MEDIA_TYPE' });
  });

  for (const [client, headers] of [
    ['keeps its connection', ''],
    ['closes its connection', 'Connection: close\r\n'],
  ] as const) {
    it(`reach a client that ${client} and stops inside its body, before the connection ends`, async () => {
      const server: Server = app.listen(0, '127.0.0.1');
      await once(server, 'listening');
      const socket = connect((server.address() as AddressInfo).port, '127.0.0.1');
      const head = `Host: x\r\nContent-Type: application/json\r\nContent-Length: 5000\r\n${headers}`;
      socket.write(`POST /stalling HTTP/1.1\r\n${head}\r\n{"a"`);
      const response = await text(socket);
      server.close();
      expect(response).to.match(/^HTTP\/1.1 408 /);
      expect(response).to.contain('"code":"REQUEST_TIMEOUT"');
    });
  }

  it('name the field in X-Error-Field, in characters that a header may have', async () => {
    const { headers } = await supertest(app).get('/field').expect(400);
    expect(headers['x-error-field']).to.equal('products[0].na%C3%AFve%20key%0D%0A');
    expect(headers['x-request-id']).to.match(/^req_/);
    expect((await supertest(app).get('/no-field').expect(404)).headers).not.to.have.property('x-error-field');
  });

  it('do not speak of renders or charges where nothing is charged', async () => {
    const unavailable = await supertest(app).get('/outage').expect(503);
    const defect = await supertest(app).get('/defect').expect(500);
    expect(unavailable.body.code).to.equal('SERVICE_UNAVAILABLE');
    expect(Number(unavailable.headers['retry-after'])).to.be.at.least(1);
    const blobs = await supertest(app).get('/blobs').expect(503);
    expect(blobs.headers['retry-after']).to.equal(unavailable.headers['retry-after']);
    for (const { text: shown } of [unavailable, defect, blobs]) expect(shown).not.to.match(/render|charge/i);
  });

  it('say at an outage that nothing was charged on the route that charges', async () => {
    const { body } = await supertest(app).post('/charged').expect(503);
    expect(body).to.include({ code: 'MODEL_UNAVAILABLE' });
    expect(body.message).to.include('nothing was charged');
  });

  for (const header of ['service_live_abc', 'Basic c2VydmljZTo=', 'Bearer']) {
    it(`name the missing "Bearer " of ${header}`, async () => {
      const { body } = await supertest(app).get('/keys').set('Authorization', header).expect(401);
      expect(body.message).to.include('has no "Bearer " before the key');
    });
  }

  it('have HSTS only over https, without other subdomains', async () => {
    expect((await supertest(app).get('/things/1')).headers).not.to.have.property('strict-transport-security');
    const { headers } = await supertest(app).get('/things/1').set('X-Forwarded-Proto', 'https');
    expect(headers['strict-transport-security']).to.equal('max-age=31536000');
  });

  describe('to a body that is too large', () => {
    let server: Server;
    before(async () => {
      server = app.listen(0, '127.0.0.1');
      await once(server, 'listening');
    });
    after(() => void server.close());

    const script = `
import sys, urllib.error, urllib.request
headers = {'Content-Type': 'application/json'}
try:
    urllib.request.urlopen(urllib.request.Request(sys.argv[1], b' ' * 40_000_000, headers), timeout=30)
except urllib.error.HTTPError as error:
    print(error.code, error.read().decode())
`;
    it(`are received by urllib of Python${hasPython ? '' : ' (skipped: no python3)'}`, async function () {
      if (!hasPython) return this.skip();
      const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/body`;
      const python = spawn('python3', ['-c', script, url], { stdio: ['ignore', 'pipe', 'pipe'] });
      const [output, errors] = await Promise.all([text(python.stdout), text(python.stderr)]);
      expect(errors).to.equal('');
      expect(output).to.match(/^400 .*"INVALID_INPUT".*larger than 1000000 bytes/s);
    });
  });
});
