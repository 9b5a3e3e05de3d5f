import { expect } from 'chai';
import type { Page } from 'playwright-core';
import { seriousFindings } from '../support/browser/accessibility.ts';
import { describeInBrowser } from '../support/browser/describe-in-browser.ts';
import { keepScreenshot } from '../support/browser/screenshots.ts';
import { addStore, type Merchant, signUpMember } from '../support/merchants.ts';
import { startPlatform, type TestPlatform } from '../support/platform.ts';
import { startTrackEndpoint, type TrackEndpoint } from '../support/track-endpoint.ts';

describeInBrowser('The merchants’ pages', (open) => {
  let platform: TestPlatform;
  let endpoint: TrackEndpoint;
  let mia: Merchant;

  before(async () => {
    endpoint = await startTrackEndpoint();
    platform = await startPlatform({ workers: 0, allow: [endpoint.allow] });
    mia = await signUpMember(platform, { name: 'Mia', roles: ['merchant'] });
    await addStore(platform, { account: mia.account, slug: 'acme', name: 'Acme Living' });
  });
  after(async () => {
    await platform.close();
    endpoint.close();
  });

  /** A window of the merchant, who is signed in. */
  async function visit(path: string, options: Parameters<typeof open>[0] = {}): Promise<Page> {
    const context = await open(options);
    const cookies = [...mia.visitor.cookies].map(([name, value]) => ({ name, value, url: platform.url }));
    await context.addCookies(cookies);
    const page = await context.newPage();
    page.setDefaultTimeout(20_000);
    await page.goto(platform.url + path);
    return page;
  }

  const submit = (page: Page, name: string) => page.getByRole('button', { name, exact: true }).click();

  it('connect a store, test and pause it, without JavaScript', async () => {
    const page = await visit('/dashboard', { javaScriptEnabled: false });
    await page.getByRole('link', { name: 'Acme Living' }).click();
    await page.getByLabel('Endpoint URL').fill(endpoint.url);
    await submit(page, 'Save and connect');
    await page.getByText('Enter the write key, or say below').waitFor();
    await page.getByLabel('Write key', { exact: true }).fill('wk_live_abcd1234');
    await submit(page, 'Save and connect');
    await page.locator('.badge', { hasText: /^Connected$/ }).waitFor();
    await submit(page, 'Send a test event');
    await page.getByText('The endpoint accepted the test event.').waitFor();
    await page.getByRole('row', { name: /Service Test Event.*Delivered/ }).waitFor();
    await submit(page, 'Pause forwarding');
    await page.locator('.badge', { hasText: /^Paused$/ }).waitFor();
    expect(endpoint.calls).to.have.lengthOf(1);
  });

  for (const colorScheme of ['light', 'dark'] as const) {
    it(`fit phones and laptops, without a serious finding of axe-core: ${colorScheme}`, async () => {
      const page = await visit('/dashboard', { colorScheme });
      for (const path of ['/dashboard', '/dashboard/acme/integrations']) {
        await page.goto(platform.url + path);
        for (const width of [360, 1440]) {
          await page.setViewportSize({ width, height: 800 });
          const overflow = await page.evaluate(() => {
            const { scrollWidth, clientWidth } = document.documentElement;
            return scrollWidth - clientWidth;
          });
          expect(overflow, `${path} at ${width}`).to.be.at.most(0);
          expect(await seriousFindings(page), `${path} at ${width}`).to.deep.equal([]);
          const name = path.slice(1).replaceAll('/', '-');
          await keepScreenshot(page, `dashboard/${name}-${width}-${colorScheme}`, true);
        }
      }
    });
  }
});
