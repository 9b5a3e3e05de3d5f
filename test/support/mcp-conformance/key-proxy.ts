import { once } from 'node:events';
import { createServer, request } from 'node:http';
import type { AddressInfo } from 'node:net';

export interface KeyProxy {
  url: string;
  /** Where requests go from now on, and the API key that is added to them. */
  forward(target: { url: string; key: string }): void;
  close(): Promise<void>;
}

/** Adds an API key to every request: the conformance suite knows OAuth only. Host and Origin pass unchanged. */
export async function keyProxy(): Promise<KeyProxy> {
  let target = { url: '', key: '' };
  const server = createServer((req, res) => {
    const { url, key } = target;
    const headers = { ...req.headers, authorization: `Bearer ${key}` };
    const forwarded = request(`${url}${req.url}`, { method: req.method, headers }, (response) => {
      res.writeHead(response.statusCode!, response.headers);
      response.pipe(res);
    });
    forwarded.on('error', () => res.destroy());
    res.on('close', () => forwarded.destroy());
    req.pipe(forwarded);
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    url: `http://localhost:${(server.address() as AddressInfo).port}`,
    forward: (next) => {
      target = next;
    },
    close: async () => {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
}
