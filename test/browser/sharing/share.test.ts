import { expect } from 'chai';
import type { BrowserContext } from 'playwright-core';
import { describeInBrowser } from '../../support/browser/describe-in-browser.ts';
import { type SentEvent, takeEvents } from '../../support/browser/reported-events.ts';
import { keepScreenshot } from '../../support/browser/screenshots.ts';
import { eventually } from '../../support/platform.ts';
import { FakeTryOnService } from '../../support/try-on/fake-service.ts';
import { Shopper } from '../../support/try-on/shopper.ts';
import { aStoreView, shortId } from '../../support/try-on/views.ts';

/** Runs in every document before its scripts: what a browser's share sheet does, and what it was given. */
const sheets = {
  'completes it': 'share: async (data) => void (window.given = data)',
  'is dismissed': "share: async () => { throw new DOMException('', 'AbortError') }",
  'fails because the tap is too long ago':
    "share: async () => { throw new DOMException('', 'NotAllowedError') }",
  'does not take it': "canShare: () => false, share: async () => { throw new TypeError('no sheet') }",
  'is not there': 'share: undefined, canShare: undefined',
} as const;

const outcomes: Record<keyof typeof sheets, { usedNativeShare: boolean } | null> = {
  'completes it': { usedNativeShare: true },
  'is dismissed': null,
  'fails because the tap is too long ago': { usedNativeShare: false },
  'does not take it': { usedNativeShare: false },
  'is not there': { usedNativeShare: false },
};

const stub = (members: string) => `
  for (const [name, value] of Object.entries({ ${members} }))
    Object.defineProperty(Navigator.prototype, name, { value, configurable: true });`;

const withoutClipboard = `Object.defineProperty(Navigator.prototype, 'clipboard', { value: undefined });`;
const withoutCopy = `${withoutClipboard} document.execCommand = () => false;`;

const room = { url: '/pictures/models/room-lamp.jpg', width: 1200, height: 800 };
const items = [
  { productId: '1001', variantId: null },
  { productId: '1002', variantId: null },
];
const link = {
  type: 'share_link',
  shortId,
  shareUrl: `https://demo.tryon.example/?share=${shortId}`,
  selectedItemCount: 2,
};

