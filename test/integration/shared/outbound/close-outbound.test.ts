import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { type AddressInfo, createServer, type Server } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect } from 'chai';
import { createOutbound, type Outbound } from '../../../../shared/outbound/outbound.ts';

const body = Buffer.alloc(400_000, 'a');
const limits = { maxBytes: 1_000_000, timeoutMs: 5_000 };

/** The same body as servers send it that close the connection after each response. */
const framings: Record<string, Buffer> = {
  'a declared length': Buffer.concat([
    Buffer.from(`HTTP/1.1 200 OK\r\nconnection: close\r\ncontent-length: ${body.length}\r\n\r\n`),
    body,
  ]),
  chunks: Buffer.concat([
    Buffer.from(
      `HTTP/1.1 200 OK\r\nconnection: close\r\ntransfer-encoding: chunked\r\n\r\n${body.length.toString(16)}\r\n`,
    ),
    body,
    Buffer.from('\r\n0\r\n\r\n'),
  ]),
  'no end but that of the connection': Buffer.concat([Buffer.from('HTTP/1.0 200 OK\r\n\r\n'), body]),
};

// undici 7 asserts in the socket's own handler, where it cannot be caught, when a connection ends while its
// parser rests because the body is read slowly (nodejs/undici#5360): one such response ended the process.
describe('outbound calls to servers that close the connection after the response', () => {
  let server: Server;
  let response: Buffer;
  let outbound: Outbound;
  let url: string;
  let dir: string;

  before(async () => {
    dir = await mkdtemp(join(tmpdir(), 'render-platform-test-'));
    server = createServer((socket) => {
      socket.on('error', () => undefined);
      socket.once('data', () => socket.end(response));
    }).listen(0, '127.0.0.1');
    await once(server, 'listening');
    const { port } = server.address() as AddressInfo;
    url = `http://127.0.0.1:${port}/`;
    outbound = createOutbound({ allow: [`127.0.0.1:${port}`] });
  });
  after(async () => {
    await outbound.close();
    server.close();
    await rm(dir, { recursive: true, force: true });
  });

  const many = <T>(work: (at: number) => Promise<T>) =>
    Promise.all(Array.from({ length: 16 }, (_, at) => work(at)));

  for (const [name, bytes] of Object.entries(framings)) {
    it(`reads many bodies at once with ${name}`, async () => {
      response = bytes;
      const fetched = await many(() => outbound.fetchBytes(url, limits));
      expect(fetched.every((one) => one.bytes.equals(body))).to.equal(true);
      const files = await many((at) => outbound.downloadToFile(url, join(dir, `${name} ${at}`), limits));
      expect(files.map((file) => file.bytes)).to.deep.equal(files.map(() => body.length));
    });

    it(`refuses a body that is too large with ${name}, and continues to work`, async () => {
      response = bytes;
      const small = { ...limits, maxBytes: 100_000 };
      const refused = await many((at) =>
        outbound.downloadToFile(url, join(dir, `small ${at}`), small).catch((error: Error) => error),
      );
      for (const error of refused) expect(error).to.have.property('reason', 'size');
    });
  }

  it('reads a response whose body arrives while it is busy with others', async () => {
    response = framings['a declared length']!;
    const call = { method: 'POST' as const, timeoutMs: 5_000, maxResponseBytes: 1_000_000 };
    const responses = await many(() => outbound.request(url, call));
    expect(responses.map((one) => one.body.length)).to.deep.equal(responses.map(() => body.length));
  });
});
