import { expect } from 'chai';
import type { Page } from 'playwright-core';
import { freePort } from '../../scripts/processes/port.ts';
import { seriousFindings } from '../support/browser/accessibility.ts';
import { describeInBrowser } from '../support/browser/describe-in-browser.ts';
import { keepScreenshot } from '../support/browser/screenshots.ts';
import { readLinkToken, signUp, testPassword } from '../support/people.ts';
import { startPlatform, type TestPlatform } from '../support/platform.ts';

const widths = {
  360: { width: 360, height: 740 },
  768: { width: 768, height: 1024 },
  1440: { width: 1440, height: 900 },
};

describeInBrowser('People', (open) => {
  let platform: TestPlatform;
  let origin: string;
  before(async () => {
    // Passkeys belong to the host of BASE_URL, which an IP address cannot be.
    const port = await freePort();
    origin = `http://localhost:${port}`;
    platform = await startPlatform({ workers: 0, env: { PORT: String(port), BASE_URL: origin } });
    await signUp(platform, 'ada@example.com', 'Ada');
  });
  after(() => platform.close());

  async function signIn(page: Page): Promise<void> {
    await page.goto(`${platform.url}/sign-in?to=/developers/team`);
    await page.getByLabel('E-mail address').fill('ada@example.com');
    await page.getByLabel('Password').fill(testPassword);
    await page.keyboard.press('Enter');
    await page.waitForURL(({ pathname }) => pathname === '/developers/team');
  }

  for (const javaScriptEnabled of [true, false])
    it(`sign up, confirm, and sign out by keyboard${javaScriptEnabled ? '' : ' without JavaScript'}`, async () => {
      const email = `new-${javaScriptEnabled}@example.com`;
      const page = await (await open({ javaScriptEnabled })).newPage();
      await page.goto(`${platform.url}/sign-up`);
      await page.getByLabel('Name').focus();
      for (const text of ['New', email, testPassword]) {
        await page.keyboard.type(text);
        await page.keyboard.press('Tab');
      }
      await page.keyboard.press('Enter');
      await page.waitForURL('**/sign-up/sent');
      await page.goto(`${platform.url}/sign-up/confirm?token=${await readLinkToken(platform, email)}`);
      await page.getByLabel('Password').fill(testPassword);
      await page.keyboard.press('Enter');
      await page.waitForURL(({ pathname }) => pathname === '/developers');
      await page.getByRole('button', { name: 'New', exact: true }).focus();
      await page.keyboard.press('Enter');
      await page.getByRole('button', { name: 'Sign out' }).focus();
      await page.keyboard.press('Enter');
      await page.waitForURL('**/sign-in?done=out');
    });

  it('register a passkey, sign in with it and remove it', async () => {
    const email = 'pia@example.com';
    await signUp(platform, email, 'Pia');
    const page = await (await open()).newPage();
    await addDevice(page);
    await page.goto(`${origin}/sign-in?to=/developers/profile`);
    await page.getByLabel('E-mail address').fill(email);
    await page.getByLabel('Password').fill(testPassword);
    await page.keyboard.press('Enter');
    const form = page.locator('[data-passkey=create]');
    await form.getByLabel('Name of the device').fill('Phone');
    await form.getByLabel('Your password').fill(testPassword);
    await form.getByRole('button', { name: 'Add a passkey' }).click();
    await page.getByText('You can sign in with the passkey').waitFor();
    await keepScreenshot(page, 'people/passkeys', true);
    await page.context().clearCookies();
    await page.goto(`${origin}/sign-in?to=/developers/profile`);
    await page.getByRole('button', { name: 'Sign in with a passkey' }).click();
    await page.waitForURL(({ pathname }) => pathname === '/developers/profile');
    expect(await page.locator('#email + p').textContent()).to.include(email);
    await page.getByRole('button', { name: 'Remove Phone' }).click();
    await page.getByText('The passkey is removed').waitFor();
    await page.goto(`${origin}/sign-in`);
    await page.getByRole('button', { name: 'Sign in with a passkey' }).click();
    await page.getByRole('alert').getByText('does not fit').waitFor();
  });

  it('read beside the field what is wrong', async () => {
    const page = await (await open()).newPage();
    await page.goto(`${platform.url}/sign-in`);
    await page.getByLabel('E-mail address').fill('ada@example.com');
    await page.getByLabel('Password').fill('a wrong password');
    await page.getByRole('button', { name: 'Sign in', exact: true }).click();
    const field = page.getByLabel('Password');
    await field.waitFor();
    expect(await field.getAttribute('aria-invalid')).to.equal('true');
    expect(await page.locator('.field-error').textContent()).to.include('is wrong');
  });

  for (const colorScheme of ['light', 'dark'] as const)
    it(`have pages that fit each screen, without a serious finding of axe-core: ${colorScheme}`, async function () {
      this.timeout(120_000);
      const page = await (await open({ colorScheme })).newPage();
      await look(page, '/sign-in', colorScheme);
      await look(page, '/sign-up', colorScheme);
      await signIn(page);
      for (const path of [
        '/developers/team',
        '/developers/profile',
        '/developers/accounts',
        '/developers/audit',
      ])
        await look(page, path, colorScheme);
    });

  /** Connects a device that recognizes its person without asking. */
  async function addDevice(page: Page): Promise<void> {
    const devtools = await page.context().newCDPSession(page);
    await devtools.send('WebAuthn.enable');
    await devtools.send('WebAuthn.addVirtualAuthenticator', {
      options: {
        protocol: 'ctap2',
        transport: 'internal',
        hasResidentKey: true,
        hasUserVerification: true,
        isUserVerified: true,
      },
    });
  }

  async function look(page: Page, path: string, colorScheme: string): Promise<void> {
    await page.goto(platform.url + path);
    for (const [width, viewport] of Object.entries(widths)) {
      await page.setViewportSize(viewport);
      const overflow = await page.evaluate(
        () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
      );
      expect(overflow, `${path} at ${width}`).to.be.at.most(0);
      await keepScreenshot(
        page,
        `people/${path.slice(1).replaceAll('/', '-')}-${width}-${colorScheme}`,
        true,
      );
    }
    expect(await seriousFindings(page), path).to.deep.equal([]);
  }
});
