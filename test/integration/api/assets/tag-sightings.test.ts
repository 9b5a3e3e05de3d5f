import { expect } from 'chai';
import type { StoreDoc } from '../../../../shared/stores/store-model.ts';
import { addStore } from '../../../support/merchants.ts';
import { eventually, startPlatform, type TestPlatform } from '../../../support/platform.ts';

describe('the sightings of the script tag', () => {
  let platform: TestPlatform;

  before(async () => {
    platform = await startPlatform({ workers: 0 });
    const { id: account } = await platform.account();
    for (const slug of ['acme', 'quiet', 'last']) await addStore(platform, { account, slug });
  });
  after(() => platform.close());

  const load = async (referer: string, file = 'service-embed.js') => {
    const { status } = await fetch(`${platform.url}/${file}`, { headers: { referer } });
    return status;
  };
  const readSeen = async (slug: string) =>
    (await platform.database.stores.findOne({ slug }).lean<StoreDoc>())?.tagSeen;

  it('are of the host of the page that loads the script', async () => {
    const before = Date.now();
    expect(await load('https://acme.example/')).to.equal(200);
    await eventually(async () => (await readSeen('acme')) !== undefined);
    const seen = (await readSeen('acme'))!;
    expect(seen.host).to.equal('acme.example');
    expect(seen.at.getTime()).to.be.within(before, Date.now());
  });

  it('are not of pages of no store, nor of other files', async () => {
    for (const referer of ['https://nowhere.example/', 'nonsense', '']) await load(referer);
    await load('https://quiet.example/', 'service-embed-cart.js');
    await load('https://acme.example/', 'service-embed@0123456789ab.js');
    await load('https://last.example/');
    await eventually(async () => (await readSeen('last')) !== undefined);
    expect(await readSeen('quiet')).to.equal(undefined);
  });
});
