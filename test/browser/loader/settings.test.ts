import { expect } from 'chai';
import type { Page } from 'playwright-core';
import { describeInBrowser } from '../../support/browser/describe-in-browser.ts';
import {
  framed,
  inFrame,
  lastMessage,
  type ShopAndService,
  type ShopPage,
  startShopAndService,
} from '../../support/browser/shop-and-service.ts';

type Embed = Record<'open' | 'preload' | 'identify' | 'consent' | 'close', (...args: unknown[]) => void> & {
  on(name: string, handler: (detail: unknown) => void): () => void;
};

declare global {
  interface Window {
    ServiceEmbed: Embed;
    ServiceEmbedConfig: Record<string, unknown>;
    dataLayer: unknown[];
    seen: unknown[];
  }
}

const body = '<button data-service-launcher>Try it on</button>';
/** As the documentation has it: calls that are made before the loader has run wait in `q`. */
const stub = `<script>(function (w, names) {
  var q = [];
  w.ServiceEmbed = w.ServiceEmbed || { q: q };
  names.forEach(function (name) { w.ServiceEmbed[name] = w.ServiceEmbed[name] || function () { q.push([name, arguments]); }; });
})(window, ['open', 'close', 'preload', 'identify', 'on', 'consent']);</script>`;

const config = (values: Record<string, unknown>) =>
  `<script>window.ServiceEmbedConfig = ${JSON.stringify(values)};</script>`;

