import { expect } from 'chai';
import type { Page } from 'playwright-core';
import { seriousFindings } from '../../support/browser/accessibility.ts';
import { describeInBrowser } from '../../support/browser/describe-in-browser.ts';
import { keepScreenshot, screens } from '../../support/browser/screenshots.ts';
import {
  framed,
  inFrame,
  lastMessage,
  type ShopAndService,
  startShopAndService,
} from '../../support/browser/shop-and-service.ts';
import { eventually } from '../../support/platform.ts';

const body = '<button data-service-launcher>Try it on</button> <a href="/cart">Cart</a>';
const tall = `<header style="position:sticky;top:0">Shop</header><div style="height:3000px">${body}</div>`;
const visible = (page: Page) => page.locator('service-embed dialog').isVisible();
/** Time for the focus to move between two busy processes. */
const settleMs = 5_000;
const hidden = (page: Page) => page.locator('service-embed dialog').waitFor({ state: 'hidden' });

async function clickedOpen(page: Page): Promise<void> {
  await page.getByText('Try it on').click();
  await framed(page);
}

/** What has focus: of the page, of the dialog's shadow root, or of the frame. */
async function focused(page: Page): Promise<string> {
  const name = await page.evaluate(() => {
    const { activeElement: outer } = document;
    const inner = outer?.shadowRoot?.activeElement ?? outer;
    return inner?.getAttribute('aria-label') ?? inner?.tagName ?? 'none';
  });
  if (name !== 'IFRAME') return name;
  return (await framed(page)).evaluate(() => document.activeElement?.id || 'frame');
}

/** Waits for the focus to move: page and frame are two processes, and the next key goes to the one that has it. */
async function reaches(page: Page, expected: string): Promise<void> {
  await eventually(async () => (await focused(page)) === expected, settleMs).catch(() => undefined);
  expect(await focused(page)).to.equal(expected);
}

const launcherFocused = (page: Page) => page.getByText('Try it on').and(page.locator(':focus')).waitFor();

