import { createHash, randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import {
  createServer as createHttpServer,
  type IncomingMessage,
  type Server,
  type ServerResponse,
} from 'node:http';
import { createServer } from 'node:https';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { gzipSync } from 'node:zlib';
import { expect } from 'chai';
import {
  createOutbound,
  type Outbound,
  type OutboundDependencies,
  OutboundRefused,
} from '../../../../shared/outbound/outbound.ts';
import { selfSigned } from './certificate.ts';

type Handler = (req: IncomingMessage, res: ServerResponse) => void;

const images = 'images.example';
const other = 'other.example';
const limits = { maxBytes: 1_000_000, timeoutMs: 30_000, connectTimeoutMs: 10_000 };
const { key, cert } = selfSigned([images, other, '127.0.0.1', 'gpu.example']);

/** Here 127.0.0.1 plays the public Internet, and 127.0.0.2 (the same server) the inside. */
const isPublic = (address: string) => address === '127.0.0.1' || address === '93.184.215.14';

/** One byte, and the end of the connection. */
function breakOff(res: ServerResponse): void {
  res.write('x', () => setTimeout(() => res.destroy(), 30));
}

describe('outbound', () => {
  let server: Server;
  let port: number;
  let handler: Handler;
  let requests: IncomingMessage[];
  /** The address that each request was sent to. */
  let dialled: (string | undefined)[];
  let outbound: Outbound;
  let getAddresses: Record<string, string[] | (() => string[])>;
  const opened: { close(): unknown }[] = [];

  const open = (overrides: OutboundDependencies = {}, allow: string[] = []): Outbound => {
    const lookup = async (name: string) => {
      const answer = getAddresses[name] ?? [];
      return typeof answer === 'function' ? answer() : answer;
    };
    const made = createOutbound({ allow }, { lookup, isPublic, ca: cert, ...overrides });
    opened.push(made);
    return made;
  };

  const listen = async (made: Server, host: string): Promise<number> => {
    opened.push({
      close: () => {
        made.closeAllConnections();
        made.close();
      },
    });
    // A caller that pauses for some seconds can reuse its connection.
    made.keepAliveTimeout = 60_000;
    made.listen(0, host);
    await once(made, 'listening');
    return (made.address() as AddressInfo).port;
  };

  beforeEach(async () => {
    requests = [];
    dialled = [];
    handler = (_req, res) => void res.end('hello');
    getAddresses = { [images]: ['127.0.0.1'], [other]: ['127.0.0.1'] };
    const onRequest: Handler = (req, res) => {
      requests.push(req);
      dialled.push(req.socket.localAddress?.replace('::ffff:', ''));
      handler(req, res);
    };
    server = createServer({ key, cert }, onRequest);
    port = await listen(server, '0.0.0.0');
    outbound = open();
  });

  afterEach(async () => {
    for (const one of opened.splice(0)) await one.close();
  });

  const at = (path = '/', host = images) => `https://${host}:${port}${path}`;
  const refusal = async (promise: Promise<unknown>): Promise<string> => {
    const outcome = await promise.catch((error: unknown) => error);
    if (!(outcome instanceof OutboundRefused)) throw new Error(`expected a refusal, got ${String(outcome)}`);
    expect(outcome.message).to.not.match(/127\.|10\.0|::|[0-9a-f]+:[0-9a-f]+:/);
    return outcome.reason;
  };

  describe('fetching bytes', () => {
    it('returns bytes, type and final URL of a public https URL', async () => {
      const bytes = randomBytes(300_000);
      handler = (_req, res) => void res.writeHead(200, { 'content-type': 'Image/PNG; x=1' }).end(bytes);
      const fetched = await outbound.fetchBytes(at('/a.png?b=1'), { ...limits, accept: 'image/*' });
      expect(fetched.bytes.equals(bytes)).to.equal(true);
      expect(fetched).to.include({ contentType: 'image/png', finalUrl: at('/a.png?b=1') });
      expect(requests[0]).to.have.property('url', '/a.png?b=1');
      expect(requests[0]?.headers).to.include({
        accept: 'image/*',
        'accept-encoding': 'identity',
        host: `${images}:${port}`,
      });
    });

    it('verifies the certificate against the name, not the address', async () => {
      getAddresses['unknown.example'] = ['127.0.0.1'];
      expect(await refusal(outbound.fetchBytes(at('/', 'unknown.example'), limits))).to.equal('network');
    });

    it('refuses a certificate of an unknown authority', async () => {
      const trusting = createOutbound({ allow: [] }, { isPublic, lookup: async () => ['127.0.0.1'] });
      opened.push(trusting);
      expect(await refusal(trusting.fetchBytes(at(), limits))).to.equal('network');
    });

    for (const status of [204, 304, 400, 401, 404, 500, 503]) {
      it(`${status === 204 ? 'accepts' : 'refuses'} a ${status}`, async () => {
        handler = (_req, res) => void res.writeHead(status).end();
        if (status === 204) expect((await outbound.fetchBytes(at(), limits)).bytes).to.have.length(0);
        else expect(await refusal(outbound.fetchBytes(at(), limits))).to.equal('status');
      });
    }
  });

  describe('names', () => {
    const names: [string, string[], string][] = [
      ['a private address', ['10.0.0.1'], 'address'],
      ['loopback', ['127.0.0.2'], 'address'],
      ['a public and a private address', ['127.0.0.1', '127.0.0.2'], 'address'],
      ['a private address behind a public one of the other family', ['127.0.0.1', 'fd00::1'], 'address'],
      ['a private AAAA only', ['::1'], 'address'],
      ['a mapped AAAA', ['::ffff:7f00:2'], 'address'],
      ['no address', [], 'dns'],
    ];
    for (const [title, addresses, reason] of names) {
      it(`refuses a name with ${title}, when saved and when used`, async () => {
        getAddresses['rogue.example'] = addresses;
        expect(await refusal(outbound.assertResolves(at('/', 'rogue.example')))).to.equal(reason);
        expect(await refusal(outbound.fetchBytes(at('/', 'rogue.example'), limits))).to.equal(reason);
        expect(
          await refusal(
            outbound.request(at('/', 'rogue.example'), {
              method: 'POST',
              timeoutMs: 30_000,
              maxResponseBytes: 9,
            }),
          ),
        ).to.equal(reason);
        expect(requests).to.have.length(0);
      });
    }

    it('accepts a name with public addresses when saved', async () => {
      await outbound.assertResolves(at());
    });

    it('refuses a name that was public when saved and is private when used', async () => {
      let asked = 0;
      getAddresses[images] = () => [asked++ === 0 ? '127.0.0.1' : '127.0.0.2'];
      await outbound.assertResolves(at());
      expect(await refusal(outbound.fetchBytes(at(), limits))).to.equal('address');
      expect(requests).to.have.length(0);
    });

    it('connects to the very address that was checked, for a name that alternates at each query', async () => {
      let asked = 0;
      getAddresses[images] = () => [asked++ % 2 === 0 ? '127.0.0.1' : '127.0.0.2'];
      handler = (_req, res) => void res.setHeader('connection', 'close').end('ok');
      const outcomes = [];
      for (let call = 0; call < 6; call++)
        outcomes.push(
          await outbound.fetchBytes(at(), limits).then(
            () => 'ok',
            (error: OutboundRefused) => error.reason,
          ),
        );
      expect(outcomes).to.deep.equal(['ok', 'address', 'ok', 'address', 'ok', 'address']);
      expect(dialled).to.deep.equal(Array(3).fill('127.0.0.1'));
    });

    it('keeps a pooled connection with the peer that was checked', async () => {
      await outbound.fetchBytes(at(), limits);
      await new Promise((resolve) => setTimeout(resolve, 50));
      getAddresses[images] = ['127.0.0.2'];
      await outbound.fetchBytes(at(), limits);
      expect(new Set(requests.map((req) => req.socket)).size).to.equal(1);
      server.closeIdleConnections();
      await new Promise((resolve) => setTimeout(resolve, 50));
      // However late that was, what has come meanwhile is read before the second of these.
      for (const _ of [1, 2]) await new Promise((resolve) => setImmediate(resolve));
      expect(await refusal(outbound.fetchBytes(at(), limits))).to.equal('address');
    });

    it('checks the peer of the open socket again', async () => {
      // Public while the look-up is checked, private once the socket is open.
      let judged = 0;
      const twoFaced = open({ isPublic: () => judged++ === 0 });
      expect(await refusal(twoFaced.fetchBytes(at(), limits))).to.equal('address');
      expect(judged).to.equal(2);
      expect(requests).to.have.length(0);
    });

    it('refuses a literal, for which there is no look-up', async () => {
      const asking = open({ lookup: async () => ['127.0.0.1'] });
      expect(await refusal(asking.fetchBytes(`https://127.0.0.2:${port}/`, limits))).to.equal('address');
    });

    it('reaches a public literal', async () => {
      expect((await outbound.fetchBytes(`https://127.0.0.1:${port}/`, limits)).bytes.toString()).to.equal(
        'hello',
      );
    });

    it('does not reach this process, its Redis or its MongoDB with the real rules', async () => {
      const real = createOutbound({ allow: [] }, { ca: cert });
      opened.push(real);
      for (const host of ['127.0.0.1', 'localhost', '[::1]', '2130706433']) {
        for (const where of [port, 6379, 27017])
          expect(await refusal(real.fetchBytes(`https://${host}:${where}/`, limits))).to.equal('address');
      }
    });

    it('counts a look-up that never ends towards the time-out', async () => {
      const hanging = open({ lookup: () => new Promise<string[]>(() => {}) });
      expect(await refusal(hanging.fetchBytes(at(), { ...limits, timeoutMs: 100 }))).to.equal('timeout');
    });

    it('counts a look-up towards the connect time-out', async () => {
      const hanging = open({ lookup: () => new Promise<string[]>(() => {}) });
      expect(
        await refusal(hanging.fetchBytes(at(), { ...limits, timeoutMs: 15_000, connectTimeoutMs: 200 })),
      ).to.equal('timeout');
    });
  });

  describe('redirects', () => {
    const statuses = [301, 302, 303, 307, 308];
    const targets: [string, () => string, string][] = [
      ['an inside literal', () => `https://127.0.0.2:${port}/`, 'address'],
      ['the metadata service', () => 'https://169.254.169.254/latest/', 'address'],
      ['the metadata service in IPv6 clothes', () => 'https://[::ffff:a9fe:a9fe]/', 'address'],
      ['a name that is private', () => at('/', 'rogue.example'), 'address'],
      ['http', () => `http://${images}:${port}/`, 'scheme'],
      ['file:', () => 'file:///etc/passwd', 'scheme'],
      ['gopher:', () => 'gopher://images.example/_x', 'scheme'],
      ['data:', () => 'data:image/png;base64,AAAA', 'scheme'],
      ['a URL with credentials', () => at().replace('://', '://user:pass@'), 'credentials'],
      ['a port that is not allowed', () => 'https://images.example:6379/', 'port'],
      ['nonsense', () => 'https://[', 'redirects'],
    ];
    for (const status of statuses) {
      for (const [title, location, reason] of targets) {
        it(`refuses a ${status} to ${title}`, async () => {
          getAddresses['rogue.example'] = ['127.0.0.2'];
          handler = (_req, res) => void res.writeHead(status, { location: location() }).end('moved');
          expect(await refusal(outbound.fetchBytes(at(), limits))).to.equal(reason);
          expect(requests).to.have.length(1);
        });
      }

      it(`follows a ${status} to a public URL, as GET`, async () => {
        handler = (req, res) =>
          void (req.url === '/' ? res.writeHead(status, { location: '/next#part' }).end() : res.end('there'));
        const fetched = await outbound.fetchBytes(at(), limits);
        expect(fetched.bytes.toString()).to.equal('there');
        expect(fetched.finalUrl).to.equal(at('/next#part'));
        expect(requests[1]).to.have.property('method', 'GET');
      });

      it(`refuses a ${status} of a request with a body`, async () => {
        handler = (_req, res) => void res.writeHead(status, { location: '/next' }).end();
        const sent = outbound.request(at(), {
          method: 'POST',
          body: 'secret',
          timeoutMs: 30_000,
          maxResponseBytes: 100,
        });
        expect(await refusal(sent)).to.equal('redirects');
        expect(requests).to.have.length(1);
      });
    }

    it('follows three and refuses the fourth', async () => {
      handler = (req, res) => {
        const left = Number(req.url?.slice(1));
        if (left > 0) res.writeHead(302, { location: `/${left - 1}` });
        res.end('there');
      };
      expect((await outbound.fetchBytes(at('/3'), limits)).bytes.toString()).to.equal('there');
      expect(await refusal(outbound.fetchBytes(at('/4'), limits))).to.equal('redirects');
      expect(await refusal(outbound.fetchBytes(at('/1'), { ...limits, maxRedirects: 0 }))).to.equal(
        'redirects',
      );
    });

    it('ends a redirect loop', async () => {
      handler = (_req, res) => void res.writeHead(302, { location: '/' }).end();
      expect(await refusal(outbound.fetchBytes(at(), limits))).to.equal('redirects');
      expect(requests).to.have.length(4);
    });

    it('refuses a redirect without a target', async () => {
      handler = (_req, res) => void res.writeHead(302).end();
      expect(await refusal(outbound.fetchBytes(at(), limits))).to.equal('redirects');
    });

    it('does not wait for the body of a redirect', async () => {
      handler = (req, res) => {
        if (req.url === '/next') return void res.end('there');
        res.writeHead(302, { location: '/next' }).write('endless');
      };
      expect((await outbound.fetchBytes(at(), limits)).bytes.toString()).to.equal('there');
    });

    it('drops Authorization and Cookie when a redirect leaves the origin, and only then', async () => {
      const headers = { Authorization: 'Bearer secret', cookie: 'a=b', 'x-kept': '1' };
      handler = (req, res) => {
        const next: Record<string, string> = {
          '/': '/same',
          '/same': at('/other', other),
          '/other': at('/back'),
        };
        const location = next[req.url ?? ''];
        if (location) res.writeHead(307, { location });
        res.end();
      };
      await outbound.fetchBytes(at(), { ...limits, headers });
      expect(
        requests.map((req) => [req.headers.authorization, req.headers.cookie, req.headers['x-kept']]),
      ).to.deep.equal([
        ['Bearer secret', 'a=b', '1'],
        ['Bearer secret', 'a=b', '1'],
        [undefined, undefined, '1'],
        [undefined, undefined, '1'],
      ]);
    });
  });

  describe('bodies', () => {
    const endless: Handler = (_req, res) => {
      const block = Buffer.alloc(65_536);
      const more = () => {
        while (!res.destroyed && res.write(block));
        if (!res.destroyed) res.once('drain', more);
      };
      more();
    };
    const bodies: [string, Handler, string][] = [
      [
        'without a length, over the limit',
        (_req, res) => void Readable.from([Buffer.alloc(600_000), Buffer.alloc(600_000)]).pipe(res),
        'size',
      ],
      [
        'with an honest length over the limit',
        (_req, res) => void res.writeHead(200, { 'content-length': 1_000_001 }).write('x'),
        'size',
      ],
      ['that never ends', endless, 'size'],
      [
        'compressed although none was asked for',
        (_req, res) =>
          void res.writeHead(200, { 'content-encoding': 'gzip' }).end(gzipSync(Buffer.alloc(50_000_000))),
        'status',
      ],
      [
        'shorter than its length',
        (_req, res) => breakOff(res.writeHead(200, { 'content-length': 1000 })),
        'network',
      ],
      ['cut off without a length', (_req, res) => breakOff(res), 'network'],
      [
        'whose head is 100 KB',
        (_req, res) => void res.writeHead(200, { 'x-big': 'x'.repeat(100_000) }).end(),
        'size',
      ],
      ['that is no HTTP', (req) => void req.socket.end('SSH-2.0-OpenSSH\r\n'), 'network'],
      ['that never begins', () => {}, 'timeout'],
      [
        'of one byte at a time',
        (_req, res) => {
          const drip = setInterval(() => res.write('x'), 20);
          res.on('close', () => clearInterval(drip));
        },
        'timeout',
      ],
    ];
    for (const [title, answer, reason] of bodies) {
      it(`refuses a body ${title}`, async () => {
        handler = answer;
        const timeoutMs = reason === 'timeout' ? 300 : limits.timeoutMs;
        expect(await refusal(outbound.fetchBytes(at(), { ...limits, timeoutMs }))).to.equal(reason);
      });
    }

    it('reads only the declared length, whatever follows', async () => {
      handler = (req) =>
        void req.socket.end('HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nokHTTP/1.1 200 OK\r\n\r\nsmuggled');
      expect((await outbound.fetchBytes(at(), limits)).bytes.toString()).to.equal('ok');
    });

    it('accepts a body of exactly the limit', async () => {
      handler = (_req, res) => void res.end(Buffer.alloc(1_000_000));
      expect((await outbound.fetchBytes(at(), limits)).bytes).to.have.length(1_000_000);
    });

    it('closes the connection of a response that it does not read to the end', async () => {
      handler = endless;
      await refusal(outbound.fetchBytes(at(), limits));
      if (!requests[0]?.socket.destroyed) await once(requests[0]!.socket, 'close');
    });

    it('stops inside a body when the caller aborts, with the reason of the caller', async () => {
      const controller = new AbortController();
      handler = (_req, res) =>
        void res.write('x', () => setTimeout(() => controller.abort(new Error('caller left')), 20));
      const outcome = await outbound
        .fetchBytes(at(), { ...limits, signal: controller.signal })
        .catch((error: unknown) => error);
      expect(outcome).to.have.property('message', 'caller left');
      if (!requests[0]?.socket.destroyed) await once(requests[0]!.socket, 'close');
    });

    it('does not start when the caller has aborted', async () => {
      const outcome = await outbound
        .fetchBytes(at(), { ...limits, signal: AbortSignal.abort(new Error('gone')) })
        .catch((error: unknown) => error);
      expect(outcome).to.have.property('message', 'gone');
      expect(requests).to.have.length(0);
    });

    it('reports a closed port as a network failure', async () => {
      server.close();
      server.closeAllConnections();
      expect(await refusal(outbound.fetchBytes(at(), limits))).to.equal('network');
    });
  });

  describe('downloading to a file', () => {
    let folder: string;
    beforeEach(async () => {
      folder = await mkdtemp(join(tmpdir(), 'outbound-'));
    });
    afterEach(() => rm(folder, { recursive: true }));

    it('writes the body and returns its hash', async () => {
      const bytes = randomBytes(900_000);
      handler = (_req, res) => void res.writeHead(200, { 'content-type': 'image/webp' }).end(bytes);
      const path = join(folder, 'a');
      const sha256 = createHash('sha256').update(bytes).digest('hex');
      expect(await outbound.downloadToFile(at(), path, limits)).to.deep.equal({
        bytes: bytes.length,
        contentType: 'image/webp',
        sha256,
      });
      expect((await readFile(path)).equals(bytes)).to.equal(true);
    });

    const failures: [string, Handler, string][] = [
      [
        'too large',
        (_req, res) => void Readable.from([Buffer.alloc(600_000), Buffer.alloc(600_000)]).pipe(res),
        'size',
      ],
      ['broken off', (_req, res) => breakOff(res), 'network'],
      ['too slow', (_req, res) => void res.write('x'), 'timeout'],
    ];
    for (const [title, answer, reason] of failures) {
      it(`leaves no file for a body that is ${title}`, async () => {
        handler = answer;
        const timeoutMs = reason === 'timeout' ? 300 : limits.timeoutMs;
        const promise = outbound.downloadToFile(at(), join(folder, 'a'), { ...limits, timeoutMs });
        expect(await refusal(promise)).to.equal(reason);
        expect(await readdir(folder)).to.deep.equal([]);
      });
    }

    it('rejects with the error of a failing disk', async () => {
      const outcome = await outbound
        .downloadToFile(at(), join(folder, 'no', 'a'), limits)
        .catch((error: unknown) => error);
      expect(outcome).to.have.property('code', 'ENOENT');
    });
  });

  describe('requests', () => {
    it('posts a large body and returns status, headers and body whatever the status', async () => {
      let received = 0;
      handler = async (req, res) => {
        for await (const chunk of req) received += (chunk as Buffer).length;
        res.writeHead(422, { 'x-reply': '1' }).end('no');
      };
      const body = Buffer.alloc(24_000_000, 0x61);
      const response = await outbound.request(at('/predictions'), {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body,
        timeoutMs: 30_000,
        maxResponseBytes: 100,
      });
      expect(response).to.deep.include({ status: 422, body: Buffer.from('no') });
      expect(response.headers).to.have.property('x-reply', '1');
      expect(received).to.equal(body.length);
    });

    it('refuses a response over the limit', async () => {
      handler = (_req, res) => void res.end('x'.repeat(101));
      expect(
        await refusal(outbound.request(at(), { method: 'GET', timeoutMs: 30_000, maxResponseBytes: 100 })),
      ).to.equal('size');
    });

    it('ends at its time-out, not earlier, while the response has not begun', async () => {
      handler = (_req, res) => void setTimeout(() => res.end('late'), 600);
      expect(
        (
          await outbound.request(at(), {
            method: 'POST',
            timeoutMs: 30_000,
            connectTimeoutMs: 300,
            maxResponseBytes: 100,
          })
        ).body.toString(),
      ).to.equal('late');
      expect(
        await refusal(outbound.request(at(), { method: 'POST', timeoutMs: 200, maxResponseBytes: 100 })),
      ).to.equal('timeout');
    });

    it('closes the connection when aborted, so that the server notices', async () => {
      const controller = new AbortController();
      handler = () => setTimeout(() => controller.abort(new Error('deadline')), 20);
      const outcome = await outbound
        .request(at(), {
          method: 'POST',
          body: '{}',
          timeoutMs: 30_000,
          maxResponseBytes: 9,
          signal: controller.signal,
        })
        .catch((error: unknown) => error);
      expect(outcome).to.have.property('message', 'deadline');
      if (!requests[0]?.socket.destroyed) await once(requests[0]!.socket, 'close');
    });
  });

  describe('allowed destinations', () => {
    let plainPort: number;
    beforeEach(async () => {
      plainPort = await listen(
        createHttpServer((req, res) => handler(req, res)),
        '127.0.0.2',
      );
    });

    it('reaches an allowed host:port over http at a private address, and no other port of it', async () => {
      const allowing = open({}, [`127.0.0.2:${plainPort}`]);
      expect((await allowing.fetchBytes(`http://127.0.0.2:${plainPort}/`, limits)).bytes.toString()).to.equal(
        'hello',
      );
      await allowing.assertResolves(`http://127.0.0.2:${plainPort}/`);
      expect(await refusal(allowing.fetchBytes(`https://127.0.0.2:${port}/`, limits))).to.equal('address');
      expect(await refusal(allowing.fetchBytes(`http://127.0.0.2:${port}/`, limits))).to.equal('scheme');
    });

    it('refuses a redirect from https to an allowed http destination', async () => {
      const allowing = open({}, [`127.0.0.2:${plainPort}`]);
      handler = (_req, res) => void res.writeHead(302, { location: `http://127.0.0.2:${plainPort}/` }).end();
      expect(await refusal(allowing.fetchBytes(at(), limits))).to.equal('scheme');
    });
  });

  it('ends calls in flight when it is closed, and can be closed twice', async () => {
    handler = () => {};
    const pending = refusal(outbound.fetchBytes(at(), limits));
    while (requests.length === 0) await new Promise((resolve) => setTimeout(resolve, 5));
    await outbound.close();
    await outbound.close();
    expect(await pending).to.equal('network');
  });
});
