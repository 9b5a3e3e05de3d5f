import { expect } from 'chai';
import { describeInBrowser } from '../../support/browser/describe-in-browser.ts';
import { eventually, hold, startPlatform, type TestPlatform } from '../../support/platform.ts';
import { Shopper } from '../../support/try-on/shopper.ts';
import { openStore, roomPhoto } from '../../support/try-on.ts';

describeInBrowser('Two tabs of one shopper', (open) => {
  let platform: TestPlatform;
  before(async () => {
    platform = await startPlatform();
  });
  after(() => platform.close());

  it('have one open picture: a new look in one cancels that of the other, which shows it', async () => {
    const store = await openStore(platform);
    const url = platform.url.replace('127.0.0.1', `${store.slug}.localhost`);
    const context = await open();
    const states = async () => {
      const renders = platform.database.renders.find({ 'tryOn.store': store.id }, { state: 1 });
      return (await renders.sort({ createdAt: 1 }).lean()).map(({ state }) => state);
    };
    const first = await Shopper.visit(context, url);
    await first.chooseFile({
      name: 'room.jpg',
      mimeType: 'image/jpeg',
      buffer: await roomPhoto(900, 600),
    });
    await first.addItem('Sofa');
    const release = hold(platform.cog);
    await first.button('Try it on').click();
    await eventually(async () => (await states()).length === 1);

    const second = await Shopper.visit(context, url);
    await second.heading('Creating your picture').waitFor();
    await second.button('Back').click();
    await second.button('Remove Sofa').click();
    await second.addItem('Lamp');
    await second.button('Try it on').click();
    await second.heading('Creating your picture').waitFor();
    await first.heading('Choose items').waitFor();
    await first.button('Remove Sofa').waitFor();
    expect((await states())[0]).to.equal('cancelled');
    // The former render is cancelled before the new one is saved.
    await eventually(async () => ['queued', 'running'].includes((await states())[1] ?? ''));

    await Promise.all([first.tab.reload(), second.tab.reload()]);
    await first.heading('Creating your picture').waitFor();
    await second.heading('Creating your picture').waitFor();
    release();
    for (const shopper of [first, second]) {
      await shopper.heading('Here is your look').waitFor();
      expect(await shopper.page.locator('.result-words > p:first-child').allInnerTexts()).to.deep.equal([
        'Lamp',
      ]);
    }
    await eventually(async () => (await platform.credits(store.account)).spent === 1);
    expect(await states()).to.deep.equal(['cancelled', 'succeeded']);
  });
});
