import { readFile } from 'node:fs/promises';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import type { BrowserContext, Frame, Page } from 'playwright-core';
import { webBuildFolder } from '../../../api/assets/web-build.ts';

/** How the service responds to a request for the frame's page. */
type FrameMode = 'ready' | 'notice' | 'silent' | 'unframeable' | 'slow';

/** A shop and a service on different sites; the service has the real loader and a small page for the frame. */
export interface ShopAndService {
  shop: string;
  service: string;
  /** Paths that the service was asked for, with their queries. */
  requests: string[];
  frameMode: FrameMode;
  /** In the place of what the loader fetches for the cart. */
  cartScript: string | undefined;
  /** The tag as documentation tells it, with further attributes. */
  tag(attributes?: string): string;
  /** Gives the shop a page. */
  serve(page: ShopPage): void;
  /** Opens a page of the shop; the loader has run when it returns. */
  visit(context: BrowserContext, page: ShopPage & { clock?: boolean }): Promise<Page>;
  stopService(): Promise<void>;
  close(): Promise<void>;
}

export interface ShopPage {
  body: string;
  /** Default: the script tag for the store `demo`. */
  head?: string;
  path?: string;
  language?: string;
  /** Content security policy of the shop. */
  policy?: string;
}

/** Keeps what it receives, says what it is, and closes by Escape, as the application does. */
const framePage = (
  first: 'ready' | 'notice' | undefined,
) => `<!doctype html><html lang="en"><title>Frame</title>
<h1>Frame</h1><button id="first">First</button><button id="last">Last</button>
<script>
  const shop = new URLSearchParams(location.search).get('origin');
  window.received = [];
  window.say = (message) => parent.postMessage({ service: 1, ...message }, shop);
  addEventListener('message', ({ origin, data }) => origin === shop && received.push(data));
  addEventListener('keydown', ({ key }) => key === 'Escape' && say({ type: 'close' }));
  ${first ? `say({ type: '${first}' });` : ''}
</script>`;

const scriptHeaders = { 'content-type': 'text/javascript', 'access-control-allow-origin': '*' };
const html = { 'content-type': 'text/html; charset=utf-8' };

async function listen(handle: (request: IncomingMessage, response: ServerResponse) => void) {
  const server = createServer(handle);
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening));
  return { server, port: (server.address() as AddressInfo).port };
}

function close(server: Server): Promise<void> {
  server.closeAllConnections();
  return new Promise((closed) => server.close(() => closed()));
}

export async function startShopAndService(): Promise<ShopAndService> {
  const loader = await readFile(join(webBuildFolder, 'service-embed.js'));
  const cart = await readFile(join(webBuildFolder, 'service-embed-cart.js'));
  const status = await readFile(join(webBuildFolder, 'service-embed-status.js'));
  const pages = new Map<string, ShopPage>();
  const shopServer = await listen((request, response) => {
    const page = pages.get(request.url!.split('?')[0]!);
    if (!page) return void response.writeHead(404, html).end('<title>None</title>');
    const policy = page.policy ? { 'content-security-policy': page.policy } : {};
    response.writeHead(200, { ...html, ...policy });
    response.end(`<!doctype html><html lang="${page.language ?? 'en'}"><title>Shop</title>
      <meta name="viewport" content="width=device-width">
      <link rel="icon" href="data:,">${page.head ?? sites.tag()}${page.body}`);
  });
  const serviceServer = await listen((request, response) => {
    sites.requests.push(request.url!);
    if (request.url === '/service-embed.js')
      return void response.writeHead(200, { 'content-type': 'text/javascript' }).end(loader);
    if (request.url?.startsWith('/service-embed-cart.js?'))
      return void response.writeHead(200, scriptHeaders).end(sites.cartScript ?? cart);
    if (request.url?.startsWith('/service-embed-status.js?'))
      return void response.writeHead(200, scriptHeaders).end(status);
    const policy =
      sites.frameMode === 'unframeable' ? { 'content-security-policy': "frame-ancestors 'none'" } : {};
    response.writeHead(200, { ...html, ...policy });
    // Never ends, as on a network that is about to break off.
    if (sites.frameMode === 'slow') return void response.write(framePage(undefined));
    const { frameMode } = sites;
    response.end(framePage(frameMode === 'silent' ? undefined : frameMode === 'notice' ? 'notice' : 'ready'));
  });
  const sites: ShopAndService = {
    shop: `http://www.shop.test:${shopServer.port}`,
    service: `http://embed.service.test:${serviceServer.port}`,
    requests: [],
    frameMode: 'ready',
    cartScript: undefined,
    tag: (attributes = 'data-service-subdomain="demo"') =>
      `<script async src="${sites.service}/service-embed.js" ${attributes}></script>`,
    serve: (page) => pages.set((page.path ?? '/').split('?')[0]!, page),
    visit: async (context, { clock, ...page }) => {
      sites.serve(page);
      const opened = await context.newPage();
      if (clock) await opened.clock.install();
      await opened.goto(sites.shop + (page.path ?? '/'));
      await opened.waitForFunction(
        () => (window as { ServiceEmbed?: { loaded?: string } }).ServiceEmbed?.loaded,
      );
      return opened;
    },
    stopService: () => close(serviceServer.server),
    close: async () => {
      await Promise.all([close(shopServer.server), close(serviceServer.server)]);
    },
  };
  return sites;
}

/** The frame of the try-on once it has received its first message. */
export async function framed(page: Page): Promise<Frame> {
  const element = await page.locator('service-embed iframe').elementHandle();
  const frame = (await element!.contentFrame())!;
  // Before its own page, a frame is empty.
  await inFrame(frame, () => typeof received !== 'undefined' && received.length > 0);
  return frame;
}

/** Waits until the frame in the dialog has loaded, also when the browser shows an error page in it. */
export async function frameLoaded(page: Page): Promise<void> {
  const element = await page.locator('service-embed iframe').elementHandle();
  const frame = await element!.contentFrame();
  await frame!.waitForLoadState('load');
}

/** Waits by the clock: a frame in a closed dialog has no animation frames, by which Playwright waits. */
export async function inFrame(frame: Frame, condition: () => boolean): Promise<void> {
  await frame.waitForFunction(condition, undefined, { polling: 50 });
}

declare global {
  /** Of the frame's page above. */
  const received: { type: string; [name: string]: unknown }[];
  const say: (message: { type: string; [name: string]: unknown }) => void;
}

/** The newest message of that type in the frame, after those that were sent before this call. */
export async function lastMessage(frame: Frame, type: string): Promise<Record<string, unknown> | undefined> {
  return frame.evaluate((wanted) => received.findLast((message) => message.type === wanted), type);
}