describeInBrowser('Sharing a result', (open) => {
  let service: FakeTryOnService;
  let port: string;
  let events: SentEvent[];
  let context: BrowserContext;
  beforeEach(async () => {
    ({ service, port } = await FakeTryOnService.open());
  });
  afterEach(() => service.close());

  async function reachResult(shopper: Shopper): Promise<Shopper> {
    await shopper.startTryOn();
    service.change({ state: 'succeeded', position: null, result: room, items });
    await shopper.page.getByRole('slider').waitFor();
    return shopper;
  }

  async function openResult(script: string, { embedded = false } = {}): Promise<Shopper> {
    context = await open({ permissions: ['clipboard-read', 'clipboard-write'], acceptDownloads: true });
    events = await takeEvents(context);
    await context.addInitScript(script);
    if (!embedded) return reachResult(await Shopper.visit(context, `http://demo.service.test:${port}`));
    service.bootstrap = {
      ...service.bootstrap,
      embedded: true,
      parentOrigins: [`http://www.shop.test:${port}`],
    };
    const page = await context.newPage();
    await page.goto(`http://www.shop.test:${port}/shop`);
    const shopper = await reachResult(new Shopper(page.frames()[1]!));
    // The dialog of a shop says that it is seen, and events leave from then on.
    await page.evaluate(
      `frames[0].postMessage({ service: 1, type: 'visibility', open: true }, 'http://embed.service.test:${port}')`,
    );
    return shopper;
  }

  /** The events of shares: all of them, since events arrive in their order, and editing the look is the last. */
  async function shared(shopper: Shopper): Promise<Record<string, unknown>[]> {
    await shopper.page.locator('button[aria-busy]').waitFor({ state: 'detached' });
    for (const sheet of await shopper.page.getByRole('dialog').all())
      await sheet.getByRole('button', { name: 'Close' }).click();
    await shopper.button('Edit look').click();
    await eventually(() => events.some(({ event }) => event === 'Service Try On Edited'));
    return events.filter(({ event }) => event === 'Service Look Shared').map(({ properties }) => properties);
  }
  for (const [what, members] of Object.entries(sheets) as [keyof typeof sheets, string][]) {
    it(`is by its link where the share sheet ${what}`, () => shareByLink(what, members));
  }
  for (const what of ['completes it', 'is not there'] as const) {
    it(`is by its link in a frame that may share and copy, where the share sheet ${what}`, () =>
      shareByLink(what, sheets[what], { embedded: true }));
  }

  async function shareByLink(
    what: keyof typeof sheets,
    members: string,
    place = { embedded: false },
  ): Promise<void> {
    const shopper = await openResult(stub(members), place);
    await shopper.button('Share').click();
    const outcome = outcomes[what];
    if (outcome)
      await shopper.text(/^Anyone with the link can see this look until February 20, 2027/).waitFor();
    else await eventually(() => service.requests('DELETE', `/looks/${shortId}`).length === 1);
    if (outcome?.usedNativeShare === false) {
      await shopper.page.getByText('The link is copied.').waitFor();
      await shopper.tab.evaluate('window.focus()');
      expect(await shopper.tab.evaluate('navigator.clipboard.readText()')).to.equal(link.shareUrl);
    }
    const productIds = items.map(({ productId }) => productId);
    expect(await shared(shopper)).to.deep.equal(outcome ? [{ productIds, ...link, ...outcome }] : []);
    expect(service.requests('POST', '/renders/render-1/share')).to.have.length(1);
  }

  it('gives the share sheet the link', async () => {
    const shopper = await openResult(stub(sheets['completes it']));
    await shopper.button('Share').click();
    await shopper.tab.waitForFunction('window.given');
    expect(await shopper.tab.evaluate('window.given')).to.deep.equal({
      url: link.shareUrl,
      title: 'A look from Northlight',
    });
  });

  it('copies without the clipboard of today', async () => {
    const shopper = await openResult(stub(sheets['is not there']) + withoutClipboard);
    await shopper.button('Share').click();
    await shopper.page.getByText('The link is copied.').waitFor();
    expect(await shared(shopper)).to.have.length(1);
  });

  it('shows the link where nothing can be copied', async () => {
    const shopper = await openResult(stub(sheets['is not there']) + withoutCopy);
    await shopper.button('Share').click();
    await shopper.text('Copy the link from the field.').waitFor();
    const field = shopper.page.getByRole('textbox', { name: 'Link to this look' });
    expect(
      await field.evaluate((element: HTMLInputElement) => [
        document.activeElement === element,
        element.value.slice(element.selectionStart ?? 0, element.selectionEnd ?? 0),
      ]),
    ).to.deep.equal([true, link.shareUrl]);
    expect(await shared(shopper)).to.deep.equal([
      { productIds: ['1001', '1002'], ...link, usedNativeShare: false },
    ]);
  });

  it('reports nothing and says so when there is no link', async () => {
    service.refused.set('POST /renders/render-1/share', { status: 503, reason: 'unavailable' });
    const shopper = await openResult(stub(sheets['completes it']));
    await shopper.button('Share').click();
    await shopper.page.getByText('The look could not be shared.').waitFor();
    expect(await shared(shopper)).to.deep.equal([]);
  });

  it('says in its sheet, which covers the page, that the link is copied', async () => {
    const shopper = await openResult(stub(sheets['is not there']));
    await shopper.button('Share').click();
    await shopper.page.getByText('The link is copied.').waitFor();
    await shopper.button('Link to this look').click();
    const sheet = shopper.page.getByRole('dialog');
    expect(await sheet.getByRole('status').textContent()).to.equal('');
    await sheet.getByRole('button', { name: 'Copy' }).click();
    await sheet.getByRole('status').getByText('The link is copied.').waitFor();
    await keepScreenshot(shopper.tab, 'try-on/share-copied');
  });

  it('ends when the shopper takes it back, after a question', async () => {
    const shopper = await openResult(stub(sheets['is not there']));
    await shopper.button('Share').click();
    await shopper.page.getByText('The link is copied.').waitFor();
    await shopper.tab.reload();
    await shopper.button('Link to this look').click();
    await shopper.button('Stop sharing').click();
    await shopper.button('Keep sharing').click();
    expect(service.requests('DELETE', `/looks/${shortId}`)).to.have.length(0);
    await shopper.button('Stop sharing').click();
    await shopper.page.getByRole('dialog').last().getByRole('button', { name: 'Stop sharing' }).click();
    await shopper.page.getByText('The look is no longer shared.').waitFor();
    expect(service.requests('DELETE', `/looks/${shortId}`)).to.have.length(1);
    expect(await shopper.button('Stop sharing').count()).to.equal(0);
  });

  describe('of a store without share links', () => {
    beforeEach(() => {
      service.bootstrap = { ...service.bootstrap, store: aStoreView({ sharingEnabled: false }) };
    });
    const image = { productIds: ['1001', '1002'], type: 'share_image', selectedItemCount: 2 };

    it('gives the share sheet the picture as a file', async () => {
      const files =
        'canShare: ({ files }) => files.length === 1, share: async ({ files }) => void (window.given = files)';
      const shopper = await openResult(stub(files));
      await shopper.button('Share').click();
      await shopper.tab.waitForFunction('window.given');
      expect(await shared(shopper)).to.deep.equal([image]);
      const [type, name, size] = (await shopper.tab.evaluate(
        'window.given.flatMap(({ type, name, size }) => [type, name, size])',
      )) as [string, string, number];
      expect([type, size > 1000]).to.deep.equal(['image/jpeg', true]);
      expect(name).to.match(/^demo-try-on-\d{4}-\d\d-\d\d\.jpg$/);
    });

    it('reports nothing when the sheet is dismissed', async () => {
      const shopper = await openResult(stub(`canShare: () => true, ${sheets['is dismissed']}`));
      await shopper.button('Share').click();
      expect(await shared(shopper)).to.deep.equal([]);
    });

    for (const what of [
      'fails because the tap is too long ago',
      'does not take it',
      'is not there',
    ] as const) {
      it(`downloads the picture where the sheet ${what}`, async () => {
        const shopper = await openResult(stub(`canShare: () => true, ${sheets[what]}`));
        const downloading = shopper.tab.waitForEvent('download');
        await shopper.button('Share').click();
        expect((await downloading).suggestedFilename()).to.match(/^demo-try-on-.*\.jpg$/);
        expect(await shared(shopper)).to.deep.equal([image]);
        expect(service.requests('POST', '/renders/render-1/share')).to.deep.equal([]);
      });
    }
  });
});
