import { readFile } from 'node:fs/promises';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { extname, join } from 'node:path';
import { buffer } from 'node:stream/consumers';
import { readWebBuild, webBuildFolder } from '../../../api/assets/web-build.ts';
import type {
  Bootstrap,
  Facets,
  FlowView,
  ListingView,
  ProductCard,
  ProductView,
  SessionView,
  TryOnReason,
  TryOnView,
} from '../../../shared/try-on/contract.ts';
import type { SharedLookView, ShareView } from '../../../shared/try-on/shared-look-contract.ts';
import { aSession, aSharedLook, aShareView, aStoreView, aTryOn, pictureFile, someProducts } from './views.ts';

interface Received {
  method: string;
  path: string;
  query: string;
  headers: IncomingMessage['headers'];
  body: Buffer;
}

/** An event as the browser reports it. */
interface ReportedEvent {
  event: string;
  eventId: string;
  anonymousId: string;
  sessionId: string | null;
  properties: Record<string, unknown>;
}

interface EventRequest {
  events: ReportedEvent[];
  globalPrivacyControl?: true;
  /** The response to it. */
  status: number;
  /** Media type of the body. */
  type: string;
}

/**
 * The routes of `shared/try-on/contract.ts` with whatever the test wants them to say, and a page that runs the built
 * application: every state of a screen can be reached at once, also those that a real render reaches rarely.
 */
export class FakeTryOnService {
  bootstrap: Bootstrap = {
    store: aStoreView(),
    embedded: false,
    parentOrigins: [],
    apiBase: '/api/try-on/demo',
  };
  session: SessionView = aSession();
  products: ProductCard[] = [];
  facets: Facets = { categories: [], colors: [], price: null };
  /** By product id, for the sheets of products. */
  readonly details = new Map<string, ProductView>();
  /** By id. */
  readonly flows = new Map<string, FlowView>();
  /** The render that `POST /renders` creates. */
  view: TryOnView = aTryOn();
  /** What `POST /renders/{id}/share` responds with. */
  link: ShareView = aShareView();
  /** The look behind every link; null: it is not shared any more. */
  look: SharedLookView | null = aSharedLook();
  /** By method and path after the base: the error that it gets. */
  readonly refused = new Map<string, { status: number; reason: TryOnReason }>();
  /** Requests that never get a response, by method and path. */
  readonly silent = new Set<string>();
  readonly received: Received[] = [];
  /** What `POST /api/events` responds with. */
  eventsStatus = 202;
  readonly eventRequests: EventRequest[] = [];
  dir: 'ltr' | 'rtl' = 'ltr';
  language = 'en';
  readonly #streams = new Set<ServerResponse>();
  readonly #server = createServer((req, res) => void this.#respond(req, res));

  /** Listens on loopback, with the products of `someProducts`. */
  static async open(): Promise<{ service: FakeTryOnService; url: string; port: string }> {
    const service = new FakeTryOnService();
    service.products = someProducts();
    await new Promise<void>((resolve) => service.#server.listen(0, '127.0.0.1', resolve));
    const { port } = service.#server.address() as AddressInfo;
    return { service, url: `http://127.0.0.1:${port}`, port: String(port) };
  }

  async close(): Promise<void> {
    this.#server.closeAllConnections();
    await new Promise((resolve) => this.#server.close(resolve));
  }

  /** Changes the render, and sends the new state to everyone who follows it. */
  change(part: Partial<TryOnView>): void {
    this.view = { ...this.view, ...part };
    for (const stream of this.#streams) sendState(stream, this.view);
  }

  /** Cuts the event streams, as a lost network does. */
  cutStreams(): void {
    for (const stream of this.#streams) stream.destroy();
    this.#streams.clear();
  }

  /** The events that were accepted, each once. */
  get events(): ReportedEvent[] {
    const accepted = this.eventRequests
      .filter(({ status }) => status === 202)
      .flatMap(({ events }) => events);
    return [...new Map(accepted.map((event) => [event.eventId, event])).values()];
  }

  /** Their names without the prefix. */
  get eventNames(): string[] {
    return this.events.map(({ event }) => event.replace('Service ', ''));
  }

  requests(method: string, path: string): Received[] {
    return this.received.filter((request) => request.method === method && request.path === path);
  }

  async #respond(req: IncomingMessage, res: ServerResponse): Promise<void> {
    const url = new URL(req.url ?? '/', `http://${req.headers.host}`);
    const { apiBase } = this.bootstrap;
    if (url.pathname === '/api/events') return this.#receiveEvents(req, res);
    if (url.pathname.startsWith(apiBase))
      return this.#respondApi(req, res, url.pathname.slice(apiBase.length), url);
    if (url.pathname.startsWith('/assets/')) return sendFile(res, join(webBuildFolder, url.pathname));
    if (url.pathname.startsWith('/pictures/')) return sendFile(res, pictureFile(url.pathname));
    const page = url.pathname === '/shop' ? shopPage(url) : this.#page();
    res.setHeader('Content-Type', 'text/html; charset=utf-8').end(page);
  }

  async #receiveEvents(req: IncomingMessage, res: ServerResponse): Promise<void> {
    const { eventsStatus: status } = this;
    const { 'content-type': type = '' } = req.headers;
    this.eventRequests.push({ ...JSON.parse((await buffer(req)).toString()), status, type });
    sendJson(res, status, {});
  }

  async #respondApi(req: IncomingMessage, res: ServerResponse, path: string, url: URL): Promise<void> {
    const method = req.method ?? 'GET';
    const body = await buffer(req);
    this.received.push({ method, path, query: url.search.slice(1), headers: req.headers, body });
    const name = `${method} ${path}`;
    if (this.silent.has(name)) return;
    const refusal = this.refused.get(name);
    if (refusal) return sendJson(res, refusal.status, { error: 'Refused', reason: refusal.reason });
    if (path === `/renders/${this.view.id}/events`) return this.#openStream(res);
    const [status, json] = this.#reply(method, path, url.searchParams);
    sendJson(res, status, json);
  }

  /** Searches titles for `q`; the other parameters change nothing. */
  #listing(query: URLSearchParams): ListingView {
    const q = (query.get('q') ?? '').toLowerCase();
    const named = query
      .get('items')
      ?.split(',')
      .map((item) => item.split(':')[0]);
    const found = this.products.filter(({ title, productId }) =>
      named ? named.includes(productId) : title.toLowerCase().includes(q),
    );
    const from = Number(query.get('cursor') ?? 0);
    const to = from + Number(query.get('limit') ?? 24);
    const nextCursor = to < found.length ? String(to) : null;
    return { products: found.slice(from, to), nextCursor, total: found.length, facets: this.facets };
  }

