import { once } from 'node:events';
import type { IncomingMessage } from 'node:http';
import { connect } from 'node:net';
import { expect } from 'chai';
import { readBytes } from '../../../../api/http/read-bytes.ts';
import { type Serving, serve } from '../../../../api/http/serve.ts';

describe('readBytes', () => {
  let serving: Serving;
  let outcome: Promise<unknown> | undefined;
  let arrived: IncomingMessage;

  beforeEach(async () => {
    outcome = undefined;
    serving = await serve(
      (req, res) => {
        arrived = req;
        outcome = readBytes(req, 1024).catch((error: Error) => error.message);
        void outcome!.then((result) => res.end(String(result)));
      },
      { host: '127.0.0.1', port: 0 },
    );
  });
  afterEach(() => serving.close(0, async () => undefined));

  const post = (body: string, headers: Record<string, string> = {}) =>
    fetch(`http://127.0.0.1:${serving.port}/`, { method: 'POST', body, headers, keepalive: false });

  it('returns the bytes', async () => {
    expect(await (await post('x'.repeat(1024))).text()).to.equal('x'.repeat(1024));
  });

  it('refuses a declared length that is too large, and a compressed body', async () => {
    expect(await (await post('x'.repeat(1025))).text()).to.equal('The body must not be larger than 1 KiB.');
    const gzip = await post('x', { 'content-encoding': 'gzip' });
    expect(await gzip.text()).to.equal('Content-Encoding must be left out: send the body uncompressed.');
  });

  it('stops reading a body without an end as soon as it is too large', async () => {
    const socket = connect(serving.port, '127.0.0.1');
    socket.write('POST / HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: chunked\r\n\r\n');
    for (let sent = 0; sent < 3; sent += 1) socket.write(`400\r\n${'x'.repeat(1024)}\r\n`);
    await once(socket, 'data');
    expect(await outcome).to.equal('The body must not be larger than 1 KiB.');
    expect(arrived.isPaused()).to.equal(true);
    socket.destroy();
  });

  it('refuses a truncated body', async () => {
    const socket = connect(serving.port, '127.0.0.1');
    socket.write('POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 9\r\n\r\n123');
    while (!outcome) await new Promise((resolve) => setImmediate(resolve));
    socket.destroy();
    expect(await outcome).to.equal('The body was truncated.');
  });
});
