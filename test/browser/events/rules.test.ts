import { expect } from 'chai';
import type { BrowserContext, Page } from 'playwright-core';
import type { TryOnReason } from '../../../shared/try-on/contract.ts';
import { describeInBrowser } from '../../support/browser/describe-in-browser.ts';
import { eventually } from '../../support/platform.ts';
import { FakeTryOnService } from '../../support/try-on/fake-service.ts';
import { Shopper } from '../../support/try-on/shopper.ts';
import { aSession } from '../../support/try-on/views.ts';

const result = { url: '/pictures/models/room-lamp.jpg', width: 1200, height: 800 };

/** As browsers do where a person has switched storage off. */
function refuseStorage(): void {
  for (const name of ['localStorage', 'sessionStorage']) {
    Object.defineProperty(window, name, {
      get: () => {
        throw new DOMException('denied', 'SecurityError');
      },
    });
  }
}

/** Lets a test say whether the tab is seen, by `setSeen`; as text, because a compiled function is not of the page. */
const controlVisibility = `
  let state = 'visible';
  Object.defineProperty(document, 'visibilityState', { get: () => state });
  window.setSeen = (next) => {
    state = next;
    document.dispatchEvent(new Event('visibilitychange'));
  };
`;

describeInBrowser('The events of the try-on', (open) => {
  let service: FakeTryOnService;
  let url: string;
  beforeEach(async () => {
    ({ service, url } = await FakeTryOnService.open());
  });
  afterEach(() => service.close());

  const received = (name: string, count = 1) =>
    eventually(() => service.eventNames.filter((other) => other === name).length >= count).catch(() => {
      throw new Error(`"${name}" was not received ${count} times: ${service.eventNames.join(', ')}`);
    });
  /** Another event after which those before it have come too. */
  async function addLast(shopper: Shopper, title = 'Beanie'): Promise<void> {
    const before = service.eventNames.filter((name) => name === 'Added Item to Look').length;
    await shopper.addItem(title);
    await received('Added Item to Look', before + 1);
  }
  const withoutLast = () => service.eventNames.slice(0, -1);
  async function visit(context: BrowserContext, query = ''): Promise<Shopper> {
    const shopper = await Shopper.visit(context, url + query);
    await shopper.button('Use this photo').waitFor();
    return shopper;
  }

  describe('of a session', () => {
    it('are not reported again after a reload, and begin anew in another tab', async () => {
      const context = await open();
      await context.clock.install();
      const shopper = await visit(context);
      await context.clock.fastForward(10_000);
      await received('Session Engaged');
      await shopper.tab.reload();
      await shopper.useLastPhoto();
      await context.clock.fastForward(10_000);
      await addLast(shopper);
      expect(withoutLast()).to.deep.equal(['Session Started', 'Session Engaged']);
      await visit(context);
      await received('Session Started', 2);
      expect(new Set(service.events.map(({ sessionId }) => sessionId)).size).to.equal(2);
      expect(new Set(service.events.map(({ anonymousId }) => anonymousId)).size).to.equal(1);
    });

    it('are each once where storage throws, with an id of the session', async () => {
      const context = await open();
      await context.addInitScript(refuseStorage);
      await context.clock.install();
      const shopper = await visit(context);
      await context.clock.fastForward(10_000);
      await received('Session Engaged');
      await shopper.useLastPhoto();
      await addLast(shopper);
      expect(withoutLast()).to.deep.equal(['Session Started', 'Session Engaged']);
      expect(new Set(service.events.map(({ sessionId }) => sessionId)).size).to.equal(1);
    });

    it('have no engagement while the tab is hidden, and have it when the shopper is back', async () => {
      const context = await open();
      await context.addInitScript({ content: controlVisibility });
      await context.clock.install();
      const shopper = await visit(context);
      await shopper.useLastPhoto();
      await shopper.tab.evaluate("setSeen('hidden')");
      await context.clock.fastForward(60_000);
      await addLast(shopper);
      expect(withoutLast()).to.deep.equal(['Session Started']);
      await shopper.tab.evaluate("setSeen('visible')");
      await received('Session Engaged');
    });
  });

  describe('of a try-on', () => {
    const ends = (names: string[]) => names.filter((name) => name.startsWith('Try On'));

    const refusals: [status: number, reason: TryOnReason][] = [
      [402, 'insufficient_credits'],
      [429, 'store_limit'],
      [400, 'no_product_images'],
    ];
    for (const [status, reason] of refusals) {
      it(`are its start and a failure with ${reason} where the service refuses it`, async () => {
        service.refused.set('POST /renders', { status, reason });
        const shopper = await visit(await open());
        await shopper.useLastPhoto();
        await shopper.addItem('Beanie');
        await shopper.button('Try it on').click();
        await received('Try On Failed');
        expect(ends(service.eventNames)).to.deep.equal(['Try On Started', 'Try On Failed']);
        expect(service.events.at(-1)?.properties).to.deep.equal({ productIds: ['1007'], reason });
      });
    }

    const failures: [state: 'failed' | 'expired', failure: TryOnReason | null, reason: string][] = [
      ['failed', null, 'generation_failed'],
      ['expired', 'timeout', 'timeout'],
    ];
    for (const [state, given, reason] of failures) {
      it(`are its start and a failure with ${reason} where it is ${state} by ${given ?? 'no reason'}`, async () => {
        const shopper = await visit(await open());
        await shopper.startTryOn();
        service.change({ state, position: null, failure: given && { reason: given, retryable: true } });
        await received('Try On Failed');
        expect(ends(service.eventNames)).to.deep.equal(['Try On Started', 'Try On Failed']);
        expect(service.events.at(-1)?.properties.reason).to.equal(reason);
      });
    }

    it('are a start and one completion over reloads, before and after its end', async () => {
      const shopper = await visit(await open());
      await shopper.startTryOn();
      await received('Try On Started');
      service.session = aSession({ openRender: service.view });
      await shopper.tab.reload();
      await shopper.text('2 pictures ahead of yours').waitFor();
      service.change({ state: 'succeeded', position: null, result });
      await received('Try On Completed');
      service.session = aSession();
      await shopper.tab.reload();
      await shopper
        .button(/^Remove/)
        .first()
        .click();
      await received('Try On Edited');
      expect(ends(service.eventNames)).to.deep.equal(['Try On Started', 'Try On Completed', 'Try On Edited']);
    });

    it('have one completion in two tabs', async () => {
      const context = await open();
      const shopper = await visit(context);
      await shopper.startTryOn();
      service.session = aSession({ openRender: service.view });
      const second = await Shopper.visit(context, url);
      await second.text('2 pictures ahead of yours').waitFor();
      service.change({ state: 'succeeded', position: null, result });
      await eventually(() => {
        const all = service.eventRequests.flatMap(({ events }) => events);
        return all.filter(({ event }) => event === 'Service Try On Completed').length === 2;
      });
      expect(ends(service.eventNames)).to.deep.equal(['Try On Started', 'Try On Completed']);
    });

    it('have no completion before the shopper sees the picture', async () => {
      const shopper = await visit(await open());
      await shopper.startTryOn();
      await shopper.tab.goBack();
      await shopper.heading('Choose items').waitFor();
      service.change({ state: 'succeeded', position: null, result });
      await shopper.page.getByText('Your picture is ready.').first().waitFor();
      await addLast(shopper);
      expect(ends(service.eventNames)).to.deep.equal(['Try On Started']);
      await shopper.button('View').click();
      await received('Try On Completed');
    });

    it('are an edit of the look that says which', async () => {
      const shopper = await visit(await open());
      await shopper.startTryOn();
      service.change({ state: 'succeeded', position: null, result });
      await shopper.button('Remove Graphic T-shirt').click();
      await received('Try On Edited');
      await shopper.button('Swap Shell armchair').click();
      await shopper.heading('Choose a replacement').waitFor();
      await shopper.addItem('Beanie');
      await received('Try On Edited', 2);
      const edits = service.events.filter(({ event }) => event === 'Service Try On Edited');
      expect(edits.map(({ properties }) => properties)).to.deep.equal([
        { productIds: ['1002'], action: 'remove' },
        { productIds: ['1007'], action: 'swap' },
      ]);
    });
  });

  describe('of the items', () => {
    it('are no search while one types, for an empty field, or without a result', async () => {
      const shopper = await visit(await open());
      await shopper.useLastPhoto();
      const field = shopper.page.getByRole('searchbox');
      await field.press('Enter');
      await field.fill('tote');
      await shopper.button('Add Hoodie').waitFor({ state: 'detached' });
      service.refused.set('GET /products', { status: 503, reason: 'unavailable' });
      await field.fill('lamp');
      await field.press('Enter');
      await shopper.button('Try again').waitFor();
      service.refused.clear();
      await shopper.button('Try again').click();
      await addLast(shopper, 'Pendant lamp');
      expect(withoutLast()).to.deep.equal(['Session Started']);
    });

    it('are no addition of what the storefront names', async () => {
      const closet = btoa(JSON.stringify([{ productId: '1002' }, { productId: '1003' }]));
      const shopper = await visit(await open(), `/?closet=${closet}`);
      await shopper.useLastPhoto();
      await shopper.button('Remove Shell armchair').waitFor();
      await addLast(shopper);
      expect(withoutLast()).to.deep.equal(['Session Started']);
      expect(service.events.at(-1)?.properties).to.deep.equal({
        productIds: ['1002', '1003', '1007'],
        productTitle: 'Beanie',
      });
    });
  });

  describe('are delivered', () => {
    it('when the network is back, in their order', async () => {
      const context = await open();
      const shopper = await visit(context);
      await shopper.useLastPhoto();
      await received('Session Started');
      await shopper.button('Add Beanie').waitFor();
      await context.setOffline(true);
      for (const title of ['Beanie', 'Hoodie', 'Tote bag']) await shopper.addItem(title);
      await context.setOffline(false);
      await received('Added Item to Look', 3);
      expect(service.events.slice(1).map(({ properties }) => properties.productTitle)).to.deep.equal([
        'Beanie',
        'Hoodie',
        'Tote bag',
      ]);
    });

    it('again under the same id until the service has them', async () => {
      const context = await open();
      await context.clock.install();
      service.eventsStatus = 503;
      await visit(context);
      await eventually(() => service.eventRequests.length === 1);
      service.eventsStatus = 202;
      await context.clock.fastForward(1000);
      await received('Session Started');
      const ids = service.eventRequests.flatMap(({ events }) => events.map(({ eventId }) => eventId));
      expect(ids).to.have.length(2);
      expect(new Set(ids).size).to.equal(1);
    });

    it('by a beacon when the page is left', async () => {
      service.eventsStatus = 503;
      const shopper = await visit(await open());
      await eventually(() => service.eventRequests.length > 0);
      service.eventsStatus = 202;
      await shopper.tab.goto('about:blank');
      await received('Session Started');
      expect(service.eventRequests.at(-1)?.type).to.equal('text/plain;charset=UTF-8');
    });
  });

  describe('of a visitor', () => {
    async function inFrame(preloaded = false): Promise<{ page: Page; shopper: Shopper; say: Say }> {
      const { port } = new URL(url);
      const shop = `http://www.shop.test:${port}`;
      service.bootstrap = { ...service.bootstrap, embedded: true, parentOrigins: [shop] };
      const page = await (await open()).newPage();
      await page.goto(`${shop}/shop`);
      await page.waitForFunction("received.some(({ type }) => type === 'ready')");
      const say: Say = (message) =>
        page.evaluate(
          ([text, origin]) => frames[0]?.postMessage({ service: 1, ...JSON.parse(text!) }, origin!),
          [JSON.stringify(message), `http://embed.service.test:${port}`],
        );
      if (!preloaded) await say({ type: 'visibility', open: true });
      return { page, shopper: new Shopper(page.frames()[1]!), say };
    }
    type Say = (message: { type: string; [name: string]: unknown }) => Promise<void>;

    it('start no session in a frame that was only preloaded', async () => {
      const { shopper, say } = await inFrame(true);
      await shopper.button('Use this photo').waitFor();
      expect(service.eventRequests).to.deep.equal([]);
      await say({ type: 'visibility', open: true });
      await received('Session Started');
    });

    it('have the storefront’s id from when it is passed', async () => {
      const { shopper, say } = await inFrame();
      await received('Session Started');
      await say({ type: 'identify', anonymousId: 'shopper-7' });
      await shopper.useLastPhoto();
      await addLast(shopper);
      const [first, last] = service.events.map(({ anonymousId }) => anonymousId);
      expect(last).to.equal('shopper-7');
      expect(first).to.match(/^[\da-f-]{36}$/);
    });

    it('wait for the consent that the page asks for, and stop without it', async () => {
      const { shopper, say } = await inFrame(true);
      await say({ type: 'consent', granted: false });
      await say({ type: 'visibility', open: true });
      await shopper.useLastPhoto();
      await shopper.addItem('Beanie');
      expect(service.eventRequests).to.deep.equal([]);
      await say({ type: 'consent', granted: true });
      await received('Added Item to Look');
      expect(service.eventNames).to.deep.equal(['Session Started', 'Added Item to Look']);
      await say({ type: 'consent', granted: false });
      await shopper.addItem('Hoodie');
      await shopper.button('Remove Hoodie').waitFor();
      expect(service.eventNames).to.have.length(2);
    });

    for (const [query, names] of [
      ['/', []],
      ['/?consent=granted', ['Session Started']],
    ] as const) {
      it(`are ${names.join() || 'none'} at ${query} of a store that requires consent`, async () => {
        const { store } = service.bootstrap;
        service.bootstrap = { ...service.bootstrap, store: { ...store, consentRequired: true } };
        const shopper = await visit(await open(), query);
        if (names.length > 0) await received('Session Started');
        await shopper.tab.goto('about:blank');
        expect(service.eventNames).to.deep.equal(names);
      });
    }

    it('say that the browser has Global Privacy Control', async () => {
      const context = await open();
      await context.addInitScript(() =>
        Object.defineProperty(navigator, 'globalPrivacyControl', { value: true }),
      );
      await visit(context);
      await received('Session Started');
      expect(service.eventRequests[0]?.globalPrivacyControl).to.equal(true);
    });
  });
});
