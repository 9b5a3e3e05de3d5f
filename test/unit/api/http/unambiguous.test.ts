import { connect } from 'node:net';
import { text } from 'node:stream/consumers';
import { expect } from 'chai';
import express from 'express';
import { buildApp } from '../../../../api/app.ts';
import { readBytes } from '../../../../api/http/read-bytes.ts';
import { type Serving, serve } from '../../../../api/http/serve.ts';
import { silentLogger } from '../../../../shared/log.ts';
import { createRegistry } from '../../../../shared/metrics/registry.ts';

describe('a request that a proxy may read differently', () => {
  let serving: Serving;
  before(async () => {
    const router = express.Router();
    router.all('/', async (req, res) => {
      await readBytes(req, 100);
      res.send('taken');
    });
    const registry = createRegistry('api');
    const app = buildApp({ log: silentLogger(), trustProxy: 0, registry, routers: [router] });
    serving = await serve(app, { host: '127.0.0.1', port: 0 });
  });
  after(() => serving.close(0, async () => undefined));

  const send = (request: string) => text(connect(serving.port, '127.0.0.1').end(request));

  const refused: [string, string][] = [
    ['has two hosts', 'GET / HTTP/1.1\r\nHost: a\r\nhost: b\r\n\r\n'],
    ['has no host', 'GET / HTTP/1.1\r\n\r\n'],
    [
      'is compressed on its way',
      'POST / HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: gzip, chunked\r\n\r\n0\r\n\r\n',
    ],
    ['is HTTP/0.9', 'GET / HTTP/0.9\r\n\r\n'],
    [
      'has two lengths of its body',
      'POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 1\r\nContent-Length: 2\r\n\r\nab',
    ],
    [
      'has a length and is chunked',
      'POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 5\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n',
    ],
    ['has a space before a colon', 'GET / HTTP/1.1\r\nHost: a\r\nX : 1\r\n\r\n'],
    ['has a folded header', 'GET / HTTP/1.1\r\nHost: a\r\nX: 1\r\n Transfer-Encoding: chunked\r\n\r\n'],
    ['ends its lines with LF only', 'GET / HTTP/1.1\nHost: a\nContent-Length: 0\n\n'],
    [
      'has a chunk of a strange size',
      'POST / HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: chunked\r\n\r\n0x1\r\na\r\n',
    ],
  ];
  for (const [title, request] of refused) {
    it(`is refused when it ${title}`, async () => {
      expect(await send(request)).to.match(/^HTTP\/1\.1 400 /);
    });
  }

  it('is taken when it is plain', async () => {
    expect(await send('GET / HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n')).to.match(/ 200 .*taken/s);
    expect(await send('GET / HTTP/1.0\r\n\r\n')).to.match(/ 200 .*taken/s);
  });
});
