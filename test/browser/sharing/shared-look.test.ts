import { expect } from 'chai';
import { describeInBrowser } from '../../support/browser/describe-in-browser.ts';
import { type SentEvent, takeEvents } from '../../support/browser/reported-events.ts';
import { eventually } from '../../support/platform.ts';
import { FakeTryOnService } from '../../support/try-on/fake-service.ts';
import { Shopper } from '../../support/try-on/shopper.ts';
import { aProductView, aSession, aSharedLook, shortId, someProducts } from '../../support/try-on/views.ts';

describeInBrowser('The link of a shared look', (open) => {
  let service: FakeTryOnService;
  let url: string;
  let events: SentEvent[];
  beforeEach(async () => {
    ({ service, url } = await FakeTryOnService.open());
  });
  afterEach(() => service.close());

  async function visit(query = `?share=${shortId}`): Promise<Shopper> {
    const context = await open();
    events = await takeEvents(context);
    return Shopper.visit(context, `${url}/${query}`);
  }
  const opens = () =>
    service.requests('POST', `/looks/${shortId}/opens`).map(({ body }) => JSON.parse(String(body)));
  const heading = 'A look from Northlight';

  it('shows the picture, its items and what they cost', async () => {
    const shopper = await visit();
    await shopper.heading(heading).waitFor();
    await shopper.page.getByRole('img', { name: 'A try-on with Leather sofa, Pendant lamp' }).waitFor();
    const items = await shopper.page.getByRole('listitem').allInnerTexts();
    expect(items.map((text) => text.split('\n').filter(Boolean))).to.deep.equal([
      ['Leather sofa', '€1,299.00'],
      ['Pendant lamp', '€89.00'],
    ]);
    await shopper.text('€1,388.00').waitFor();
    expect(await shopper.tab.title()).to.equal('A shared look · Northlight');
    expect(await shopper.button('Stop sharing').count()).to.equal(0);
  });

  it('counts once, with one event of the same id, also over a reload', async () => {
    const shopper = await visit();
    await shopper.heading(heading).waitFor();
    await shopper.tab.reload();
    await shopper.heading(heading).waitFor();
    expect(service.requests('GET', `/looks/${shortId}`)).to.have.length(1);
    const reported = () => events.filter(({ event }) => event === 'Service Shared Look Opened');
    await eventually(() => reported().length > 0);
    expect(opens()).to.deep.equal([{ openId: reported()[0]?.eventId, webdriver: true }]);
    expect(reported().map(({ properties }) => properties)).to.deep.equal([
      { productIds: ['1003', '1005'], shortId },
    ]);
  });

  it('leads to a try-on with its items, and back', async () => {
    const shopper = await visit();
    await shopper.button('Try it on yourself').click();
    await shopper.heading('Add your photo').waitFor();
    await shopper.button('Back').click();
    await shopper.heading(heading).waitFor();
    await shopper.button('Try it on yourself').click();
    await shopper.useLastPhoto();
    await shopper.button('Try on 2 items').click();
    await shopper.heading('Creating your picture').waitFor();
    const [request] = service.requests('POST', '/renders');
    expect(JSON.parse(String(request?.body)).items).to.deep.equal(service.look?.items);
  });

  it('leads to the shop, which learns where the shopper came from', async () => {
    for (const { productId } of service.look?.items ?? []) {
      service.details.set(productId, aProductView({ productId }));
    }
    const shopper = await visit();
    await shopper.button(/Check out|Buy/).click();
    const checkout = shopper.page.getByRole('dialog').getByRole('link', { name: 'Check out' });
    await shopper.tab.route('https://shop.example/**', (route) => route.fulfill({ body: 'The shop' }));
    await checkout.click();
    await shopper.page.getByText('The shop').waitFor();
    const clicked = () => events.find(({ event }) => event === 'Service Checkout Clicked');
    await eventually(() => clicked() !== undefined);
    expect(clicked()?.properties).to.include({ fromSharedLook: true, sharedLookShortId: shortId });
  });

  it('keeps the shopper’s own look, and lets her return to it', async () => {
    const shopper = await visit('');
    await shopper.useLastPhoto();
    await shopper.addItem('Beanie');
    await shopper.tab.goto(`${url}/?share=${shortId}`);
    await shopper.button('Back to my own look').click();
    await shopper.button('Try it on').waitFor();
    await shopper.tab.reload();
    await shopper.button('Try it on').waitFor();
    expect(shopper.tab.url()).to.not.include('share');
  });

  it('says that the look is no longer shared, and leads to a try-on', async () => {
    service.look = null;
    const shopper = await visit();
    await shopper.heading('This look is no longer shared').waitFor();
    await shopper.button('Start a try-on').click();
    await shopper.heading('Add your photo').waitFor();
    expect(events.map(({ event }) => event)).to.not.include('Service Shared Look Opened');
  });

  it('can be tried again when it could not be loaded, and counts once', async () => {
    service.refused.set(`POST /looks/${shortId}/opens`, { status: 503, reason: 'unavailable' });
    const shopper = await visit();
    await shopper.heading('The look could not be loaded').waitFor();
    service.refused.clear();
    await shopper.button('Try again').click();
    await shopper.heading(heading).waitFor();
    expect(new Set(opens().map(({ openId }) => openId)).size).to.equal(1);
  });

  it('names what the shop no longer has, and offers nothing to try on without items', async () => {
    service.products = someProducts().filter(({ productId }) => productId !== '1003');
    const shopper = await visit();
    await shopper.text('1 item is no longer in the shop.').waitFor();
    service.products = [];
    await shopper.tab.reload();
    await shopper.text('2 items are no longer in the shop.').waitFor();
    expect(await shopper.button('Try it on yourself').count()).to.equal(0);
    await shopper.button('Start a try-on').waitFor();
  });

  it('is shown while the store’s try-on is paused', async () => {
    service.session = aSession({ paused: 'insufficient_credits' });
    const shopper = await visit();
    await shopper.heading(heading).waitFor();
  });

  it('lets its own shopper take it back', async () => {
    service.look = aSharedLook({ own: true });
    const shopper = await visit();
    await shopper.button('Stop sharing').click();
    await shopper.page.getByRole('dialog').getByRole('button', { name: 'Stop sharing' }).click();
    await shopper.heading('This look is no longer shared').waitFor();
  });

  it('opens in a frame that is there already, and gives way to what the shop opens next', async () => {
    const { port } = new URL(url);
    const origin = `http://embed.service.test:${port}`;
    service.bootstrap = {
      ...service.bootstrap,
      embedded: true,
      parentOrigins: [`http://www.shop.test:${port}`],
    };
    const page = await (await open()).newPage();
    await page.goto(`http://www.shop.test:${port}/shop`);
    const shopper = new Shopper(page.frames()[1]!);
    await shopper.heading('Add your photo').waitFor();
    const init = (share: string | null) =>
      page.evaluate(([message, target]) => frames[0]?.postMessage(message, target as string), [
        { service: 1, type: 'init', anonymousId: null, flow: null, closet: null, share },
        origin,
      ] as const);
    await init(shortId);
    await shopper.heading(heading).waitFor();
    await init(null);
    await shopper.heading('Add your photo').waitFor();
    await init(shortId);
    await shopper.button('Try it on yourself').click();
    await shopper.heading('Add your photo').waitFor();
    await init(null);
    await shopper.useLastPhoto();
    await shopper.button('Try on 2 items').waitFor();
    expect(opens()).to.have.length(2);
  });

  it('is the try-on as always where the id can be none', async () => {
    const shopper = await visit('?share=facebook&closet=%00&flow=%3C');
    await shopper.heading('Add your photo').waitFor();
    expect(opens()).to.deep.equal([]);
  });
});
