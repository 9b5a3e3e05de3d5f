import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { text } from 'node:stream/consumers';
import { expect } from 'chai';
import express from 'express';
import { buildApp } from '../../../../api/app.ts';
import { readBytes } from '../../../../api/http/read-bytes.ts';
import { type Serving, serve } from '../../../../api/http/serve.ts';
import { ApiError } from '../../../../shared/errors.ts';
import { silentLogger } from '../../../../shared/log.ts';
import { createRegistry } from '../../../../shared/metrics/registry.ts';
import { leaveOut } from '../../../support/openapi/observe.ts';

describe('a request that expects 100 Continue', () => {
  let serving: Serving;
  let socket: Socket;

  before(async () => {
    const router = express.Router();
    router.post('/small', async (req, res) => {
      res.send(await readBytes(req, 10));
    });
    router.post('/refused', () => {
      throw new ApiError('UNAUTHORIZED', 'No key.');
    });
    router.post('/express', express.raw({ type: () => true }), (req, res) => void res.send(req.body));
    const app = leaveOut(
      buildApp({
        log: silentLogger(),
        trustProxy: 0,
        registry: createRegistry('api'),
        routers: [router],
      }),
    );
    serving = await serve(app, { host: '127.0.0.1', port: 0 });
  });
  after(() => serving.close(0, async () => undefined));
  afterEach(() => socket.destroy());

  function ask(path: string, length: number, more = ''): Socket {
    socket = connect(serving.port, '127.0.0.1');
    const type = 'Content-Type: application/octet-stream';
    socket.write(
      `POST ${path} HTTP/1.1\r\nHost: a\r\n${type}\r\nContent-Length: ${length}\r\nExpect: 100-continue\r\n${more}\r\n`,
    );
    return socket;
  }

  for (const path of ['/small', '/express']) {
    it(`is asked for its body when ${path} reads it`, async () => {
      const [interim] = await once(ask(path, 5), 'data');
      expect(String(interim)).to.equal('HTTP/1.1 100 Continue\r\n\r\n');
      socket.write('hello');
      const [final] = await once(socket, 'data');
      expect(String(final)).to.match(/^HTTP\/1\.1 200 .*hello/s);
    });
  }

  for (const [title, path, length, status] of [
    ['its key is refused', '/refused', 5, 401],
    ['its body is too large', '/small', 11, 400],
    ['its path does not exist', '/unknown', 5, 404],
  ] as const) {
    it(`receives the final status and no 100 when ${title}`, async () => {
      const response = await text(ask(path, length));
      expect(response).to.match(new RegExp(`^HTTP/1\\.1 ${status} `));
      expect(response).not.to.contain('100 Continue');
      expect(response).to.match(/\r\nConnection: close\r\n/i);
    });
  }

  it('receives the final status at once although it asked to close the connection', async () => {
    expect(await text(ask('/refused', 5, 'Connection: close\r\n'))).to.match(/^HTTP\/1\.1 401 /);
  });
});
