import { expect } from 'chai';
import { describeInBrowser } from '../../support/browser/describe-in-browser.ts';
import { eventually, hold, startPlatform, type TestPlatform } from '../../support/platform.ts';
import { Shopper } from '../../support/try-on/shopper.ts';
import { openStore, roomPhoto, type TestStore } from '../../support/try-on.ts';

describeInBrowser('The try-on on the whole platform', (open) => {
  let platform: TestPlatform;
  before(async () => {
    platform = await startPlatform();
  });
  after(() => platform.close());

  /** The hosted page: the service's own origin, one for each store. */
  const buildPage = ({ slug }: TestStore) => platform.url.replace('127.0.0.1', `${slug}.localhost`);
  const spent = async ({ account }: TestStore) => (await platform.credits(account)).spent;

  async function chooseLook(shopper: Shopper): Promise<void> {
    const buffer = await roomPhoto(900, 600);
    await shopper.chooseFile({ name: 'room.jpg', mimeType: 'image/jpeg', buffer });
    await shopper.heading('Choose items').waitFor();
    await shopper.addItem('Sofa');
    await shopper.addItem('Lamp');
  }

  it('leads to a picture for one credit, over a reload and with a second tab', async () => {
    const store = await openStore(platform);
    const context = await open();
    const shopper = await Shopper.visit(context, buildPage(store));
    await chooseLook(shopper);
    const release = hold(platform.cog);
    await shopper.button('Try on 2 items').click();
    await shopper.heading('Creating your picture').waitFor();
    await eventually(
      async () => (await platform.database.renders.countDocuments({ 'tryOn.store': store.id })) === 1,
    );
    await shopper.tab.reload();
    await shopper.heading('Creating your picture').waitFor();
    const second = await Shopper.visit(context, buildPage(store));
    await second.heading('Creating your picture').waitFor();
    release();
    await shopper.heading('Here is your look').waitFor();
    await second.heading('Here is your look').waitFor();
    await shopper.page.getByRole('slider').waitFor();
    await eventually(async () => (await spent(store)) === 1);
    expect(await platform.database.renders.countDocuments({ 'tryOn.store': store.id })).to.equal(1);
  });

  it('has a second attempt at the last picture of the day that was not right, which costs the shop its credit', async () => {
    const settings = { freeSecondAttempt: true, caps: { perVisitor: 1 } };
    const store = await openStore(platform, { settings });
    const shopper = await Shopper.visit(await open(), buildPage(store));
    await chooseLook(shopper);
    await shopper.button('Try on 2 items').click();
    await shopper.text('No pictures left for today.').waitFor();
    expect(await shopper.button('Create again').count()).to.equal(0);
    const refuse = async () => {
      await shopper.button('Not right?').click();
      await shopper.page.getByLabel('An item is in the wrong place').check();
      await shopper.button('Send').click();
      await shopper.button('Done').waitFor();
    };
    await refuse();
    await shopper.button('Try again, free').click();
    await eventually(async () => (await spent(store)) === 2);
    await shopper.heading('Here is your look').waitFor();
    await shopper.page.getByRole('slider').waitFor();
    await refuse();
    expect(await shopper.button('Try again, free').count()).to.equal(0);
  });

  it('charges nothing for a picture that the shopper cancels', async () => {
    const store = await openStore(platform);
    const shopper = await Shopper.visit(await open(), buildPage(store));
    await chooseLook(shopper);
    const release = hold(platform.cog);
    await shopper.button('Try on 2 items').click();
    await shopper.button('Cancel').click();
    await shopper.button('Cancel picture').click();
    await shopper.heading('Choose items').waitFor();
    release();
    await eventually(async () => (await platform.credits(store.account)).held === 0);
    expect(await spent(store)).to.equal(0);
  });

  it('reads something kind in a store without credits', async () => {
    const store = await openStore(platform, { credits: 0 });
    const shopper = await Shopper.visit(await open(), buildPage(store));
    await shopper.heading('The try-on is taking a break').waitFor();
  });

  it('is in the language of the address', async () => {
    const shopper = await Shopper.visit(await open(), `${buildPage(await openStore(platform))}/?lang=de`);
    await shopper.heading('Dein Foto').waitFor();
    expect(await shopper.tab.evaluate('document.documentElement.lang')).to.equal('de');
  });
});
