import { type Browser, type BrowserContext, chromium, type Frame, type Page } from 'playwright-core';
import { createAccount } from '../../shared/accounts/accounts.ts';
import { grantCredits } from '../../shared/credits/credits.ts';
import { openDatabase } from '../../shared/database/database.ts';
import { newId } from '../../shared/ids.ts';
import { silentLogger } from '../../shared/log.ts';
import { createStore } from '../../shared/stores/stores.ts';
import { SetupError } from '../backends/backend.ts';
import { importDemoCatalog } from '../demo-catalog.ts';
import { startDemoShop } from '../demo-shop/server.ts';
import { demoStore } from '../platform/demo-store.ts';
import { findBrowser } from '../testing/browser.ts';
import { ensureWebBuild } from '../web/up-to-date.ts';
import { tapThrough } from './interactions.ts';
import { startMeasured } from './processes/measured.ts';
import { digits, markdownTable, met } from './report/markdown.ts';
import { ownInstallation, type Stage } from './stage.ts';
import { median, percentile } from './statistics.ts';

/** As a middle phone is to this machine. */
const cpuSlowdown = 4;
const goals = { bytes: 4_000, blockingMs: 0, usableMs: 1_000, shift: 0.02, interactionMs: 200 } as const;
const settleMs = 500;

export interface LoaderFigures {
  visits: number;
  /** Bytes with headers that a visit of a shop's page transfers from the service before a click. */
  bytes: number;
  requests: number;
  /** Main thread time over 50 ms a task, until the page is quiet; medians, milliseconds. */
  blocking: { without: number; with: number };
  /** From the click until the first screen can be used, nothing of the frame cached; milliseconds. */
  usable: { median: number; slowest: number };
  /** Cumulative layout shift of the shop and of the frame, the largest of all visits. */
  shift: { shop: number; frame: number };
  /** Milliseconds from an input to the next paint while items are chosen, and how many of them were measured. */
  interaction: { p98: number; slowest: number; count: number };
}

interface Visit {
  bytes: number;
  requests: number;
  blocking: number;
}

/** Visits a product page of the demo shop in Chromium, slowed down, with and without the loader. */
export async function measureLoader(
  stage: Stage,
  { visits, say }: { visits: number; say: (line: string) => void },
): Promise<LoaderFigures> {
  const found = await findBrowser(process.env, say);
  if ('missing' in found) throw new SetupError(`The measurement needs Chromium: ${found.missing}.`);
  await ensureWebBuild(say);
  // All visits come from one address.
  const limits = { TRY_ON_PER_ADDRESS: '100000' };
  const installation = { ...stage.env, ...ownInstallation(stage, 'loader'), ...limits };
  await seedStore(installation);
  const api = await startMeasured('processes/api.ts', installation, stage.profile);
  const service = `http://localhost:${api.port}`;
  const { slug: subdomain, name } = demoStore;
  const shop = await startDemoShop({ host: '127.0.0.1', port: 0, service, subdomain, name });
  const args = process.getuid?.() === 0 ? ['--no-sandbox'] : [];
  const browser = await chromium.launch({ executablePath: found.path, args });
  try {
    return await measure(browser, `${shop.url}/products/leather-sofa`, service, visits, say);
  } finally {
    await browser.close();
    await shop.close();
    await api.close();
  }
}

async function seedStore(env: NodeJS.ProcessEnv & { MONGODB_URI: string; DATA_DIR: string }): Promise<void> {
  const database = await openDatabase({ uri: env.MONGODB_URI, log: silentLogger(), selectionMs: 5_000 });
  try {
    await database.ensureIndexes();
    const { _id: account } = await createAccount(database.accounts, { name: 'Bench' });
    // Without a credit, the first screen says that the try-on takes a break.
    await grantCredits(database, { account, grantId: newId('grant'), amount: 1, at: new Date() });
    const { _id: store } = await createStore(database.stores, { account, ...demoStore });
    await importDemoCatalog(database, { store, dataDir: env.DATA_DIR, env });
  } finally {
    await database.close();
  }
}

async function measure(
  browser: Browser,
  address: string,
  service: string,
  visits: number,
  say: (line: string) => void,
): Promise<LoaderFigures> {
  const withLoader: Visit[] = [];
  const without: number[] = [];
  const usable: number[] = [];
  const shifts: { shop: number; frame: number }[] = [];
  const interactions: number[] = [];
  for (let round = 0; round < visits; round += 1) {
    without.push(
      (await inContext(browser, (context) => visit(context, address, service, false))).visited.blocking,
    );
    await inContext(browser, async (context) => {
      const { page, visited } = await visit(context, address, service, true);
      const opened = await open(page);
      withLoader.push(visited);
      usable.push(opened.ms);
      shifts.push({ shop: await readShift(page), frame: opened.shift });
    });
    await inContext(browser, async (context) => {
      // From a product's page, the photo leads straight to the image.
      const { page } = await visit(context, new URL('/', address).href, service, true);
      const { frame } = await open(page);
      interactions.push(...(await tapThrough(page, frame)));
    });
    say(`loader: usable after ${Math.round(usable.at(-1)!)} ms`);
  }
  return {
    visits,
    bytes: median(withLoader.map(({ bytes }) => bytes)),
    requests: Math.max(...withLoader.map(({ requests }) => requests)),
    blocking: { without: median(without), with: median(withLoader.map(({ blocking }) => blocking)) },
    usable: { median: median(usable), slowest: Math.max(...usable) },
    shift: {
      shop: Math.max(...shifts.map(({ shop }) => shop)),
      frame: Math.max(...shifts.map(({ frame }) => frame)),
    },
    interaction: {
      p98: percentile(interactions, 0.98),
      slowest: Math.max(...interactions),
      count: interactions.length,
    },
  };
}

