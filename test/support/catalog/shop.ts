import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { photo } from '../platform.ts';

export interface Shop {
  origin: string;
  /** `host:port`, for OUTBOUND_ALLOW. */
  hostPort: string;
  /** Paths with query, in the order asked. */
  asked: string[];
  /** Most pictures being fetched at once. */
  busiest(): number;
  /** Bodies by path; a number is a status, an array gives one entry after the other. */
  serve: Record<string, string | number | (string | number)[]>;
  close(): Promise<void>;
}

/** A storefront: responds as `serve` says, and with a picture of its own for each `/img/{number}.jpg`. */
export async function startShop(): Promise<Shop> {
  const asked: string[] = [];
  const serve: Shop['serve'] = {};
  let busy = 0;
  let busiest = 0;
  const server = createServer(async (req, res) => {
    const url = req.url!;
    asked.push(url);
    const given = serve[url];
    const answer = Array.isArray(given) ? given.shift() : given;
    if (typeof answer === 'number') return void res.writeHead(answer).end();
    if (answer !== undefined) return void res.end(answer);
    const number = /^\/img\/(\d+)\.jpg/.exec(url)?.[1];
    if (!number) return void res.writeHead(404).end();
    busy += 1;
    busiest = Math.max(busiest, busy);
    await new Promise((resolve) => setTimeout(resolve, 20));
    busy -= 1;
    res.setHeader('content-type', 'image/jpeg').end(await photo(40 + (Number(number) % 200), 40, 7));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const hostPort = `127.0.0.1:${(server.address() as AddressInfo).port}`;
  return {
    origin: `http://${hostPort}`,
    hostPort,
    asked,
    busiest: () => busiest,
    serve,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}
