import { randomUUID } from 'node:crypto';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { bomb, paint, wrongShape } from './pictures.ts';

/** How a fake vendor responds to the next render. */
export type Behaviour =
  | 'ok'
  | 'safety'
  | 'hang'
  | 'cut'
  | 'cut-late'
  | 'stall'
  | 'garbage'
  | 'garbage-image'
  | 'wrong-aspect'
  | 'huge'
  | 'huge-pixels'
  /** A state of the prediction that a vendor's own file knows. */
  | `prediction:${string}`
  | { status: number; headers?: Record<string, string>; body?: unknown };

/** What a render looked like from the vendor's side. */
export interface Seen {
  /** `POST /v1/images/edits`, oldest first. */
  requests: string[];
  /** As received, the scene first. */
  images: Buffer[];
  prompt: string;
  /** Other fields of the request, e.g. `{ size: '1536x1024' }`. */
  options: Record<string, unknown>;
  /** Ids of the predictions that were submitted, each of which a vendor would bill; it knows no others. */
  predictions: string[];
  cancelled: number;
  deleted: string[];
  /** Requests whose first try was cut. */
  missed: string[];
  /** Connections that the caller closed before the response. */
  closed: number;
  /** Why requests were refused as wrong; a right adapter leaves this empty. */
  problems: string[];
}

export interface FakeVendor {
  url: string;
  /** `host:port`, as in `OUTBOUND_ALLOW`. */
  hostPort: string;
  behaviour: Behaviour;
  seen: Seen;
  reset(): void;
  close(): Promise<void>;
}

export interface Exchange {
  vendor: FakeVendor;
  method: string;
  path: string;
  query: URLSearchParams;
  headers: IncomingMessage['headers'];
  body: Buffer;
  res: ServerResponse;
  send(status: number, body: unknown, headers?: Record<string, string>): void;
}

/** Responds to one request in the vendor's wire shape. */
export type Handler = (exchange: Exchange) => unknown;

/** A request that the vendor would not understand. */
class WrongRequest extends Error {
  readonly status: number;

  constructor(status: number, message: string) {
    super(message);
    this.status = status;
  }
}

export function expectThat(condition: boolean, problem: string, status = 400): asserts condition {
  if (!condition) throw new WrongRequest(status, problem);
}

const nothingSeen = (): Seen => ({
  requests: [],
  images: [],
  prompt: '',
  options: {},
  predictions: [],
  cancelled: 0,
  deleted: [],
  missed: [],
  closed: 0,
  problems: [],
});

/** Starts a vendor on loopback; it responds to a wrong request with 4xx and records the problem. */
export async function startFakeVendor(handle: Handler): Promise<FakeVendor> {
  const server = createServer((req, res) => {
    // A request that breaks off after a reset belongs to what was seen before it.
    const { seen } = vendor;
    receive(vendor, req, res, handle).catch((error: unknown) => {
      seen.problems.push(`${req.method} ${req.url}: ${error instanceof Error ? error.message : error}`);
      const status = error instanceof WrongRequest ? error.status : 500;
      if (!res.headersSent) res.writeHead(status, { 'content-type': 'application/json' });
      res.end('{"error":"wrong request"}');
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { address, port } = server.address() as AddressInfo;
  const vendor: FakeVendor = {
    url: `http://${address}:${port}`,
    hostPort: `${address}:${port}`,
    behaviour: 'ok',
    seen: nothingSeen(),
    reset() {
      vendor.behaviour = 'ok';
      vendor.seen = nothingSeen();
    },
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
  return vendor;
}

async function receive(vendor: FakeVendor, req: IncomingMessage, res: ServerResponse, handle: Handler) {
  const { pathname: path, searchParams: query } = new URL(req.url ?? '/', vendor.url);
  const { seen } = vendor;
  seen.requests.push(`${req.method} ${path}`);
  res.on('close', () => {
    if (!res.writableEnded) seen.closed++;
  });
  const chunks: Buffer[] = [];
  for await (const chunk of req) chunks.push(chunk);
  await handle({
    vendor,
    method: req.method!,
    path,
    query,
    headers: req.headers,
    body: Buffer.concat(chunks),
    res,
    send(status, body, headers = {}) {
      const isRaw = typeof body === 'string' || Buffer.isBuffer(body);
      res.writeHead(status, { 'content-type': 'application/json', ...headers });
      res.end(isRaw ? body : JSON.stringify(body));
    },
  });
}

/**
 * What all vendors do alike when a render is submitted: returns true when the response is sent, or never
 * will be. `refusal` is the vendor's own shape of an error.
 */
export function misbehaved({ vendor, res, send }: Exchange, refusal: (status: number) => unknown): boolean {
  const { behaviour } = vendor;
  if (behaviour === 'cut') res.destroy();
  else if (behaviour === 'cut-late') beginResponse(res, () => res.destroy());
  else if (behaviour === 'stall') beginResponse(res, () => undefined);
  else if (behaviour === 'garbage') send(200, '{"broken":');
  else if (typeof behaviour === 'object') {
    send(behaviour.status, behaviour.body ?? refusal(behaviour.status), behaviour.headers);
  } else return false;
  return true;
}

/** Sends the first bytes of a longer response, then calls `next`. */
function beginResponse(res: ServerResponse, next: () => void): void {
  res.writeHead(200, { 'content-type': 'application/json', 'content-length': 1_000 });
  res.write('{"status":', () => setTimeout(next, 20));
}

/** Returns the id of a new prediction; a vendor that is reset has lost it. */
export function newPrediction({ seen }: FakeVendor): string {
  const id = randomUUID();
  seen.predictions.push(id);
  return id;
}

/** Cuts the connection of the first request for `what`, once the model has finished; returns true when it did. */
export function missedFetch({ vendor, res }: Exchange, what: string): boolean {
  if (vendor.behaviour !== 'prediction:missed-fetch' || vendor.seen.missed.includes(what)) return false;
  vendor.seen.missed.push(what);
  res.destroy();
  return true;
}

const huge = Buffer.alloc(40 * 1024 * 1024);

/** The image a vendor delivers for a scene, in the requested size. */
export async function deliveredImage(
  { behaviour, seen }: FakeVendor,
  size: { width: number; height: number },
): Promise<Buffer> {
  if (behaviour === 'garbage-image') return Buffer.from('not an image');
  if (behaviour === 'wrong-aspect') return wrongShape();
  if (behaviour === 'huge') return huge;
  if (behaviour === 'huge-pixels') return bomb();
  return paint(seen.images[0]!, size);
}
