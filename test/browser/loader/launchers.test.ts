import { expect } from 'chai';
import type { Page } from 'playwright-core';
import { describeInBrowser } from '../../support/browser/describe-in-browser.ts';
import { type ShopAndService, startShopAndService } from '../../support/browser/shop-and-service.ts';

const opened = (page: Page) => page.locator('service-embed dialog').isVisible();
const link = '<a data-service-launcher href="/elsewhere">Try it on</a>';

describeInBrowser('Launchers', (open) => {
  let sites: ShopAndService;
  before(async () => {
    sites = await startShopAndService();
  });
  after(() => sites.close());

  const kinds: [string, string][] = [
    ['a button', '<button data-service-launcher>Try it on</button>'],
    ['a link', link],
    ['what is inside of one', '<button data-service-launcher><b>Try it on</b></button>'],
    [
      'one in a shadow root',
      '<x-card><template shadowrootmode="open"><button data-service-launcher>Try it on</button></template></x-card>',
    ],
  ];
  for (const [kind, body] of kinds) {
    it(`open the try-on when ${kind} is clicked`, async () => {
      const page = await sites.visit(await open(), { body });
      await page.getByText('Try it on').click();
      expect(await opened(page)).to.equal(true);
      expect(new URL(page.url()).pathname).to.equal('/');
    });
  }

  it('open it by keyboard', async () => {
    const page = await sites.visit(await open(), { body: link });
    await page.keyboard.press('Tab');
    await page.keyboard.press('Enter');
    expect(await opened(page)).to.equal(true);
  });

  it('work when the page adds them after the loader has run', async () => {
    const page = await sites.visit(await open(), { body: '<main></main>' });
    await page.evaluate(() => {
      document.querySelector('main')!.innerHTML = '<button data-service-launcher>Later</button>';
    });
    await page.getByText('Later').click();
    expect(await opened(page)).to.equal(true);
  });

  it('are those of data-service-selector, which may be several', async () => {
    const head = sites.tag('data-service-subdomain="demo" data-service-selector=".try, #also"');
    const body = '<button class="try">One</button><button id="also">Two</button><button>Three</button>';
    for (const [text, expected] of [
      ['One', true],
      ['Two', true],
      ['Three', false],
    ] as const) {
      const page = await sites.visit(await open(), { head, body });
      await page.getByText(text).click();
      expect(await opened(page), text).to.equal(expected);
    }
  });

  it('leave a click with Ctrl to the browser, which opens the link in a tab', async () => {
    const context = await open();
    const page = await sites.visit(context, { body: link });
    const tab = context.waitForEvent('page');
    await page.getByText('Try it on').click({ modifiers: ['Control'] });
    expect(new URL((await tab).url()).pathname).to.equal('/elsewhere');
    expect(await page.locator('service-embed').count()).to.equal(0);
  });

  it('leave a click to the script of the shop that has taken it', async () => {
    const page = await sites.visit(await open(), { body: link });
    await page.evaluate(() =>
      document.querySelector('a')!.addEventListener('click', (event) => event.preventDefault()),
    );
    await page.getByText('Try it on').click();
    expect(await page.locator('service-embed').count()).to.equal(0);
  });

  const failures: [string, { head?: string; before?: () => void }][] = [
    ['the tag names no store', { head: '' }],
    [
      'the browser has no dialogs',
      { before: () => Reflect.deleteProperty(HTMLDialogElement.prototype, 'showModal') },
    ],
  ];
  for (const [failure, { head, before: prepare }] of failures) {
    it(`that are links stay links when ${failure}, without an error`, async () => {
      const context = await open();
      if (prepare) await context.addInitScript(prepare);
      const page = await sites.visit(context, {
        body: link,
        ...(head === undefined ? {} : { head: sites.tag(head) }),
      });
      const errors: Error[] = [];
      page.on('pageerror', (error) => errors.push(error));
      await page.getByText('Try it on').click();
      await page.waitForURL('**/elsewhere');
      expect(errors).to.deep.equal([]);
    });
  }

  it('stay as they are when the selector is none', async () => {
    const head = sites.tag('data-service-subdomain="demo" data-service-selector="a[["');
    const page = await sites.visit(await open(), { body: link, head });
    const errors: Error[] = [];
    page.on('pageerror', (error) => errors.push(error));
    await page.getByText('Try it on').click();
    await page.waitForURL('**/elsewhere');
    expect(errors).to.deep.equal([]);
  });

  it('say once that a second tag with other settings has no effect, and nothing of the same tag', async () => {
    const context = await open();
    const warnings: string[] = [];
    context.on('console', (message) => message.type() === 'warning' && warnings.push(message.text()));
    const demo = sites.tag().replace(' async', '');
    await sites.visit(context, { head: demo + demo, body: link });
    expect(warnings).to.deep.equal([]);
    const other = demo.replace('"demo"', '"acme"');
    const page = await sites.visit(context, { head: demo + other, body: link });
    expect(warnings).to.deep.equal(['[service-embed] The script tag that loaded first counts.']);
    await page.getByText('Try it on').click();
    expect(await page.locator('service-embed iframe').getAttribute('src')).to.include('/embed/demo?');
  });

  it('open one try-on when the tag is in the page twice', async () => {
    const page = await sites.visit(await open(), {
      head: sites.tag() + sites.tag('data-service-subdomain="other"'),
      body: link,
    });
    await page.waitForLoadState('load');
    const events = await page.evaluate(() => {
      const seen: string[] = [];
      document.addEventListener('service:open', () => seen.push('open'));
      document.querySelector('a')!.click();
      return seen;
    });
    expect(events).to.deep.equal(['open']);
    expect(await page.locator('service-embed').count()).to.equal(1);
    expect(await page.locator('service-embed iframe').count()).to.equal(1);
  });
});