/** A context with nothing cached. */
async function inContext<T>(browser: Browser, work: (context: BrowserContext) => Promise<T>): Promise<T> {
  const context = await browser.newContext({ viewport: { width: 390, height: 844 } });
  try {
    // In the shop and in the frame, from the first moment on.
    await context.addInitScript(`
      globalThis.blockingMs = 0;
      globalThis.layoutShift = 0;
      const watch = (type, add) => new PerformanceObserver((list) => list.getEntries().forEach(add)).observe({ type, buffered: true });
      watch('longtask', ({ duration }) => { blockingMs += Math.max(0, duration - 50); });
      watch('layout-shift', ({ value, hadRecentInput }) => { if (!hadRecentInput) layoutShift += value; });`);
    return await work(context);
  } finally {
    await context.close();
  }
}

async function visit(
  context: BrowserContext,
  address: string,
  service: string,
  loader: boolean,
): Promise<{ page: Page; visited: Visit }> {
  const page = await context.newPage();
  const debug = await context.newCDPSession(page);
  const ofService = new Set<string>();
  let bytes = 0;
  await debug.send('Network.enable');
  debug.on('Network.requestWillBeSent', ({ requestId, request }) => {
    if (request.url.startsWith(service)) ofService.add(requestId);
  });
  debug.on('Network.loadingFinished', ({ requestId, encodedDataLength }) => {
    if (ofService.has(requestId)) bytes += encodedDataLength;
  });
  if (!loader) await debug.send('Network.setBlockedURLs', { urls: [`${service}/*`] });
  await debug.send('Emulation.setCPUThrottlingRate', { rate: cpuSlowdown });
  await page.goto(address, { waitUntil: 'networkidle' });
  await page.waitForTimeout(settleMs);
  const blocking = (await page.evaluate('blockingMs')) as number;
  return { page, visited: { bytes, requests: ofService.size, blocking } };
}

/** Clicks the launcher and waits until a photo can be chosen. */
async function open(page: Page): Promise<{ ms: number; shift: number; frame: Frame }> {
  const launcher = page.getByRole('main').getByRole('link', { name: 'Try it on' });
  await launcher.scrollIntoViewIfNeeded();
  const since = performance.now();
  await launcher.click();
  const located = page.frameLocator('service-embed iframe');
  await located.locator('input[type=file]').first().waitFor({ state: 'attached' });
  const ms = performance.now() - since;
  await page.waitForTimeout(settleMs);
  const element = await page.locator('service-embed iframe').elementHandle();
  const frame = (await element!.contentFrame())!;
  const shift = (await frame.evaluate('layoutShift')) as number;
  return { ms, shift, frame };
}

const readShift = (page: Page) => page.evaluate('layoutShift') as Promise<number>;

export function loaderTable({
  visits,
  bytes,
  requests,
  blocking,
  usable,
  shift,
  interaction,
}: LoaderFigures): string {
  const added = Math.max(0, blocking.with - blocking.without);
  const rows = [
    ['Of a product page on a phone’s screen, CPU 4 × slower', 'median', 'Goal'],
    [
      `Transferred from the service before a click, in ${requests} request${requests === 1 ? '' : 's'}`,
      `${digits(bytes / 1000)} kB`,
      `≤ 4 kB and headers: ${met(bytes <= goals.bytes + 1_000 && requests === 1)}`,
    ],
    [
      'Blocking time that the loader adds before a click',
      `${digits(added)} ms (page ${digits(blocking.without)} ms)`,
      `0 ms: ${met(added <= goals.blockingMs)}`,
    ],
    [
      'Click to a first screen that can be used, nothing cached',
      `${digits(usable.median)} ms (slowest ${digits(usable.slowest)} ms)`,
      `< 1 s: ${met(usable.median < goals.usableMs)}`,
    ],
    [
      'Layout shift of the shop / of the frame, largest',
      `${digits(shift.shop)} / ${digits(shift.frame)}`,
      `< 0.02: ${met(Math.max(shift.shop, shift.frame) < goals.shift)}`,
    ],
    [
      `Input to the next paint while items are chosen, p98 of ${interaction.count}`,
      `${digits(interaction.p98)} ms (slowest ${digits(interaction.slowest)} ms)`,
      `< ${goals.interactionMs} ms: ${met(interaction.p98 < goals.interactionMs)}`,
    ],
  ];
  return `${markdownTable(rows)}\n\n${visits} visits with the loader and as many without, in turn.`;
}
