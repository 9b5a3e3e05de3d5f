import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import { type AddressInfo, connect, type Socket } from 'node:net';
import { expect } from 'chai';
import { readBody } from '../../../../../api/http/body-scanner/read-body.ts';
import { discardBody, type ScanOptions } from '../../../../../api/http/body-scanner/scan-json-body.ts';
import { discardRest } from '../../../../../api/http/discard-rest.ts';
import { ApiError } from '../../../../../shared/errors.ts';
import { type Bench, dataUrl, openBench } from './support.ts';

/** A server that responds with 200 and what it read, or with the Error object. */
describe('reading the body of a request', () => {
  let bench: Bench;
  let server: Server;
  let overrides: Partial<ScanOptions>;
  let url: string;
  let refusals: unknown[];

  beforeEach(async () => {
    bench = await openBench();
    overrides = {};
    refusals = [];
    server = createServer((req, res) => {
      void readBody(req, bench.options(overrides))
        .then(async (body) => {
          res.end(JSON.stringify({ value: body.value, spilled: body.spilled.size }));
          await discardBody(body);
        })
        .catch(async (error: unknown) => {
          refusals.push(error);
          if (!(error instanceof ApiError)) throw error;
          void discardRest(req).then((ended) => ended || req.socket.destroySoon());
          res
            .writeHead(error.status, { 'content-type': 'application/json' })
            .end(JSON.stringify(error.toBody()));
        });
    });
    server.listen(0, '127.0.0.1');
    await once(server, 'listening');
    url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/`;
  });

  afterEach(async () => {
    server.closeAllConnections();
    server.close();
    await bench.close();
  });

  const post = (body: string | Buffer<ArrayBuffer>, headers: Record<string, string> = {}) =>
    fetch(url, { method: 'POST', body, headers: { 'content-type': 'application/json', ...headers } });

  const rawClient = (head: string): Socket => {
    const socket = connect((server.address() as AddressInfo).port, '127.0.0.1');
    socket.write(`POST / HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\n${head}\r\n\r\n`);
    return socket;
  };

  const getResponse = async (socket: Socket): Promise<string> => {
    let text = '';
    for await (const chunk of socket) {
      text += String(chunk);
      if (text.includes('"code"')) break;
    }
    return text;
  };

  for (const type of [
    'application/json',
    'Application/JSON; charset=UTF-8',
    'application/json;charset="utf-8"; v=1',
    'application/json; charset=us-ascii',
    'application/json; charset=ISO-8859-1',
  ]) {
    it(`takes Content-Type ${type}`, async () => {
      const response = await post(JSON.stringify({ a: dataUrl(100_000) }), { 'content-type': type });
      expect(response.status).to.equal(200);
      expect(await response.json()).to.have.property('spilled', 1);
    });
  }

  const wrong: [string, Record<string, string>, RegExp][] = [
    ['another type', { 'content-type': 'text/plain' }, /Content-Type/],
    ['a form', { 'content-type': 'multipart/form-data; boundary=x' }, /Content-Type/],
  ];
  for (const [title, headers, message] of wrong) {
    it(`responds with 400 and the Error object to ${title}`, async () => {
      const response = await post('{}', headers);
      expect(response.status).to.equal(400);
      const body = (await response.json()) as { code: string; message: string };
      expect(body.code).to.equal('INVALID_INPUT');
      expect(body.message).to.match(message);
    });
  }

  it('responds with 400 to bytes that are not UTF-8, whatever charset is named', async () => {
    const latin1 = Buffer.from('{"a":"M\u00f6bel"}', 'latin1');
    const response = await post(latin1, { 'content-type': 'application/json; charset=latin1' });
    expect(response.status).to.equal(400);
    expect(await response.json()).to.include({ message: 'The body is not valid UTF-8.' });
  });

  it('responds with 400 to a request without body and type', async () => {
    expect((await fetch(url, { method: 'POST' })).status).to.equal(400);
  });

  it('names the field of an oversize image', async () => {
    overrides = { maxSpilledBytes: 100_000 };
    const response = await post(
      JSON.stringify({ products: [{ images: [dataUrl(5000), dataUrl(100_001)] }] }),
    );
    expect(response.status).to.equal(400);
    expect(await response.json())
      .to.have.property('message')
      .that.matches(/^products\[0\]\.images\[1\] is larger than 100000 bytes/);
  });

  it('refuses by Content-Length before any of the body has arrived', async () => {
    const socket = rawClient(`Content-Length: ${100 * 1024 * 1024}`);
    expect(await getResponse(socket)).to.match(/^HTTP\/1.1 400 /);
    expect(refusals[0]).to.have.nested.property('kind', 'too-large');
    socket.destroy();
  });

  it('lets a client that continues sending read its 400 to the end', async () => {
    overrides = { maxSpilledBytes: 100_000 };
    const response = await post(JSON.stringify({ sceneImage: dataUrl(12 * 1024 * 1024) }));
    expect(response.status).to.equal(400);
    expect(await response.json()).to.have.property('code', 'INVALID_INPUT');
    expect(await bench.files()).to.deep.equal([]);
  });

  it('serves the next request of a connection whose last body was refused', async () => {
    const socket = rawClient('Content-Length: 4\r\nContent-Encoding: gzip');
    socket.write(
      'abcdPOST / HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\nContent-Length: 2\r\n\r\n{}',
    );
    let text = '';
    for await (const chunk of socket) {
      text += String(chunk);
      if (text.includes('"spilled"')) break;
    }
    expect(text.match(/HTTP\/1.1 \d+/g)).to.deep.equal(['HTTP/1.1 415', 'HTTP/1.1 200']);
  });

  it('disconnects a client that never stops sending after its 400', async () => {
    overrides = { maxBodyBytes: 100_000 };
    const socket = rawClient('Transfer-Encoding: chunked');
    socket.on('error', () => {});
    socket.resume();
    const block = Buffer.concat([Buffer.from('10000\r\n'), Buffer.alloc(0x10000, 0x20), Buffer.from('\r\n')]);
    const closed = once(socket, 'close');
    let sent = 0;
    while (!socket.destroyed && sent < 400 * 1024 * 1024) {
      sent += block.length;
      if (!socket.write(block)) await Promise.race([once(socket, 'drain'), closed]).catch(() => {});
    }
    expect(socket.destroyed, 'the server closed the connection').to.equal(true);
    expect(refusals[0]).to.have.nested.property('kind', 'too-large');
  });

  it('responds with 408 to a body that stops arriving', async () => {
    overrides = { idleTimeoutMs: 100 };
    const socket = rawClient('Content-Length: 1000');
    socket.write('{"a":');
    expect(await getResponse(socket)).to.match(/^HTTP\/1.1 408 .*100 ms/s);
  });

  it('leaves no file when the client goes away inside the body', async () => {
    const socket = rawClient('Content-Length: 5000000');
    socket.write(`{"a":"data:image/png;base64,${'A'.repeat(1_000_000)}`);
    while ((await bench.files()).length === 0) await new Promise((resolve) => setTimeout(resolve, 5));
    socket.destroy();
    while (refusals.length === 0) await new Promise((resolve) => setTimeout(resolve, 5));
    expect(refusals[0]).to.have.nested.property('kind', 'aborted');
    expect(await bench.files()).to.deep.equal([]);
  });
});
