import { expect } from 'chai';
import type { Page } from 'playwright-core';
import { grantCredits } from '../../shared/credits/credits.ts';
import { createFlow, findFlow } from '../../shared/flows/flows.ts';
import type { StoreDoc } from '../../shared/stores/store-model.ts';
import { addModelPhoto } from '../../shared/try-on/model-photos.ts';
import { seriousFindings } from '../support/browser/accessibility.ts';
import { describeInBrowser } from '../support/browser/describe-in-browser.ts';
import { keepScreenshot } from '../support/browser/screenshots.ts';
import { keepAsset, keepProduct } from '../support/catalog/catalog-store.ts';
import { daysAgo, keepFigures } from '../support/kpis.ts';
import { addStore, type Merchant, signUpMember } from '../support/merchants.ts';
import { eventually, startPlatform, type TestPlatform } from '../support/platform.ts';
import { startTrackEndpoint, type TrackEndpoint } from '../support/track-endpoint.ts';
import { roomPhoto } from '../support/try-on.ts';

describeInBrowser('The merchants’ pages', (open) => {
  let platform: TestPlatform;
  let endpoint: TrackEndpoint;
  let mia: Merchant;

  before(async () => {
    endpoint = await startTrackEndpoint();
    platform = await startPlatform({ workers: 0, allow: [endpoint.allow] });
    mia = await signUpMember(platform, { name: 'Mia', roles: ['merchant'] });
    await addStore(platform, { account: mia.account, slug: 'acme', name: 'Acme Living' });
    const { account } = mia;
    const busy = await addStore(platform, { account, slug: 'busy', name: 'Busy Home' });
    await keepMonths(busy);
    await platform.database.catalogImports.create({
      ...{ _id: 'imp_1', store: busy._id, source: { from: 'feed.csv' }, state: 'succeeded', fence: 1 },
      counts: {
        created: 1200,
        updated: 30,
        unchanged: 4,
        failed: 2,
        variants: 3100,
        fetched: 2500,
        missing: 3,
      },
      rejected: [{ row: 17, productId: 'sofa-9', reason: 'price must be a decimal such as 12.50' }],
      reasons: [{ reason: 'price must be a decimal such as 12.50', count: 2 }],
      ...{ createdAt: new Date(), endedAt: new Date(), keepUntil: new Date(Date.now() + 3_600_000) },
    });
    const steps = [
      { name: 'Seat', source: { products: ['sofa', 'gone-1'] } },
      { name: 'Light', source: { tag: 'lamp' }, required: false },
    ];
    const grant = { grantId: 'first', amount: 9, at: new Date() };
    await grantCredits(platform.database, { account: mia.account, ...grant });
    await createFlow(platform.database.flows, busy, { id: 'outfit', name: 'Furnish a corner', steps });
    const claimed = { hostClaims: [{ host: 'www.busy-home.example', claimedAt: new Date() }] };
    const feed = {
      from: 'https://busy.example/products.json',
      every: 'day',
      nextAt: new Date(),
      lastImport: 'imp_1',
    };
    const tagSeen = { host: 'busy.example', at: new Date() };
    await platform.database.stores.updateOne({ _id: busy._id }, { $set: { ...claimed, tagSeen, feed } });
  });
  after(async () => {
    await platform.close();
    endpoint.close();
  });

  /** Two months of a shop with visits, orders and two currencies. */
  async function keepMonths({ _id: store }: StoreDoc): Promise<void> {
    const image = await keepAsset(platform, store, 'a'.repeat(64), 101);
    const assets = [{ image, source: 'https://cdn.example/x.jpg', variantIds: [] }];
    await keepProduct(platform, store, { productId: 'sofa', handle: 'sofa', title: 'Linen sofa', assets });
    const photo = { source: await roomPhoto(400, 300), name: 'A bright room', kind: 'room' } as const;
    await addModelPhoto({ ...platform.database, blobs: platform.blobs }, { _id: store }, photo);
    for (let ago = 0; ago < 60; ago++) {
      const sessions = 90 + ((ago * 37) % 60) - ago;
      await keepFigures(platform, store, daysAgo(ago), {
        counters: {
          ...{ sessions, engaged: sessions - 20, tryOnsCompleted: sessions - 30, orders: ago % 3 },
          ...{ tryOnSessions: sessions - 40, shareSessions: 9, checkoutSessions: 7, unattributedOrders: 1 },
          convertedSessions: ago % 3,
        },
        revenue: {
          EUR: { revenue: (ago % 3) * 12_350, strictRevenue: 100 },
          USD: { revenue: ago % 2 === 0 ? 0 : 4_999, strictRevenue: 0 },
        },
        top: {
          products: [
            { productId: 'sofa', tryOns: 3, notRight: 0, checkouts: 2, orders: 1 },
            { productId: 'gone-1', tryOns: 1, notRight: 0, checkouts: 0, orders: 0 },
          ],
          looks: [{ shortId: 'a1b2c3d4e5f6g', opens: 2 }],
          flows: [{ flowId: 'outfit', sessions: 9, tryOnSessions: 7, exits: 1 }],
        },
      });
    }
  }

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
    await page.getByText('No shopper has opened the try-on in 30 days.').waitFor();
    await page.getByRole('link', { name: 'Integrations', exact: true }).click();
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

  it('say while a subdomain is written whether it is free, and add the store', async () => {
    const page = await visit('/dashboard');
    await page.getByLabel('Name', { exact: true }).fill('Nova');
    await page.getByLabel('Subdomain').fill('busy');
    await page.getByText('Subdomain "busy" is taken by another store.').waitFor();
    await page.getByLabel('Subdomain').fill('nova');
    await page.getByText('“nova” is free.').waitFor();
    await submit(page, 'Add store');
    await page.getByRole('heading', { name: '0 of 8 steps done' }).waitFor();
    await page.getByLabel('Host', { exact: true }).fill('nova.example');
    await submit(page, 'Add host');
    await page.getByText('Waits for a proof').waitFor();
  });

  it('show in the preview what is not saved, in both themes, and report nothing of it', async () => {
    // Playwright's choice of a theme would be that of the frame as well.
    const page = await visit('/dashboard/busy/appearance', { colorScheme: null });
    const reported: string[] = [];
    page.on('request', (request) => request.url().endsWith('/api/events') && reported.push(request.url()));
    const preview = page.frameLocator('iframe');
    await preview.getByRole('heading', { name: 'Add your photo' }).waitFor();
    await page.getByLabel('Name', { exact: true }).fill('Unsaved');
    await page.getByRole('button', { name: 'Show in preview' }).first().click();
    await preview.getByText('Unsaved').waitFor();
    await preview.getByRole('heading', { name: 'Add your photo' }).waitFor();
    const readGround = () =>
      preview.locator('body').evaluate((body) => getComputedStyle(body).backgroundColor);
    expect(await readGround()).to.equal('rgb(255, 255, 255)');
    await page.getByRole('radio', { name: 'Dark' }).check();
    await eventually(async () => (await readGround()) === 'rgb(19, 19, 21)');
    await page.getByRole('radio', { name: 'Desktop' }).check();
    await keepScreenshot(page, 'dashboard/appearance-preview-desktop-dark');
    expect(reported).to.deep.equal([]);
    expect(await platform.database.stores.exists({ name: 'Unsaved' })).to.equal(null);
  });

  it('create a flow without JavaScript', async () => {
    const page = await visit('/dashboard/busy/flows', { javaScriptEnabled: false });
    await page.getByRole('link', { name: 'Create flow' }).click();
    await page.locator('#flow-name').fill('Living room');
    await page.locator('#step-1-name').fill('Seat');
    await page.getByLabel('Search the catalog').fill('linen');
    await page.keyboard.press('Enter');
    await submit(page, 'Add Linen sofa');
    await page.getByRole('button', { name: 'Remove Linen sofa' }).waitFor();
    await submit(page, 'Add step');
    await page.locator('#step-2-name').fill('Light');
    await page.getByRole('radio', { name: 'A category' }).last().check();
    await submit(page, 'Move up step 2');
    await submit(page, 'Save flow');
    await page.getByText('The category must not be empty.').waitFor();
    await page.locator('[name="steps.0.from"]:focus').waitFor();
    await submit(page, 'Remove step 1');
    await submit(page, 'Save flow');
    await page.getByText('The flow is saved.').waitFor();
    expect((await findFlow(platform.database.flows, await readBusy(), 'living-room'))?.steps).to.deep.equal([
      { name: 'Seat', source: { products: ['sofa'] }, required: true, minItems: 1, maxItems: 1 },
    ]);
  });

  it('order the steps of a flow by keyboard and by drag, and ask before a change is lost', async () => {
    const page = await visit('/dashboard/busy/flows/edit?flow=outfit');
    const names = () =>
      page
        .locator('.flow-step [id$="-name"]')
        .evaluateAll((all) => all.map((field) => (field as HTMLInputElement).value));
    await page.locator('.drag-handle').first().waitFor();
    await page.locator('#step-2-name').fill('Lamp');
    await page.getByRole('button', { name: 'Move up step 2' }).focus();
    await page.keyboard.press('Enter');
    await page.getByRole('button', { name: 'Move down step 1' }).waitFor();
    await page.waitForFunction(() => document.activeElement?.id === 'step-2-head');
    expect(await names()).to.deep.equal(['Lamp', 'Seat']);
    const asked = new Promise((resolve) => page.once('dialog', (dialog) => resolve(dialog.dismiss())));
    await page.getByRole('link', { name: 'Catalog', exact: true }).click({ noWaitAfter: true });
    await asked;
    await page.locator('.save-note', { hasText: 'Unsaved changes' }).waitFor();
    // All of it in sight: Playwright scrolls between pressing and moving.
    await page.setViewportSize({ width: 1280, height: 2000 });
    const [first, second] = [page.locator('.flow-step').first(), page.locator('.flow-step').last()];
    await first.locator('.flow-step-head .drag-handle').dragTo(second.locator('h2'));
    await page.getByText('The step is number 2 now.').waitFor({ state: 'attached' });
    expect(await names()).to.deep.equal(['Seat', 'Lamp']);
    await submit(page, 'Save and preview');
    await page.getByText('The flow is saved.').waitFor();
    await page.frameLocator('.try-on-frame').getByText('Busy Home').first().waitFor();
    const saved = await findFlow(platform.database.flows, await readBusy(), 'outfit');
    expect(saved?.steps.map(({ name }) => name)).to.deep.equal(['Seat', 'Lamp']);
    expect(await platform.database.events.countDocuments({ store: saved!.store })).to.equal(0);
    await page.locator('[name="steps.0.minItems"]').fill('2');
    await submit(page, 'Save flow');
    await page.locator('[aria-invalid]:focus').waitFor();
  });

  const readBusy = async () => (await platform.database.stores.findOne({ slug: 'busy' }).lean())!;

  const paths = [
    '',
    '/acme',
    '/acme/integrations',
    '/busy',
    '/busy/setup',
    '/busy/catalog',
    '/busy/catalog/product?id=sofa',
    '/busy/catalog/imports/imp_1',
    '/busy/flows',
    '/busy/flows/edit',
    '/busy/flows/edit?flow=outfit',
    '/busy/photos',
    '/busy/appearance',
    '/busy/looks',
    '/busy/settings',
  ].map((path) => `/dashboard${path}`);
  for (const colorScheme of ['light', 'dark'] as const) {
    it(`fit phones and laptops, without a serious finding of axe-core: ${colorScheme}`, async () => {
      const page = await visit('/dashboard', { colorScheme });
      for (const path of paths) {
        await page.goto(platform.url + path);
        for (const width of [320, 390, 1440]) {
          await page.setViewportSize({ width, height: 800 });
          const overflow = await page.evaluate(() => {
            const { scrollWidth, clientWidth } = document.documentElement;
            return scrollWidth - clientWidth;
          });
          expect(overflow, `${path} at ${width}`).to.be.at.most(0);
          if (width === 320) continue;
          expect(await seriousFindings(page), `${path} at ${width}`).to.deep.equal([]);
          const name = path.slice(1).replaceAll(/\W/g, '-');
          await keepScreenshot(page, `dashboard/${name}-${width}-${colorScheme}`, true);
        }
      }
    });
  }
});
