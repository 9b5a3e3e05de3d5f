import { expect } from 'chai';
import type { Page } from 'playwright-core';
import { createAccount, suspendAccount } from '../../shared/accounts/accounts.ts';
import { seriousFindings } from '../support/browser/accessibility.ts';
import { describeInBrowser } from '../support/browser/describe-in-browser.ts';
import { keepScreenshot, screens } from '../support/browser/screenshots.ts';
import { endedRender } from '../support/ended-render.ts';
import { addStore } from '../support/merchants.ts';
import { startPlatform, type TestPlatform } from '../support/platform.ts';

const login = { username: 'operator', password: 'secret' };

describeInBrowser('The operators’ pages', (open) => {
  let platform: TestPlatform;
  before(async () => {
    platform = await startPlatform({ env: { OPS_USER: login.username, OPS_PASSWORD: login.password } });
    const failure = { code: 'MODEL_ERROR' as const, message: 'The model could not use the image.' };
    const ended = Array.from({ length: 12 }, (_, index) =>
      endedRender({
        _id: `rnd_${index}`,
        endedAt: Date.now() - index * 3_600_000,
        ...(index % 4 === 1 && { state: 'failed' as const, failure }),
      }),
    );
    await platform.database.renders.collection.insertMany(ended as never[]);
    const { accounts } = platform.database;
    await createAccount(accounts, { id: 'acc_1', name: 'Studio Nord' });
    await suspendAccount(accounts, 'acc_1', { reason: 'The invoice of October is open' });
    await addStore(platform, { account: 'acc_1', slug: 'nord', name: 'Nord' });
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

  const pages = [
    ...[
      '/ops',
      '/ops/renders',
      '/ops/renders/rnd_1',
      '/ops/accounts',
      '/ops/accounts/acc_1',
      '/ops/stores',
      '/ops/audit',
    ],
    ...['/ops/design', '/', '/developers'],
  ];

  it('are never wider than the screen, from a small phone to a laptop', async function () {
    this.timeout(60_000);
    const { page, complaints } = await visit('/ops');
    for (const path of pages) {
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
      this.timeout(60_000);
      const { page } = await visit('/ops', { colorScheme });
      for (const path of pages) {
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

  it('keep what is open and focused when they are brought up to date', async function () {
    this.timeout(60_000);
    const { page, complaints } = await visit('/ops');
    await page.getByText('Numbers').click();
    await page.evaluate(() => document.querySelector('.stat-value')?.replaceChildren('old'));
    await page.getByText('old', { exact: true }).waitFor({ state: 'detached', timeout: 30_000 });
    expect(await page.locator('.chart details').getAttribute('open')).to.equal('');
    expect(await page.evaluate(() => document.activeElement?.textContent)).to.equal('Numbers');
    expect(complaints).to.deep.equal([]);
  });

  it('stay as they are while updates are paused', async function () {
    this.timeout(60_000);
    const { page } = await visit('/ops');
    const requests: string[] = [];
    page.on('request', (request) => requests.push(request.url()));
    await page.getByRole('button', { name: 'Pause updates' }).click();
    await page.evaluate(() =>
      document.querySelector('[data-refresh-seconds]')?.setAttribute('title', 'kept'),
    );
    await page.waitForTimeout(12_000);
    expect(requests).to.deep.equal([]);
    await page.getByRole('button', { name: 'Resume updates' }).click();
    await page.waitForRequest(/\/ops$/, { timeout: 20_000 });
  });

  it('open a dialog, close it by its button and return the focus', async () => {
    const { page } = await visit('/ops/design', { reducedMotion: 'reduce' });
    const opener = page.getByRole('button', { name: 'Revoke key' }).first();
    await opener.click();
    const dialog = page.getByRole('dialog', { name: 'Revoke “Production server”?' });
    await dialog.waitFor();
    await dialog.getByRole('button', { name: 'Close' }).click();
    await dialog.waitFor({ state: 'hidden' });
    expect(await opener.evaluate((button) => button === document.activeElement)).to.equal(true);
  });
});
