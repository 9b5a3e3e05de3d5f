import { expect } from 'chai';
import type { Page } from 'playwright-core';
import { type CogServer, startCogServer } from '../../scripts/bench/cog-server.ts';
import { addMember } from '../../shared/identity/members.ts';
import { describeInBrowser } from '../support/browser/describe-in-browser.ts';
import { keepScreenshot, screens } from '../support/browser/screenshots.ts';
import { signUp, testPassword } from '../support/people.ts';
import { eventually, startPlatform, type TestPlatform } from '../support/platform.ts';
import { enter, openStore, type Shopper, type TestStore } from '../support/try-on.ts';

const customer = 'mia@nord.example';

describeInBrowser('An operator’s night', (open) => {
  let model: CogServer;
  let platform: TestPlatform;
  let store: TestStore;
  let shopper: Shopper;

  before(async () => {
    model = await startCogServer();
    platform = await startPlatform({ env: { COG_URL: model.url }, allow: [model.hostPort] });
    await signUp(platform, 'night@example.com', 'Night');
    const { users, members } = platform.database;
    await users.updateOne({ email: 'night@example.com' }, { $set: { isOperator: true } });
    store = await openStore(platform);
    await signUp(platform, customer, 'Mia');
    const { _id: user } = (await users.findOne({ email: customer }).lean())!;
    await addMember(members, { account: store.account, user, roles: ['owner'] });
    shopper = await enter(platform, store);
  });
  after(async () => {
    await platform.close();
    await model.close();
  });

  const tryOn = () => shopper.render({ photo: { kind: 'model', id: store.modelPhoto }, items: [store.sofa] });
  const visit = (page: Page, path: string) => page.goto(platform.url + path);
  const problems = (page: Page) => page.locator('.room > [role=status] .banner').last();

  it('begins with a dead provider, and ends with the customer’s credit and a closed incident', async function () {
    this.timeout(90_000);
    const page = await (await open({ viewport: screens[1440] })).newPage();
    await visit(page, '/sign-in');
    await page.getByLabel('E-mail').fill('night@example.com');
    await page.getByLabel('Password').fill(testPassword);
    await page.getByRole('button', { name: 'Sign in', exact: true }).click();
    await page.waitForURL((url) => !url.pathname.startsWith('/sign-in'));

    // The desk is quiet, and stays open.
    expect((await tryOn()).result).not.to.equal(null);
    await visit(page, '/ops');
    await problems(page).getByText('No problem is known.').waitFor();

    // The provider dies: renders fail, its breaker opens, and the open page says so.
    const port = Number(new URL(model.url).port);
    await model.close();
    const began = new Date();
    const failed = await Promise.all([tryOn(), tryOn(), tryOn()]);
    expect(failed.map(({ result }) => result)).to.deep.equal([null, null, null]);
    await problems(page).getByText('Provider down: cog; no live render succeeds.').waitFor();
    await keepScreenshot(page, 'tools/night-provider-down');
    await page
      .getByRole('button', { name: 'Switch off: cog' })
      .or(page.getByRole('button', { name: 'Try again: cog' }))
      .waitFor();

    // People read it at /status.
    await page.getByRole('link', { name: 'Incidents' }).click();
    await page.getByLabel('Title').fill('Images are not made');
    await page.getByLabel('Renders').check();
    await page.getByLabel('What people should know').fill('Our model does not respond. Nothing is charged.');
    await page.getByRole('button', { name: 'Open the incident' }).click();
    await page.getByText('The incident is open').waitFor();
    const incident = new URL(page.url()).pathname;

    // A customer calls, without an id: an e-mail address, a shop and a time.
    await page.getByRole('link', { name: 'Renders' }).click();
    await page.getByLabel('Account or e-mail').fill(customer);
    await page.getByLabel('Store').fill(store.slug);
    await page.getByLabel('From (UTC)').fill(began.toISOString().slice(0, 16));
    await page.getByLabel('State').selectOption('failed');
    await page.getByRole('button', { name: 'Filter' }).click();
    await page.getByRole('table').getByRole('link', { name: /^rnd_/ }).first().click();
    await page.getByRole('heading', { name: 'Attempts of providers' }).waitFor();
    await page.getByText('MODEL_UNAVAILABLE').first().waitFor();

    // Nothing was charged; a credit for the trouble.
    const before = await platform.credits(store.account);
    await page.getByRole('link', { name: store.account }).click();
    await page.getByRole('textbox', { name: 'Credits' }).fill('5');
    await page.getByLabel('Reason').first().fill('Images failed in the night');
    await page.getByRole('button', { name: 'Grant credits' }).click();
    await page.getByText('The credits are granted.').waitFor();
    const granted = await platform.credits(store.account);
    expect([before.held, granted.available - before.available]).to.deep.equal([0, 5]);

    // The provider returns, and is tried again by hand.
    model = await startCogServer({ port });
    await visit(page, '/ops');
    await page.getByRole('button', { name: 'Try again: cog' }).click();
    await page.getByText('The provider is tried again').waitFor();
    await eventually(async () => (await tryOn()).result !== null);
    await problems(page).getByText('No problem is known.').waitFor();

    // The incident is closed, and people read it.
    await visit(page, incident);
    await page.getByLabel('What people should know now').fill('The model responds again.');
    await page.getByRole('button', { name: 'Post and close the incident' }).click();
    await page.getByText('The incident is closed.').waitFor();
    await eventually(async () => {
      await visit(page, '/status');
      return (await page.getByText('The model responds again.').count()) === 1;
    });
    await page.getByText('Images are not made').click();
    await page.getByText('The model responds again.').waitFor();

    expect((await platform.verifyAtRest()).problems).to.deep.equal([]);
    const audited = await platform.database.audit.distinct('action');
    expect(audited).to.include.members([
      'incident.open',
      'incident.close',
      'account.grants',
      'provider.close',
    ]);
  });
});
