import { expect } from 'chai';
import sharp from 'sharp';
import { startPlatform, type TestPlatform } from '../../../support/platform.ts';
import { enter, openStore, roomPhoto, type Shopper } from '../../../support/try-on.ts';

describe('uploads of photos', () => {
  let platform: TestPlatform;
  afterEach(() => platform.close());

  async function shopperWith(env: Record<string, string>): Promise<Shopper> {
    platform = await startPlatform({ env });
    return enter(platform, await openStore(platform));
  }

  it('cost more points the more pixels a photo has', async () => {
    // A session takes 5, a photo 20, and each of eight megapixels beyond the page's own 10.
    const shopper = await shopperWith({ TRY_ON_PER_ADDRESS: '144' });
    const large = sharp({ create: { width: 4032, height: 3024, channels: 3, background: '#888' } }).png();
    const body = await large.toBuffer();
    expect((await shopper.call('POST', '/photos', { body })).status).to.equal(201);
    expect((await shopper.call('POST', '/photos', { body: await roomPhoto() })).status).to.equal(201);
    const { status, body: refusal } = await shopper.call('POST', '/photos', { body: await roomPhoto() });
    expect([status, refusal.reason]).to.deep.equal([429, 'rate_limited']);
  });

  it('stop while less of the disk is free than the setting says', async () => {
    const shopper = await shopperWith({ UPLOAD_MIN_FREE_PERCENT: '100' });
    const { status, body, headers } = await shopper.call('POST', '/photos', { body: await roomPhoto() });
    expect([status, body.code, body.reason]).to.deep.equal([503, 'SERVICE_UNAVAILABLE', 'unavailable']);
    expect(Number(headers.get('retry-after'))).to.equal(600);
    expect(await platform.database.photos.countDocuments()).to.equal(0);
  });
});
