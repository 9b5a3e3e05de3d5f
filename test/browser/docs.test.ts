import { expect } from 'chai';
import type { Page } from 'playwright-core';
import { seriousFindings } from '../support/browser/accessibility.ts';
import { describeInBrowser } from '../support/browser/describe-in-browser.ts';
import { keepScreenshot, screens } from '../support/browser/screenshots.ts';
import { startPlatform, type TestAccount, type TestPlatform } from '../support/platform.ts';

describeInBrowser('The documentation', (open) => {
  let platform: TestPlatform;
  let account: TestAccount;
  before(async () => {
    platform = await startPlatform();
    account = await platform.account();
    await measureDays();
  });
  after(() => platform.close());

  /** Gives /status thirty days of calls, with one bad and one mixed day. */
  async function measureDays(): Promise<void> {
    const now = Date.now();
    const calls = Array.from({ length: 600 }, (_, index) => {
      const day = index % 30;
      const isBad = day === 5 || (day === 12 && index < 60);
      return { _id: `log_${index}`, at: new Date(now - day * 86_400_000), status: isBad ? 503 : 200 };
    });
    await platform.database.requests.collection.insertMany(calls as never[]);
  }

  /** A page whose policy, scripts and styles are free of complaints of the browser. */
  async function visit(
    path: string,
    options: Parameters<typeof open>[0] = {},
  ): Promise<{ page: Page; complaints: string[] }> {
    const page = await (await open(options)).newPage();
    const complaints: string[] = [];
    page.on('console', (message) => {
      if (message.type() === 'error') complaints.push(message.text());
    });
    page.on('pageerror', ({ message }) => complaints.push(message));
    await page.goto(platform.url + path);
    return { page, complaints };
  }

  const pages = [
    '/status',
    '/docs',
    '/docs/quick-start',
    '/docs/api',
    '/docs/reference',
    '/docs/reference/renders',
  ];
  it('is never wider than the screen, from a small phone to a laptop', async function () {
    this.timeout(60_000);
    const { page, complaints } = await visit('/docs');
    for (const path of pages) {
      await page.goto(platform.url + path);
      for (const [width, viewport] of Object.entries(screens)) {
        await page.setViewportSize(viewport);
        const overflow = await page.evaluate(() => {
          const { scrollWidth, clientWidth } = document.documentElement;
          return scrollWidth - clientWidth;
        });
        expect(overflow, `${path} at ${width}`).to.be.at.most(0);
        await keepScreenshot(page, `docs/${path.slice(1).replaceAll('/', '-')}-${width}`);
      }
    }
    expect(complaints).to.deep.equal([]);
  });

  for (const colorScheme of ['light', 'dark'] as const) {
    it(`has no serious finding of axe-core: ${colorScheme}`, async function () {
      this.timeout(60_000);
      const { page } = await visit('/docs', { colorScheme });
      for (const path of pages) {
        await page.goto(platform.url + path);
        expect(await seriousFindings(page), path).to.deep.equal([]);
      }
    });
  }

  const toForm = async (page: Page, operation: string) => {
    const section = page.locator('section', { has: page.locator(`#${operation}`) });
    await section.getByText('Try it', { exact: true }).click();
    return section.locator('.try');
  };

  it('keeps the key for the other requests of the tab, and says what a live key costs', async () => {
    const { page } = await visit('/docs/reference/credits');
    const credits = await toForm(page, 'getCredits');
    await credits.getByLabel('API key').fill(account.key);
    await credits.getByText('costs 1 credit').waitFor();
    await page.goto(`${platform.url}/docs/reference/renders`);
    const list = await toForm(page, 'listRenders');
    expect(await list.getByLabel('X-Request-Id').isVisible()).to.equal(false);
    expect(await list.getByRole('button', { name: 'Stop' }).isVisible()).to.equal(false);
    await list.getByText('Optional headers').click();
    await list.getByLabel('X-Request-Id').fill('from-the-reference');
    await list.getByRole('button', { name: 'Send the request' }).click();
    await list.getByText('"nextCursor"').waitFor();
    expect(await page.evaluate('Object.keys(localStorage).length')).to.equal(0);
  });

  it('shows the error of a request that fails', async () => {
    const { page } = await visit('/docs/reference/credits');
    const form = await toForm(page, 'getCredits');
    await form.getByLabel('API key').fill('service_test_wrong');
    await form.getByRole('button', { name: 'Send the request' }).click();
    await form.getByText(/^401 Unauthorized/).waitFor();
    await form.getByText('"UNAUTHORIZED"').waitFor();
  });

  it('shows samples in the language that was chosen, on every page', async () => {
    const { page } = await visit('/docs/quick-start');
    await page.getByRole('radio', { name: 'Python' }).check();
    await page.getByText('urllib.request.urlopen(request, timeout=300)').waitFor();
    await page.goto(`${platform.url}/docs/reference/credits`);
    expect(await page.getByRole('radio', { name: 'Python' }).first().isChecked()).to.equal(true);
  });

  it('finds a section by keyboard', async () => {
    const { page } = await visit('/docs');
    await page.keyboard.press('/');
    await page.keyboard.type('how to retry');
    await page.getByRole('link', { name: /How to retry/ }).waitFor();
    await page.keyboard.press('Enter');
    await page.waitForURL('**/docs/errors#how-to-retry');
  });

  it('copies the sample that is shown', async () => {
    const { page } = await visit('/docs/quick-start', { permissions: ['clipboard-read', 'clipboard-write'] });
    await page.getByRole('radio', { name: 'PHP' }).check();
    const sample = page.locator('.tabs').first();
    await sample.getByRole('button', { name: 'Copy' }).click();
    await sample.getByRole('button', { name: 'Copied' }).waitFor();
    expect(await page.evaluate(() => navigator.clipboard.readText())).to.match(/^<\?php/);
  });

  it('works without JavaScript: navigation on a phone, samples in each language, the reference', async () => {
    const { page } = await visit('/docs/quick-start', { javaScriptEnabled: false, viewport: screens[390] });
    await page.getByRole('button', { name: 'Menu' }).click();
    await page.locator('#menu').getByRole('link', { name: 'Idempotency and costs' }).waitFor();
    await page.keyboard.press('Escape');
    await page.getByRole('group').getByText('TypeScript', { exact: true }).click();
    await page.getByText('AbortSignal.timeout').waitFor();
    await page.goto(`${platform.url}/docs/reference/renders`);
    await page.getByText('Fields of products').first().click();
    await page.getByText('dimensions', { exact: true }).first().waitFor();
    expect(await page.getByText('Try it', { exact: true }).first().isVisible()).to.equal(false);
  });
});