describeInBrowser('Settings of the loader', (open) => {
  let sites: ShopAndService;
  before(async () => {
    sites = await startShopAndService();
  });
  after(() => sites.close());

  const visit = async (page: Partial<ShopPage> = {}) => sites.visit(await open(), { body, ...page });
  /** What the frame is told, and what its address says, after a click on the launcher. */
  async function opened(page: Page) {
    await page.getByText('Try it on').click();
    const frame = await framed(page);
    const init = (await lastMessage(frame, 'init'))!;
    return { init, query: new URL(frame.url()).searchParams, frame };
  }

  const all = 'data-service-subdomain="demo" data-service-flow="f-tag" data-service-anonymous-id="tag"';

  it('come from the script tag', async () => {
    const { init, query, frame } = await opened(await visit({ head: sites.tag(all) }));
    expect(init).to.include({ anonymousId: 'tag', flow: 'f-tag', closet: null, share: null });
    expect(new URL(frame.url()).pathname).to.equal('/embed/demo');
    expect(Object.fromEntries(query)).to.deep.equal({
      embed: '1',
      origin: sites.shop,
      lang: 'en',
      anonymous_id: 'tag',
      flow: 'f-tag',
    });
  });

  it('are none that a script of the page has given to every object', async () => {
    const polluted =
      "<script>Object.assign(Object.prototype, { subdomain: 'evil', flow: 'f-evil', share: 'x' })</script>";
    const { init, frame } = await opened(await visit({ head: `${polluted}${sites.tag(all)}` }));
    expect(new URL(frame.url()).pathname).to.equal('/embed/demo');
    expect(init).to.include({ flow: 'f-tag', share: null });
  });

  it('come from the loader’s own tag, whatever the page’s markup is named', async () => {
    const review =
      '<img name="currentScript" src="https://stranger.test/x.png" data-service-subdomain="evil">';
    const { frame } = await opened(await visit({ head: review + sites.tag() }));
    expect(frame.url()).to.match(new RegExp(`^${sites.service}/embed/demo\\?`));
  });

  it('of ServiceEmbedConfig win over the tag, and those of the launcher over both', async () => {
    const head = sites.tag(all) + config({ anonymousId: 'config', flow: 'f-config', closet: 'c-config' });
    const launcher = '<button data-service-launcher data-service-flow="f-click">Try it on</button>';
    const { init } = await opened(await visit({ head, body: launcher }));
    expect(init).to.include({ anonymousId: 'config', flow: 'f-click', closet: 'c-config' });
  });

  it('of a call win over everything, and an empty attribute is none', async () => {
    const head = sites.tag(
      'data-service-subdomain="demo" data-service-anonymous-id="" data-service-flow="f"',
    );
    const page = await visit({ head });
    await page.evaluate(() => window.ServiceEmbed.open({ flow: 'f-call', productId: 42, variantId: 7 }));
    const init = await lastMessage(await framed(page), 'init');
    expect(init).to.include({ flow: 'f-call', anonymousId: null, productId: '42', variantId: '7' });
  });

  it('may name the selector and the store in ServiceEmbedConfig alone', async () => {
    const head = sites.tag('') + config({ subdomain: 'acme', selector: '.try' });
    const { frame } = await opened(await visit({ head, body: '<button class="try">Try it on</button>' }));
    expect(new URL(frame.url()).pathname).to.equal('/embed/acme');
  });

  it('are read when the try-on opens, so that an id may come late', async () => {
    const page = await visit();
    await page.evaluate(() => {
      window.ServiceEmbedConfig = { anonymousId: 'late' };
    });
    expect((await opened(page)).init).to.include({ anonymousId: 'late' });
  });

  it('are sent again when another launcher opens the same frame', async () => {
    const two = '<button data-service-launcher data-service-product-id="2">Second</button>';
    const page = await visit({ body: body + two });
    const { frame } = await opened(page);
    await page.keyboard.press('Escape');
    await page.locator('service-embed dialog').waitFor({ state: 'hidden' });
    await page.getByText('Second').click();
    await inFrame(frame, () => received.some(({ productId }) => productId === '2'));
  });

  const places: [string, string, string, { productId: string | null; variantId: string | null }][] = [
    [
      'a launcher',
      '/products/lamp?variant=9',
      ' data-service-product-id="1001" data-service-variant-id="5"',
      { productId: '1001', variantId: '5' },
    ],
    [
      'an address of Shopify',
      '/en-gb/collections/all/products/lamp?variant=9',
      '',
      { productId: 'lamp', variantId: '9' },
    ],
    [
      'an address of WooCommerce',
      '/product/caf%C3%A9-chair/',
      '',
      { productId: 'café-chair', variantId: null },
    ],
    [
      'an address with a malformed escape',
      '/products/50%-off',
      '',
      { productId: '50%-off', variantId: null },
    ],
    [
      'a launcher elsewhere',
      '/products/lamp?variant=9',
      ' data-service-product-id="1001"',
      { productId: '1001', variantId: null },
    ],
    ['no product page', '/collections/all', '', { productId: null, variantId: null }],
  ];
  for (const [place, path, attributes, expected] of places) {
    it(`take the product from ${place}`, async () => {
      const launcher = `<button data-service-launcher${attributes}>Try it on</button>`;
      expect((await opened(await visit({ path, body: launcher }))).init).to.include(expected);
    });
  }

  it('open a shared look that the address of the page names', async () => {
    const page = await visit({ path: '/look?share=7k3m9x2pq8w4t' });
    const init = await lastMessage(await framed(page), 'init');
    expect(init).to.include({ share: '7k3m9x2pq8w4t' });
    expect(await page.locator('service-embed dialog').isVisible()).to.equal(true);
    const shops = await visit({ path: '/look?share=facebook' });
    expect(await shops.locator('service-embed').count()).to.equal(0);
  });

  it('let a page call before the loader has run, in the order of its calls', async () => {
    const calls = `<script>
      window.seen = [];
      ServiceEmbed.on('open', function (detail) { seen.push(detail.productId); });
      ServiceEmbed.identify('early');
      ServiceEmbed.open({ productId: '1001' });
      window.kept = ServiceEmbed.close;
    </script>`;
    const page = await visit({ head: stub + calls + sites.tag() });
    const init = await lastMessage(await framed(page), 'init');
    expect(init).to.include({ anonymousId: 'early', productId: '1001' });
    expect(await page.evaluate(() => window.seen)).to.deep.equal(['1001']);
    // A function that the page kept from before reaches the loader too.
    await page.evaluate('kept()');
    await page.locator('service-embed dialog').waitFor({ state: 'hidden' });
  });

  it('add no global but ServiceEmbed', async () => {
    const names = (page: Page) => page.evaluate(() => Object.getOwnPropertyNames(window));
    const context = await open();
    const without = await context.newPage();
    await without.goto(`${sites.shop}/nothing`);
    const before = await names(without);
    const page = await sites.visit(context, { body });
    await opened(page);
    const added = (await names(page)).filter((name) => !before.includes(name) && !/^\d+$/.test(name));
    expect(added).to.deep.equal(['ServiceEmbed']);
  });

  it('pass an identity to the running frame, and to the next one', async () => {
    const page = await visit();
    const { frame } = await opened(page);
    await page.evaluate(() => window.ServiceEmbed.identify('shopper-7'));
    await inFrame(frame, () => received.at(-1)?.type === 'identify');
    expect(await lastMessage(frame, 'identify')).to.include({ anonymousId: 'shopper-7' });
    await page.evaluate(() => window.ServiceEmbed.open({ subdomain: 'other' }));
    const next = await framed(page);
    expect(await lastMessage(next, 'init')).to.include({ anonymousId: 'shopper-7' });
    expect(await page.locator('service-embed iframe').count()).to.equal(1);
  });

  it('pass an identity that is a number as text', async () => {
    const page = await visit();
    const { frame } = await opened(page);
    await page.evaluate(() => window.ServiceEmbed.identify(42));
    await inFrame(frame, () => received.at(-1)?.type === 'identify');
    expect(await lastMessage(frame, 'identify')).to.include({ anonymousId: '42' });
  });

  it('say before anything else that consent is required and not given, then that it is', async () => {
    const page = await visit({
      head: sites.tag('data-service-subdomain="demo" data-service-consent="required"'),
    });
    const { frame } = await opened(page);
    const types = await frame.evaluate(() => received.map(({ type, granted }) => [type, granted]));
    expect(types.slice(0, 2)).to.deep.equal([
      ['consent', false],
      ['init', undefined],
    ]);
    await page.evaluate(() => window.ServiceEmbed.consent(true));
    await inFrame(frame, () => received.at(-1)?.granted === true);
  });

  it('load the frame unseen by preload, once', async () => {
    const page = await visit();
    await page.evaluate(() => {
      window.ServiceEmbed.preload();
      window.ServiceEmbed.preload();
    });
    const frame = await framed(page);
    expect(await lastMessage(frame, 'visibility')).to.include({ open: false });
    expect(await page.locator('service-embed dialog').isVisible()).to.equal(false);
    const asked = sites.requests.length;
    await page.getByText('Try it on').click();
    await inFrame(frame, () => received.at(-1)?.open === true);
    expect(sites.requests.length).to.equal(asked);
  });

  it('tell the page of events by name, and end that on request', async () => {
    const page = await visit();
    const { frame } = await opened(page);
    await page.evaluate(() => {
      window.seen = [];
      const end = window.ServiceEmbed.on('try-on-completed', (detail) => window.seen.push(detail));
      document.addEventListener('service:try-on-completed', (event) => {
        window.seen.push((event as CustomEvent).detail);
        end();
      });
    });
    for (const items of [1, 2]) {
      await frame.evaluate(
        (count) => say({ type: 'event', name: 'try-on-completed', detail: { count } }),
        items,
      );
    }
    await page.waitForFunction(() => window.seen.length >= 3);
    expect(await page.evaluate(() => window.seen)).to.deep.equal([{ count: 1 }, { count: 1 }, { count: 2 }]);
  });

  it('push to the data layer where the tag asks for it, and not otherwise', async () => {
    const asked = await visit({ head: sites.tag('data-service-subdomain="demo" data-service-data-layer') });
    const { frame } = await opened(asked);
    await frame.evaluate(() => say({ type: 'event', name: 'try-on-completed', detail: { count: 2 } }));
    await asked.waitForFunction(() => window.dataLayer.length > 1);
    expect(await asked.evaluate(() => window.dataLayer)).to.deep.equal([
      { event: 'service_open', service: { productId: null, variantId: null } },
      { event: 'service_try_on_completed', service: { count: 2 } },
    ]);
    const other = await visit();
    await opened(other);
    expect(await other.evaluate(() => 'dataLayer' in window)).to.equal(false);
  });
});
