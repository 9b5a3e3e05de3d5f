import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect } from 'chai';
import type { Frame, Page } from 'playwright-core';
import { buildApp } from '../../api/app.ts';
import { assetsRouter } from '../../api/assets/router.ts';
import { openWebFiles } from '../../api/assets/web-files.ts';
import { type TryOnPagesDependencies, tryOnPagesRouter } from '../../api/try-on-pages/router.ts';
import { silentLogger } from '../../shared/log.ts';
import { createRegistry } from '../../shared/metrics/registry.ts';
import type { StoreDoc } from '../../shared/stores/store-model.ts';
import { languages } from '../../shared/try-on/contract.ts';
import { seriousFindings } from '../support/browser/accessibility.ts';
import { describeInBrowser, type OpenContext } from '../support/browser/describe-in-browser.ts';

/** Stands for the application: a static and a lazy module, a lazy style sheet, and attempts that have to fail. */
const application: Record<string, string> = {
  'assets/main-1.js': `
    import { name } from './shared-1.js';
    const { nonce } = document.querySelector('meta[property="csp-nonce"]');
    const lazyStyle = Object.assign(document.createElement('link'), { rel: 'stylesheet', href: '/assets/lazy-1.css', nonce });
    await new Promise((done) => { lazyStyle.onload = done; document.head.append(lazyStyle); });
    const { lazy } = await import('./lazy-1.js');
    const app = document.getElementById('app');
    app.textContent = [name, lazy, JSON.parse(document.getElementById('bootstrap').textContent).store.name].join(' ');
    app.style.color = 'green';
    app.innerHTML += '<b onclick="document.title = 1">inline</b>';
    document.body.append(Object.assign(document.createElement('script'), { textContent: 'document.title = "injected"' }));
    try { await fetch('http://www.stranger.test:' + location.port + '/'); document.title = 'leaked'; } catch {}
    app.dataset.done = 'yes';`,
  'assets/shared-1.js': `export const name = 'static';`,
  'assets/lazy-1.js': `export const lazy = 'lazy';`,
  'assets/main-1.css': 'body { margin: 0 }',
  'assets/lazy-1.css': '#app { font-weight: 700 }',
  'service-embed.js': '',
  'service-embed-cart.js': '',
  'service-embed-status.js': '',
  'web-build.json': JSON.stringify({
    tryOn: {
      script: 'assets/main-1.js',
      imports: ['assets/shared-1.js'],
      styles: ['assets/main-1.css'],
      lazy: { 'api/web/try-on/texts/en.ts': ['assets/lazy-1.js'] },
    },
    loader: { path: 'service-embed.js', version: '000000000000', integrity: '' },
    cart: { path: 'service-embed-cart.js' },
    status: { path: 'service-embed-status.js' },
  }),
};

async function makeBuild(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'try-on-pages-test-'));
  await mkdir(join(folder, 'assets'));
  for (const [path, text] of Object.entries(application)) await writeFile(join(folder, path), text);
  return folder;
}

const store = (slug: string, change: Partial<StoreDoc> = {}): StoreDoc => ({
  _id: `store_${slug}`,
  account: 'acc_1',
  slug,
  name: 'Acme <b>Furniture</b>',
  hosts: ['www.shop.test'],
  settings: {},
  integration: { state: 'Not connected', revision: 0 },
  createdAt: new Date(),
  ...change,
});
const stores = [store('acme'), store('anywhere', { settings: { embedAnywhere: true } })];

/** The pages of shared looks have a test of their own: these look none up. */
const noLooks = {} as TryOnPagesDependencies['looks'];

function startService(folder: string): Server {
  const web = openWebFiles({ development: false, folder });
  const directory = {
    bySlug: async (slug: string) => stores.find((known) => known.slug === slug) ?? null,
    byHost: async () => null,
    forget: () => undefined,
  };
  const service = {
    serviceDomain: 'service.test',
    main: ['embed.service.test'],
    staging: [],
    development: true,
  };
  const routers = [
    assetsRouter(web, { asset: async () => null, pageScript: async () => null }),
    tryOnPagesRouter({ directory, service, web, looks: noLooks }),
  ];
  return buildApp({ log: silentLogger(), trustProxy: 0, registry: createRegistry('api'), routers }).listen(0);
}

/** A page of any site that frames what its query names. */
const shop = createServer((request, response) => {
  const { searchParams } = new URL(request.url ?? '/', 'http://shop.test');
  response.setHeader('content-type', 'text/html');
  if (searchParams.has('isolated')) {
    response.setHeader('cross-origin-embedder-policy', 'require-corp');
    response.setHeader('cross-origin-opener-policy', 'same-origin');
  }
  const frame = (searchParams.get('frame') ?? '').replaceAll('&', '&amp;');
  response.end(
    `<!doctype html><html lang="en"><title>Shop</title><iframe title="Try-on" src="${frame}"></iframe>`,
  );
});

