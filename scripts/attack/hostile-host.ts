import { once } from 'node:events';
import { createServer, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { gzipSync } from 'node:zlib';

/** A host on the allow list that redirects wherever it is asked to, and responds badly. */
export interface HostileHost {
  /** As in OUTBOUND_ALLOW. */
  hostPort: string;
  close(): void;
}

/** Responses by the `{name}` of the path `/{name}`. */
export const badResponses: Record<string, (res: ServerResponse) => void> = {
  nothing: () => undefined,
  reset: (res) => res.destroy(),
  empty: (res) => void res.end(),
  html: (res) => void res.end('<html><script>alert(1)</script>'),
  error: (res) => void res.writeHead(500).end('secret of another service'),
  gzip: (res) => void res.writeHead(200, { 'content-encoding': 'gzip' }).end(gzipSync(Buffer.alloc(1e6))),
  lying: (res) => {
    res.writeHead(200, { 'content-length': '1000' });
    res.write('short', () => res.destroy());
  },
  headers: (res) => void res.writeHead(200, { 'x-long': 'a'.repeat(50_000) }).end(),
  endless: (res) => {
    const chunk = Buffer.alloc(65_536);
    const more = () => {
      while (!res.destroyed && res.write(chunk));
    };
    res.on('drain', more).writeHead(200, { 'content-type': 'image/png' });
    more();
  },
  drip: (res) => {
    res.writeHead(200, { 'content-type': 'image/png' });
    const timer = setInterval(() => res.write('x'), 200);
    res.once('close', () => clearInterval(timer));
  },
  loop: (res) => void res.writeHead(302, { location: '/loop' }).end(),
};

export async function openHostileHost(): Promise<HostileHost> {
  const server = createServer({ maxHeaderSize: 131_072 }, (req, res) => {
    const { pathname, searchParams } = new URL(req.url ?? '/', 'http://host');
    const to = searchParams.get('to');
    if (to !== null) {
      // As raw bytes: Node refuses some of these in writeHead.
      const status = searchParams.get('status') ?? '302';
      res.socket?.end(
        `HTTP/1.1 ${status} Found\r\nLocation: ${to}\r\nContent-Length: 0\r\nConnection: close\r\n\r\n`,
      );
      return;
    }
    (badResponses[pathname.slice(1)] ?? badResponses.empty)!(res);
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const close = () => {
    server.close();
    server.closeAllConnections();
  };
  return { hostPort: `127.0.0.1:${(server.address() as AddressInfo).port}`, close };
}
