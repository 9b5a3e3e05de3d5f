import { fileURLToPath } from 'node:url';
import { expect } from 'chai';
import sharp from 'sharp';
import { describeInBrowser } from '../../support/browser/describe-in-browser.ts';
import { eventually } from '../../support/platform.ts';
import { FakeTryOnService } from '../../support/try-on/fake-service.ts';
import { Shopper } from '../../support/try-on/shopper.ts';
import { aPhoto, aSession } from '../../support/try-on/views.ts';

const result = { url: '/pictures/models/room-lamp.jpg', width: 1200, height: 800 };
const room = fileURLToPath(new URL('../../../examples/models/room-sofa.jpg', import.meta.url));

describeInBrowser('A try-on in the browser', (open) => {
  let service: FakeTryOnService;
  let url: string;
  beforeEach(async () => {
    ({ service, url } = await FakeTryOnService.open());
  });
  afterEach(() => service.close());

  const renderRequests = () => service.requests('POST', '/renders');
  const toKey = (index: number) => renderRequests()[index]?.headers['idempotency-key'];
  const succeed = () => service.change({ state: 'succeeded', position: null, result });

  it('leads from a photo of one’s own to the picture', async () => {
    const shopper = await Shopper.visit(await open(), url);
    await shopper.chooseFile(room);
    await shopper.heading('Choose items').waitFor();
    await shopper.addItem('Graphic T-shirt');
    await shopper.button('Try it on').click();
    await shopper.text('2 pictures ahead of yours').waitFor();
    service.change({ state: 'running', position: null, progress: 0.3 });
    await shopper.page.getByRole('progressbar').waitFor();
    succeed();
    await shopper.heading('Here is your look').waitFor();
    expect(await shopper.page.getByText('€29.00').count()).to.equal(1);
    expect(JSON.parse(String(renderRequests()[0]?.body))).to.deep.equal({
      photo: { kind: 'upload', id: 'photo-1' },
      items: [{ productId: '1001', variantId: null }],
    });
  });

  it('sends a photo upright, at most 2048 px long, as a JPEG without metadata', async () => {
    const upright = await sharp(room).resize(3000, 2000).withMetadata({ orientation: 6 }).jpeg().toBuffer();
    const shopper = await Shopper.visit(await open(), url);
    await shopper.chooseFile({ name: 'phone.jpg', mimeType: 'image/jpeg', buffer: upright });
    await shopper.heading('Choose items').waitFor();
    const sent = service.requests('POST', '/photos')[0]!;
    const { width, height, format, exif } = await sharp(sent.body).metadata();
    expect({ width, height, format, exif }).to.deep.equal({
      width: 1365,
      height: 2048,
      format: 'jpeg',
      exif: undefined,
    });
    expect(sent.headers.authorization).to.equal('Bearer token-1');
  });

  const black = { width: 600, height: 600, channels: 3, background: '#050505' } as const;
  const bad: [string, () => Promise<Buffer>, string, string][] = [
    ['is no image', async () => Buffer.from('text'), 'notes.txt', 'That file is not a photo'],
    [
      'is HEIC, which Chromium does not decode',
      async () => Buffer.from('x'),
      'IMG_1.HEIC',
      'Your browser cannot open this photo',
    ],
    ['is too small', () => sharp(room).resize(200).jpeg().toBuffer(), 'small.jpg', 'That photo is too small'],
    ['is too dark', () => sharp({ create: black }).jpeg().toBuffer(), 'dark.jpg', 'That photo is too dark'],
  ];
  for (const [what, bytes, name, title] of bad) {
    it(`says why a photo cannot be used that ${what}, and sends nothing`, async () => {
      const shopper = await Shopper.visit(await open(), url);
      await shopper.chooseFile({ name, mimeType: '', buffer: await bytes() });
      await shopper.page.getByRole('heading', { name: title }).waitFor();
      expect(service.requests('POST', '/photos')).to.have.length(0);
      await shopper.chooseFile(room);
      await shopper.heading('Choose items').waitFor();
    });
  }

  it('uses a model photo, and deletes the last photo with one tap', async () => {
    const shopper = await Shopper.visit(await open(), url);
    await shopper.button('Delete photo').click();
    await shopper.page.getByText('Photo deleted.').waitFor();
    expect(service.requests('DELETE', '/photos/photo-1')).to.have.length(1);
    await shopper.button('Use the photo “A corner with a lamp”').click();
    await shopper.heading('Choose items').waitFor();
  });

  it('continues the same render after a reload, and is not started twice', async () => {
    const shopper = await Shopper.visit(await open(), url);
    await shopper.startTryOn();
    service.session = aSession({ openRender: service.view });
    await shopper.tab.reload();
    await shopper.text('2 pictures ahead of yours').waitFor();
    succeed();
    await shopper.heading('Here is your look').waitFor();
    expect(renderRequests()).to.have.length(1);
  });

  it('sends the same key again when a reload interrupts the request', async () => {
    service.silent.add('POST /renders');
    const shopper = await Shopper.visit(await open(), url);
    await shopper.startTryOn();
    await shopper.text('Sending your look').waitFor();
    service.silent.clear();
    await shopper.tab.reload();
    await shopper.text('2 pictures ahead of yours').waitFor();
    expect(toKey(1)).to.equal(toKey(0));
  });

  it('shows the result again after a reload', async () => {
    const shopper = await Shopper.visit(await open(), url);
    await shopper.startTryOn();
    succeed();
    await shopper.heading('Here is your look').waitFor();
    await shopper.tab.reload();
    await shopper.heading('Here is your look').waitFor();
  });

  it('finds the result by polling where there is no event stream', async () => {
    service.refused.set(`GET /renders/${service.view.id}/events`, { status: 503, reason: 'unavailable' });
    const shopper = await Shopper.visit(await open(), url);
    await shopper.startTryOn();
    succeed();
    await shopper.heading('Here is your look').waitFor();
  });

  it('says that the connection is lost, and shows the true state when it is back', async () => {
    const context = await open();
    const shopper = await Shopper.visit(context, url);
    await shopper.startTryOn();
    service.change({ state: 'running', position: null });
    await context.setOffline(true);
    service.cutStreams();
    await shopper.text('Connection lost. Your picture is still being made.').waitFor();
    succeed();
    await context.setOffline(false);
    await shopper.heading('Here is your look').waitFor();
    expect(renderRequests()).to.have.length(1);
  });

  it('cancels after a question, and keeps photo and items', async () => {
    const shopper = await Shopper.visit(await open(), url);
    await shopper.startTryOn();
    await shopper.button('Cancel').click();
    await shopper.page.getByRole('dialog').waitFor();
    await shopper.tab.keyboard.press('Escape');
    // The focus is back where it was: Enter asks again.
    await shopper.page.getByRole('dialog').waitFor({ state: 'detached' });
    await shopper.tab.keyboard.press('Enter');
    await shopper.button('Cancel picture').click();
    await shopper.heading('Choose items').waitFor();
    expect(service.requests('DELETE', '/renders/render-1')).to.have.length(1);
    expect(await shopper.button('Try on 2 items').isEnabled()).to.equal(true);
  });

  it('goes back by the browser’s Back, past the wait', async () => {
    const shopper = await Shopper.visit(await open(), url);
    await shopper.startTryOn();
    succeed();
    await shopper.heading('Here is your look').waitFor();
    const { tab: page } = shopper;
    await page.goBack();
    await shopper.heading('Choose items').waitFor();
    await page.goBack();
    await shopper.heading('Add your photo').waitFor();
    await page.goForward();
    await shopper.heading('Choose items').waitFor();
  });

  it('tells in the title of the tab when the picture is ready', async () => {
    const shopper = await Shopper.visit(await open(), url);
    await shopper.startTryOn();
    const { tab: page } = shopper;
    expect(await page.title()).to.equal('Creating your picture · Northlight');
    succeed();
    await page.waitForFunction('document.title.startsWith("Ready: ")');
  });

  it('swaps an item of the result for one of its category first, and offers a new picture', async () => {
    service.products = service.products.map((product) =>
      product.productId === '1002' ? { ...product, category: 'Furniture>Chairs' } : product,
    );
    const shopper = await Shopper.visit(await open(), url);
    await shopper.startTryOn();
    service.change({
      items: [
        { productId: '1001', variantId: null },
        { productId: '1002', variantId: null },
      ],
    });
    succeed();
    await shopper.button('Swap Shell armchair').click();
    await shopper.heading('Choose a replacement').waitFor();
    await eventually(() => {
      const query = new URLSearchParams(service.requests('GET', '/products').at(-1)?.query);
      return query.get('category') === 'Furniture>Chairs';
    });
    await shopper.button(/^Remove the filter/).click();
    await shopper.addItem('Tote bag');
    await shopper.button('Try on 2 items').click();
    await shopper.heading('Here is your look').waitFor();
    const { items } = JSON.parse(String(renderRequests()[1]?.body));
    expect(items.map(({ productId }: { productId: string }) => productId)).to.deep.equal(['1001', '1004']);
    expect(toKey(1)).not.to.equal(toKey(0));
  });

  it('compares and zooms by keyboard', async () => {
    const shopper = await Shopper.visit(await open(), url);
    await shopper.startTryOn();
    succeed();
    const slider = shopper.page.getByRole('slider', { name: 'Compare with your photo' });
    await slider.focus();
    const { keyboard } = shopper.tab;
    for (let press = 0; press < 5; press += 1) await keyboard.press('PageUp');
    expect(await slider.getAttribute('aria-valuetext')).to.equal('50% before');
    await keyboard.press('Shift+Tab');
    await keyboard.press('+');
    expect(await shopper.button('Show the whole picture').isVisible()).to.equal(true);
    await keyboard.press('0');
    expect(await shopper.button('Zoom out').isDisabled()).to.equal(true);
  });

  it('downloads the picture under a name of its own', async () => {
    const shopper = await Shopper.visit(await open(), url);
    await shopper.startTryOn();
    succeed();
    const link = shopper.page.getByRole('link', { name: 'Download' });
    const [download] = await Promise.all([shopper.tab.waitForEvent('download'), link.click()]);
    expect(download.suggestedFilename()).to.match(/^demo-try-on-\d{4}-\d\d-\d\d\.jpg$/);
  });

  for (const reason of ['generation_failed', 'product_gone', 'visitor_limit'] as const) {
    it(`offers a next step when a picture fails with ${reason}`, async () => {
      const shopper = await Shopper.visit(await open(), url);
      await shopper.startTryOn();
      service.change({ state: 'failed', position: null, failure: { reason, retryable: true } });
      await shopper.page.locator('.failure-ways').waitFor();
      expect(await shopper.page.locator('.failure-ways .button').count()).to.be.greaterThan(0);
    });
  }

  it('tries again with a new key after a failure', async () => {
    const shopper = await Shopper.visit(await open(), url);
    await shopper.startTryOn();
    service.change({ state: 'failed', failure: { reason: 'generation_failed', retryable: true } });
    await shopper.button('Try again').click();
    await shopper.heading(/picture/).waitFor();
    await expectEventually(() => renderRequests().length === 2);
    expect(toKey(1)).not.to.equal(toKey(0));
  });

  it('opens when the session can be reached again', async () => {
    service.refused.set('POST /session', { status: 503, reason: 'unavailable' });
    const shopper = await Shopper.visit(await open(), url);
    await shopper.heading('The try-on cannot be reached').waitFor();
    service.refused.clear();
    await shopper.button('Try again').click();
    await shopper.button('Use this photo').waitFor();
  });

  it('fills the look with the items that the storefront names', async () => {
    service.session = aSession({ lastPhoto: aPhoto() });
    const shopper = await Shopper.visit(await open(), `${url}/?product_id=1002`);
    await shopper.button('Use this photo').click();
    await shopper.heading('Creating your picture').waitFor();
    await shopper.button('Back').click();
    await shopper.button('Remove Shell armchair').waitFor();
    expect(await shopper.button('Try it on').isEnabled()).to.equal(true);
  });
});

/** Waits for a request that follows what is seen. */
async function expectEventually(isTrue: () => boolean): Promise<void> {
  while (!isTrue()) await new Promise((again) => setTimeout(again, 20));
}