describeInBrowser('The pages of the try-on', (open: OpenContext) => {
  let folder: string;
  let service: Server;
  let port: number;
  let shopPort: number;
  before(async () => {
    folder = await makeBuild();
    service = startService(folder);
    port = (service.address() as AddressInfo).port;
    await new Promise<void>((listening) => shop.listen(0, '127.0.0.1', listening));
    shopPort = (shop.address() as AddressInfo).port;
  });
  after(async () => {
    service.close();
    shop.close();
    await rm(folder, { recursive: true, force: true });
  });

  const embedded = (slug = 'acme', query = '') =>
    `http://embed.service.test:${port}/embed/${slug}?embed=1${query}`;
  const hosted = (slug = 'acme') => `http://${slug}.service.test:${port}/`;

  /** A shop's page on that site with the try-on in its frame. */
  async function openShop(site: string, address: string, query = ''): Promise<{ page: Page; frame: Frame }> {
    const page = await (await open()).newPage();
    await page.goto(`http://${site}:${shopPort}/?frame=${encodeURIComponent(address)}${query}`);
    return { page, frame: page.frames()[1]! };
  }

  const runs = (target: Page | Frame) => target.waitForSelector('#app[data-done]', { timeout: 10_000 });

  /** The browser shows an error of its own instead of the page. */
  const isBlocked = (frame: Frame) => frame.waitForURL(/^chrome-error:/, { timeout: 10_000 });

  it('run modules, lazy ones too, and keep out what the policy forbids', async () => {
    const page = await (await open()).newPage();
    const requested: string[] = [];
    page.on('request', (request) => requested.push(new URL(request.url()).host));
    await page.goto(hosted());
    const app = await runs(page);
    expect(await app.textContent()).to.equal('static lazy Acme <b>Furniture</b>inline');
    await page.click('#app b');
    expect(await page.title()).to.equal('Acme <b>Furniture</b>');
    expect(await app.evaluate((element) => getComputedStyle(element).fontWeight)).to.equal('700');
    expect([...new Set(requested)]).to.deep.equal([`acme.service.test:${port}`]);
  });

  it('are shown in the frame of the store’s host', async () => {
    const { frame } = await openShop('www.shop.test', embedded());
    await runs(frame);
  });

  it('are not shown in the frame of another site, nor when another site frames the shop', async () => {
    const { frame } = await openShop('www.stranger.test', embedded());
    await isBlocked(frame);
    const around = `http://www.shop.test:${shopPort}/?frame=${encodeURIComponent(embedded())}`;
    const { page } = await openShop('www.stranger.test', around);
    const inner = page.frames()[2] ?? (await page.waitForEvent('frameattached'));
    await isBlocked(inner);
  });

  it('are not shown in any frame when they are hosted', async () => {
    const { frame } = await openShop('www.shop.test', hosted());
    await isBlocked(frame);
  });

  it('are shown in a page without a host where the store allows any frame', async () => {
    const file = join(folder, 'webview.html');
    await writeFile(file, `<!doctype html><iframe src="${embedded('anywhere')}"></iframe>`);
    const page = await (await open()).newPage();
    await page.goto(`file://${file}`);
    await runs(page.frames()[1]!);
  });

  it('are shown in a shop that is cross-origin isolated', async () => {
    const { page, frame } = await openShop('www.shop.test', embedded(), '&isolated');
    await runs(frame);
    expect(await page.evaluate('crossOriginIsolated')).to.equal(true);
  });

  it('lead to the hosted page when the embedded one is opened by itself', async () => {
    const page = await (await open()).newPage();
    await page.goto(`http://embed.service.test:${port}/embed/acme?closet=p1`);
    expect(page.url()).to.equal(`${hosted()}?closet=p1`);
  });

  it('say with JavaScript off that they need it', async () => {
    const page = await (await open({ javaScriptEnabled: false })).newPage();
    await page.goto(`${hosted()}?lang=de`);
    expect(await page.textContent('noscript')).to.include('JavaScript');
  });

  for (const language of languages) {
    it(`have an accessible notice of an unknown store in ${language}`, async () => {
      const page = await (await open({ locale: language })).newPage();
      await page.goto(hosted('unknown'));
      expect(await page.getAttribute('html', 'lang')).to.equal(language);
      expect(await seriousFindings(page)).to.deep.equal([]);
    });
  }
});
