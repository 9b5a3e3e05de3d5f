import { expect } from 'chai';
import { runAdmin } from '../../../support/admin.ts';
import { getEnvironment } from '../../../support/get-environment.ts';
import { startPlatform, type TestPlatform } from '../../../support/platform.ts';
import { enter, openStore, type TestStore } from '../../../support/try-on.ts';

describe('npm run admin -- store show', () => {
  let platform: TestPlatform;
  before(async () => {
    platform = await startPlatform();
  });
  after(() => platform.close());

  async function show({ slug }: TestStore, ...options: string[]): Promise<string> {
    const args = ['store', 'show', '--store', slug, ...options];
    return (await runAdmin(args, getEnvironment(platform.config))).stdout;
  }
  const tryOn = async (store: TestStore) => {
    const photo = { kind: 'model' as const, id: store.modelPhoto };
    await (await enter(platform, store)).render({ photo, items: [store.sofa] });
    await platform.verifyAtRest();
  };

  it('shows the store, its credits, its try-ons of today, and that shoppers can start one', async () => {
    const store = await openStore(platform, { credits: 5 });
    await tryOn(store);
    const shown = JSON.parse(await show(store, '--json'));
    expect(shown).to.deep.include({
      slug: store.slug,
      hosts: [`${store.slug}.example`],
      tryOns: { today: 1, refused: {}, paused: null },
    });
    expect(shown.credits).to.include({ available: 4, held: 0 });
    expect(shown.settings.caps).to.deep.equal({ perVisitor: 10, perAddress: 30, perStore: 500 });
  });

  it('says that the account has no credits', async () => {
    const store = await openStore(platform, { credits: 0 });
    expect(await show(store)).to.include('Shoppers can start one now: no, insufficient_credits.');
  });

  it('says that the cap of the store is reached', async () => {
    const store = await openStore(platform, { settings: { caps: { perStore: 1 } } });
    await tryOn(store);
    const text = await show(store);
    expect(text).to.include(
      'Try-ons today (UTC): 1 of 1.\nRefused today: none.\nShoppers can start one now: no, store_limit.',
    );
  });
});