describeInBrowser('The dialog of the loader', (open) => {
  let sites: ShopAndService;
  before(async () => {
    sites = await startShopAndService();
  });
  after(() => sites.close());

  it('takes the focus into the frame, keeps it in a cycle, and returns it to the launcher', async () => {
    const page = await sites.visit(await open(), { body });
    await page.keyboard.press('Tab');
    await page.keyboard.press('Enter');
    await inFrame(await framed(page), () => document.hasFocus());
    await reaches(page, 'frame');
    for (const next of ['first', 'last', 'Close', 'first']) {
      await page.keyboard.press('Tab');
      await reaches(page, next);
    }
    await page.keyboard.press('Shift+Tab');
    await reaches(page, 'Close');
    await page.keyboard.press('Enter');
    await hidden(page);
    await launcherFocused(page);
  });

  it('closes by Escape in the frame and by Escape outside of it, and returns the focus', async () => {
    const page = await sites.visit(await open(), { body });
    const launcher = page.getByText('Try it on');
    await launcher.focus();
    await page.keyboard.press('Enter');
    await framed(page);
    await reaches(page, 'frame');
    await page.keyboard.press('Escape');
    await hidden(page);
    await launcherFocused(page);
    await page.keyboard.press('Enter');
    await page.getByRole('button', { name: 'Close' }).focus();
    await page.keyboard.press('Escape');
    await hidden(page);
    await launcherFocused(page);
  });

  it('closes by a click beside it', async () => {
    const page = await sites.visit(await open(), { body });
    await clickedOpen(page);
    await page.mouse.click(5, 5);
    await hidden(page);
  });

  it('keeps the frame when it closes, and says to it whether it is visible', async () => {
    const page = await sites.visit(await open(), { body });
    await clickedOpen(page);
    const frame = await framed(page);
    await page.keyboard.press('Escape');
    await hidden(page);
    await inFrame(frame, () => received.at(-1)?.open === false);
    await page.getByText('Try it on').click();
    await inFrame(frame, () => received.at(-1)?.open === true);
    expect(await frame.evaluate(() => received.filter(({ type }) => type === 'init').length)).to.equal(1);
  });

  it('locks the scroll without moving the page or its sticky header', async () => {
    const context = await open();
    const style = '<style>body{overflow-x:hidden;margin:0}</style>';
    const page = await sites.visit(context, { head: sites.tag() + style, body: tall });
    expect(await page.evaluate(() => innerWidth - document.documentElement.clientWidth)).to.equal(15);
    await page.evaluate(() => scrollTo(0, 700));
    const places = () =>
      page.evaluate(() => {
        const header = document.querySelector('header')!.getBoundingClientRect();
        return { scrollY, top: header.top, width: header.width };
      });
    const before = await places();
    await page.evaluate(() => (window as never as { ServiceEmbed: { open(): void } }).ServiceEmbed.open());
    await framed(page);
    expect(await places()).to.deep.equal(before);
    await page.mouse.move(5, 300);
    await page.mouse.wheel(0, 500);
    expect(await places()).to.deep.equal(before);
    await page.keyboard.press('Escape');
    await hidden(page);
    expect(await places()).to.deep.equal(before);
    await page.mouse.wheel(0, 300);
    await page.waitForFunction((from) => scrollY > from, before.scrollY);
  });

  it('survives an exchange of the body, as by Turbo and Astro, with the frame as it is', async () => {
    const page = await sites.visit(await open(), { body });
    await clickedOpen(page);
    const frame = await framed(page);
    await frame.evaluate(() => {
      document.title = 'kept';
    });
    await page.evaluate(() => {
      const next = document.createElement('body');
      next.innerHTML = '<button data-service-launcher>Next page</button>';
      document.body.replaceWith(next);
    });
    expect(await visible(page)).to.equal(true);
    await page.keyboard.press('Escape');
    await hidden(page);
    await page.getByText('Next page').click();
    expect(await visible(page)).to.equal(true);
    expect(await frame.title()).to.equal('kept');
  });

  it('comes again after a script of the page has taken everything away', async () => {
    const page = await sites.visit(await open(), { body });
    await clickedOpen(page);
    await page.evaluate((html) => {
      document.documentElement.innerHTML = html;
    }, `<body>${body}</body>`);
    await clickedOpen(page);
    expect(await visible(page)).to.equal(true);
    expect(await page.locator('service-embed').count()).to.equal(1);
  });

  it('closes when the shopper goes back within a page that changes by script', async () => {
    const page = await sites.visit(await open(), { body });
    await page.evaluate(() => history.pushState(null, '', '/products/lamp'));
    await clickedOpen(page);
    await page.evaluate(() => history.back());
    await hidden(page);
  });

  it('leaves Back of the shop to the browser', async () => {
    const context = await open();
    const page = await sites.visit(context, { body, path: '/first' });
    await page.goto(`${sites.shop}/first?second`);
    await clickedOpen(page);
    await page.goBack();
    expect(page.url()).to.equal(`${sites.shop}/first`);
    await page.goForward();
    await page.getByText('Try it on').click();
    expect(await visible(page)).to.equal(true);
  });

  it('is there under a policy of the shop that forbids inline style', async () => {
    const policy = `default-src 'self'; script-src ${sites.service}; frame-src ${sites.service}; style-src 'self'`;
    const page = await sites.visit(await open(), { body, policy });
    await clickedOpen(page);
    const radius = await page
      .locator('service-embed dialog')
      .evaluate((dialog) => getComputedStyle(dialog).borderRadius);
    expect(radius).to.equal('16px');
  });

  it('does not move with reduced motion', async () => {
    const page = await sites.visit(await open({ reducedMotion: 'reduce' }), { body });
    await clickedOpen(page);
    const animations = page
      .locator('service-embed dialog')
      .evaluate((dialog) => dialog.getAnimations().length);
    expect(await animations).to.equal(0);
  });

  const languages: [string, string, string][] = [
    ['en-GB', 'Try it on', 'Close'],
    ['de', 'Anprobieren', 'Schließen'],
    ['fr-CA', 'Essayer', 'Fermer'],
    ['es', 'Probar', 'Cerrar'],
    ['pl', 'Przymierz', 'Zamknij'],
    ['ar', 'تجربة', 'إغلاق'],
    ['sv', 'Try it on', 'Close'],
  ];
  for (const [language, title, close] of languages) {
    it(`has its names in the page's language, ${language}`, async () => {
      const page = await sites.visit(await open(), { body, language });
      await clickedOpen(page);
      await page.getByRole('dialog', { name: title, exact: true }).waitFor();
      await page.getByRole('button', { name: close, exact: true }).waitFor();
      expect(await page.locator('service-embed iframe').getAttribute('title')).to.equal(title);
    });
  }

  for (const viewport of Object.values(screens)) {
    it(`fits a screen of ${viewport.width} pixels, and axe-core finds nothing serious`, async () => {
      const whole = viewport.width <= 640 || viewport.height <= 500;
      const page = await sites.visit(await open({ viewport, isMobile: whole }), { body: tall });
      const width = await page.evaluate(() => document.documentElement.clientWidth);
      await clickedOpen(page);
      const box = (await page.locator('service-embed dialog').boundingBox())!;
      expect(Math.round(box.width)).to.equal(whole ? width : Math.min(1280, width - 48));
      expect(Math.round(box.height)).to.equal(whole ? viewport.height : Math.min(960, viewport.height - 48));
      expect(await seriousFindings(page)).to.deep.equal([]);
      await keepScreenshot(page, `loader/open-${viewport.width}x${viewport.height}`);
    });
  }

  it('tells the frame to which page it belongs', async () => {
    const page = await sites.visit(await open(), { body, path: '/about?utm=1' });
    await clickedOpen(page);
    const init = await lastMessage(await framed(page), 'init');
    expect(init).to.include({ service: 1, pageUrl: `${sites.shop}/about?utm=1` });
  });
});