  #reply(method: string, path: string, query: URLSearchParams): [status: number, json: unknown] {
    const { session, view } = this;
    if (path === '/session') return [200, session];
    if (path === '/products') return [200, this.#listing(query)];
    if (path.startsWith('/products/')) {
      const product = this.details.get(path.slice('/products/'.length));
      return product ? [200, product] : [404, { error: 'Not found', reason: 'product_gone' }];
    }
    if (path.startsWith('/flows/')) {
      const flow = this.flows.get(path.slice('/flows/'.length));
      return flow ? [200, flow] : [404, { error: 'Not found' }];
    }
    if (path === '/photos') return [201, session.lastPhoto ?? aSession().lastPhoto];
    if (path.startsWith('/photos/')) return [204, null];
    if (path === '/renders') return [202, view];
    if (path.startsWith('/looks/')) return this.#replyOfLook(method);
    if (path === `/renders/${view.id}/share`) return [200, this.link];
    if (path === `/renders/${view.id}/feedback`) return [204, null];
    if (path !== `/renders/${view.id}`) return [404, { error: 'Not found' }];
    if (method === 'DELETE') this.view = { ...view, state: 'cancelled' };
    return [200, this.view];
  }

  #replyOfLook(method: string): [status: number, json: unknown] {
    if (method === 'DELETE') this.look = null;
    if (method === 'DELETE') return [204, null];
    return this.look ? [200, this.look] : [410, { error: 'Result expired' }];
  }

  #openStream(res: ServerResponse): void {
    res.writeHead(200, { 'Content-Type': 'text/event-stream' });
    sendState(res, this.view);
    this.#streams.add(res);
    res.on('close', () => this.#streams.delete(res));
  }

  #page(): string {
    const { tryOn } = readWebBuild();
    const styles = tryOn.styles.map((path) => `<link rel="stylesheet" href="/${path}">`).join('');
    return `<!doctype html><html lang="${this.language}" dir="${this.dir}"><meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1, viewport-fit=cover"><title>${this.bootstrap.store.name}</title>
${styles}<script type="application/json" id="bootstrap">${JSON.stringify(this.bootstrap)}</script>
<body><div id="app"></div><script type="module" src="/${tryOn.script}"></script></body></html>`;
  }
}

/** A page of a shop that frames the application of `embed.service.test`, and keeps what it is sent. */
function shopPage({ port, searchParams }: URL): string {
  const shop = `http://www.shop.test:${port}`;
  const query = new URLSearchParams({ embed: '1', origin: shop, ...Object.fromEntries(searchParams) });
  return `<!doctype html><html lang="en"><title>Shop</title>
<script>window.received = []; addEventListener('message', ({ data, origin }) => received.push({ ...data, origin }));</script>
<iframe title="Try-on" width="390" height="700" allow="camera; web-share; clipboard-write" src="http://embed.service.test:${port}/?${query.toString().replaceAll('&', '&amp;')}"></iframe>`;
}

function sendState(res: ServerResponse, view: TryOnView): void {
  res.write(`event: state\ndata: ${JSON.stringify(view)}\n\n`);
}

function sendJson(res: ServerResponse, status: number, json: unknown): void {
  res
    .writeHead(status, { 'Content-Type': 'application/json' })
    .end(status === 204 ? '' : JSON.stringify(json));
}

const types: Record<string, string> = {
  '.js': 'text/javascript',
  '.css': 'text/css',
  '.svg': 'image/svg+xml',
  '.woff2': 'font/woff2',
  '.webp': 'image/webp',
  '.jpg': 'image/jpeg',
};

async function sendFile(res: ServerResponse, path: string): Promise<void> {
  const bytes = await readFile(path).catch(() => null);
  if (!bytes) return void res.writeHead(404).end();
  res.writeHead(200, { 'Content-Type': types[extname(path)] ?? 'application/octet-stream' }).end(bytes);
}
