import { expect } from 'chai';
import type { Page, Request } from 'playwright-core';
import { createAccount, suspendAccount } from '../../shared/accounts/accounts.ts';
import { tallyCosts } from '../../shared/costs/tally-costs.ts';
import { addDelivery } from '../../shared/deliveries/list-deliveries.ts';
import { openIncident } from '../../shared/incidents/incidents.ts';
import { createQueue } from '../../shared/jobs/queues.ts';
import { silentLogger } from '../../shared/log.ts';
import { seriousFindings } from '../support/browser/accessibility.ts';
import { describeInBrowser } from '../support/browser/describe-in-browser.ts';
import { keepScreenshot, screens } from '../support/browser/screenshots.ts';
import { endedRender } from '../support/ended-render.ts';
import { keepEvent } from '../support/keep-event.ts';
import { addStore } from '../support/merchants.ts';
import { eventually, startPlatform, type TestPlatform } from '../support/platform.ts';

const login = { username: 'operator', password: 'secret' };

describeInBrowser('The operators’ pages', (open) => {
  let platform: TestPlatform;
  let event: string;
  before(async () => {
    platform = await startPlatform({ env: { OPS_USER: login.username, OPS_PASSWORD: login.password } });
    const failure = { code: 'MODEL_ERROR' as const, message: 'The model could not use the image.' };
    const webhook = {
      ...{ url: 'https://caller.example/hook', state: 'failed' as const, attempt: 8 },
      ...{ nextAt: new Date(), status: 500 },
    };
    const ended = Array.from({ length: 12 }, (_, index) =>
      endedRender({
        _id: `rnd_${index}`,
        endedAt: Date.now() - index * 3_600_000,
        ...(index % 4 === 1 && { state: 'failed' as const, failure, webhook }),
      }),
    );
    await platform.database.renders.collection.insertMany(ended as never[]);
    const { accounts } = platform.database;
    await openIncident(
      platform.database.incidents,
      { title: 'Renders are slow', parts: ['renders', 'queue'], text: 'We look into it.' },
      { id: 'inc_1' },
    );
    await createAccount(accounts, { id: 'acc_1', name: 'Studio Nord' });
    await suspendAccount(accounts, 'acc_1', { reason: 'The invoice of October is open' });
    const work = { account: 'acc_1', tries: 1310, renders: 1284, credits: 1284, microdollars: 72_050_000 };
    await tallyCosts(platform.database.costDays, [
      { ...work, provider: 'cog' },
      { ...work, provider: 'local', microdollars: 0 },
    ]);
    const { _id: store } = await addStore(platform, { account: 'acc_1', slug: 'nord', name: 'Nord' });
    event = await keepEvent(platform, store, { eventId: 'one', state: 'dropped' });
    await addDelivery(platform.database.deliveries, store, {
      ...{ event, name: 'Service Session Started', at: new Date(), attempt: 1, outcome: 'dropped' },
      ...{ status: 400, ms: 41, answer: '{"error":"unknown write key"}' },
    });
  });
  after(() => platform.close());

  /** A page whose policy, scripts and styles are free of complaints of the browser. */
  async function visit(
    path: string,
    options: Parameters<typeof open>[0] = {},
  ): Promise<{ page: Page; complaints: string[] }> {
    const page = await (await open({ httpCredentials: login, ...options })).newPage();
    const complaints: string[] = [];
    page.on('console', (message) => {
      if (message.type() === 'error') complaints.push(message.text());
    });
    page.on('pageerror', ({ message }) => complaints.push(message));
    await page.goto(platform.url + path);
    return { page, complaints };
  }

  const pages = () => [
    ...[
      '/ops',
      '/ops/renders',
      '/ops/renders/rnd_1',
      '/ops/accounts',
      '/ops/accounts/acc_1',
      '/ops/providers/cog',
      '/ops/stores',
      '/ops/audit',
      '/ops/events?store=nord',
      `/ops/events/${event}`,
      '/ops/webhooks',
      '/ops/incidents',
      '/ops/incidents/inc_1',
    ],
    ...['/ops/design', '/', '/developers', '/status'],
  ];

  it('are never wider than the screen, from a small phone to a laptop', async function () {
    this.timeout(120_000);
    const { page, complaints } = await visit('/ops');
    for (const path of pages()) {
      await page.goto(platform.url + path);
      for (const [width, viewport] of Object.entries(screens)) {
        await page.setViewportSize(viewport);
        const overflow = await page.evaluate(() => {
          const { scrollWidth, clientWidth } = document.documentElement;
          return scrollWidth - clientWidth;
        });
        expect(overflow, `${path} at ${width}`).to.be.at.most(0);
        await keepScreenshot(page, `tools/${path.slice(1).replaceAll('/', '-') || 'home'}-${width}`);
      }
    }
    expect(complaints).to.deep.equal([]);
  });

  for (const colorScheme of ['light', 'dark'] as const) {
    it(`have no serious finding of axe-core: ${colorScheme}`, async function () {
      this.timeout(120_000);
      const { page } = await visit('/ops', { colorScheme });
      for (const path of pages()) {
        await page.goto(platform.url + path);
        expect(await seriousFindings(page), path).to.deep.equal([]);
      }
    });
  }

  it('find a render by keyboard, without JavaScript too', async () => {
    for (const javaScriptEnabled of [true, false]) {
      const { page } = await visit('/ops', { javaScriptEnabled });
      if (javaScriptEnabled) await page.keyboard.press('/');
      else await page.getByRole('searchbox').focus();
      await page.keyboard.type('rnd_1');
      await page.keyboard.press('Enter');
      await page.waitForURL('**/ops/renders/rnd_1');
      await page.getByRole('heading', { name: 'rnd_1' }).waitFor();
    }
  });

  it('lead through the menu on a phone without JavaScript', async () => {
    const { page } = await visit('/ops', { javaScriptEnabled: false, viewport: screens[390] });
    await page.getByRole('button', { name: 'Menu' }).click();
    await page.locator('#menu').getByRole('link', { name: 'Renders' }).click();
    await page.waitForURL('**/ops/renders');
  });

  it('read a chart by its keys, and say no point again without them', async () => {
    const { page } = await visit('/ops');
    const readout = page.locator('.chart-readout');
    const note = await readout.textContent();
    await page.locator('.chart-plot').focus();
    await page.keyboard.press('End');
    expect(await readout.textContent()).to.match(/^\d\d:00: \d+ failed, \d+ succeeded$/);
    await page.keyboard.press('Escape');
    expect(await readout.textContent()).to.equal(note);
  });

  const queue = () =>
    createQueue('render', {
      connection: platform.redis as never,
      prefix: platform.config.QUEUE_PREFIX,
      log: silentLogger(),
    });
  const paused = (page: Page) => page.getByRole('button', { name: 'Resume render', exact: true });

  it('keep what is open and focused when they are brought up to date, and move nothing', async function () {
    this.timeout(60_000);
    const { page, complaints } = await visit('/ops');
    await page.getByText('Numbers').click();
    await page.evaluate(() => {
      const shifts: number[] = [];
      Object.assign(window, { shifts });
      new PerformanceObserver((list) => {
        for (const entry of list.getEntries()) shifts.push((entry as unknown as { value: number }).value);
      }).observe({ type: 'layout-shift' });
      document.querySelector('.stat-value')?.replaceChildren('old');
    });
    await page.getByText('old', { exact: true }).waitFor({ state: 'detached', timeout: 30_000 });
    const jobs = queue();
    await jobs.add('render', { renderId: 'rnd_waits' }, { delay: 600_000 });
    await page.locator('td.number', { hasText: /^1$/ }).first().waitFor({ timeout: 30_000 });
    await jobs.obliterate({ force: true });
    await jobs.close();
    expect(await page.locator('.chart details').getAttribute('open')).to.equal('');
    expect(await page.evaluate(() => document.activeElement?.textContent)).to.equal('Numbers');
    expect(await page.evaluate(() => (window as unknown as { shifts: number[] }).shifts)).to.deep.equal([]);
    expect(complaints).to.deep.equal([]);
  });

  it('stay as they are while updates are paused or the tab is hidden', async function () {
    this.timeout(60_000);
    const { page } = await visit('/ops/renders');
    const isStream = (request: Request) => request.url().includes('/ops/updates');
    let streams = 0;
    page.on('request', (request) => {
      if (isStream(request)) streams += 1;
    });
    page.on('requestfailed', (request) => {
      if (isStream(request)) streams -= 1;
    });
    await page.goto(`${platform.url}/ops`);
    const jobs = queue();
    const hide = (hidden: boolean) =>
      page.evaluate((value) => {
        Object.defineProperty(document, 'hidden', { value, configurable: true });
        document.dispatchEvent(new Event('visibilitychange'));
      }, hidden);
    await eventually(() => streams === 1);
    await page.getByRole('button', { name: 'Pause updates' }).click();
    await eventually(() => streams === 0);
    await jobs.pause();
    expect(await paused(page).count()).to.equal(0);
    await page.getByRole('button', { name: 'Resume updates' }).click();
    await paused(page).waitFor();
    await hide(true);
    await eventually(() => streams === 0);
    await jobs.resume();
    expect(await paused(page).count()).to.equal(1);
    await hide(false);
    await paused(page).waitFor({ state: 'detached' });
    await jobs.close();
  });

  it('say that they are outdated when the stream is lost, and can be loaded again', async () => {
    const { page } = await visit('/ops');
    const again = page.getByRole('link', { name: 'Load again' });
    expect(await again.isVisible()).to.equal(false);
    await page.context().setOffline(true);
    await page.context().route('**/ops/updates*', (route) => route.abort());
    await page.getByRole('button', { name: 'Pause updates' }).click();
    await page.getByRole('button', { name: 'Resume updates' }).click();
    await again.waitFor();
    await page.context().setOffline(false);
    await again.click();
    await page.getByRole('heading', { name: 'Operations', level: 1 }).waitFor();
    const { page: plain } = await visit('/ops', { javaScriptEnabled: false });
    await plain.getByRole('link', { name: 'Load again' }).click();
    await plain.getByRole('heading', { name: 'Operations', level: 1 }).waitFor();
  });

  it('have a board of the queues that asks no other site, and names its controls', async function () {
    this.timeout(60_000);
    const { page, complaints } = await visit('/ops/renders');
    const foreign: string[] = [];
    page.on('request', (request) => {
      if (!request.url().startsWith(platform.url)) foreign.push(request.url());
    });
    const jobs = queue();
    await jobs.add('render', { renderId: 'rnd_waits' }, { delay: 600_000 });
    for (const path of ['/ops/queues', '/ops/queues/queue/render?status=delayed']) {
      await page.goto(platform.url + path);
      await page
        .getByRole('link', { name: /render/ })
        .first()
        .waitFor();
      await page.waitForLoadState('networkidle');
      const unnamed = (await seriousFindings(page)).filter(
        (finding) => !finding.startsWith('color-contrast'),
      );
      expect(unnamed, path).to.deep.equal([]);
    }
    await jobs.obliterate({ force: true });
    await jobs.close();
    expect({ foreign, complaints }).to.deep.equal({ foreign: [], complaints: [] });
  });

  it('open a dialog, close it by its button and return the focus', async () => {
    const { page } = await visit('/ops/design', { reducedMotion: 'reduce' });
    const opener = page.getByRole('button', { name: 'Revoke key' }).first();
    await opener.click();
    const dialog = page.getByRole('dialog', { name: 'Revoke “Production server”?' });
    await dialog.waitFor();
    await dialog.getByRole('button', { name: 'Close' }).click();
    await dialog.waitFor({ state: 'hidden' });
    await opener.and(page.locator(':focus')).waitFor();
  });
});
