import { randomBytes } from 'node:crypto';
import { expect } from 'chai';
import sharp from 'sharp';
import { silentLogger } from '../../../../shared/log.ts';
import { hourMs } from '../../../../shared/time.ts';
import { deletePhotos } from '../../../../workers/sweeper/delete-photos.ts';
import { eventually, hold, startPlatform, type TestPlatform } from '../../../support/platform.ts';
import { enter, openStore, roomPhoto, type Shopper, type TestStore } from '../../../support/try-on.ts';

describe('photos for the try-on', () => {
  let platform: TestPlatform;
  let store: TestStore;
  let shopper: Shopper;

  before(async () => {
    platform = await startPlatform({ env: { TRY_ON_PER_ADDRESS: '1000000' } });
  });
  beforeEach(async () => {
    store = await openStore(platform, { settings: { photoHours: 2 } });
    shopper = await enter(platform, store);
  });
  after(() => platform.close());

  const getBlobs = (prefix: string) => platform.blobs.list(prefix, { limit: 100 });
  const startFrom = async (photoId: string) =>
    (await shopper.post({ photo: { kind: 'upload', id: photoId }, items: [store.sofa] })).body.id as string;

  const flatPng = (width: number, height: number) =>
    sharp({ create: { width, height, channels: 3, background: '#888' } })
      .png()
      .toBuffer();

  it('are made upright, stripped of metadata and kept for the store’s hours', async () => {
    const sideways = await sharp(await roomPhoto(480, 320)).withExif({ IFD0: { Copyright: 'me' } });
    const photo = await shopper.upload(await sideways.withMetadata({ orientation: 6 }).toBuffer());
    expect([photo.width, photo.height]).to.deep.equal([320, 480]);
    const hours = (Date.parse(photo.expiresAt) - Date.parse(photo.createdAt)) / hourMs;
    expect(hours).to.equal(2);
    const picture = await shopper.picture(photo.url);
    expect(picture.headers.get('cache-control')).to.match(/^private/);
    const kept = await sharp(Buffer.from(await picture.arrayBuffer())).metadata();
    expect([kept.orientation, kept.exif]).to.deep.equal([undefined, undefined]);
  });

  for (const [what, make, reason] of [
    ['a text', async () => Buffer.from('not a picture'), 'not_an_image'],
    ['half a picture', async () => (await roomPhoto()).subarray(0, 2000), 'not_an_image'],
    ['a picture of 255 pixels', () => roomPhoto(400, 255), 'photo_too_small'],
    ['a black picture', () => roomPhoto(400, 300, 12), 'photo_too_dark'],
    ['more pixels than a camera of 12 megapixels takes', () => flatPng(4100, 3100), 'photo_too_large'],
    ['more than 8 MiB', async () => Buffer.alloc(8 * 1024 * 1024 + 1, 1), 'photo_too_large'],
    ['no bytes', async () => Buffer.alloc(0), 'not_an_image'],
  ] as [string, () => Promise<Buffer>, string][]) {
    it(`refuses ${what} with the reason ${reason}, and keeps nothing of it`, async () => {
      const { status, body, headers } = await shopper.call('POST', '/photos', { body: await make() });
      expect([status, body.reason, body.code]).to.deep.equal([400, reason, 'INVALID_INPUT']);
      expect(headers.get('x-error-field')).to.equal('photo');
      expect(await getBlobs(`photos/${store.id}/`)).to.deep.equal([]);
    });
  }

  it('accept a dark room with a lamp, and a picture with transparent parts', async () => {
    const dark = await roomPhoto(400, 300, 16);
    const lamp = { input: await roomPhoto(80, 80, 255), top: 20, left: 20 };
    await shopper.upload(await sharp(dark).composite([lamp]).jpeg().toBuffer());
    const holes = sharp({ create: { width: 400, height: 300, channels: 4, background: '#88f8' } });
    const photo = await shopper.upload(await holes.png().toBuffer());
    expect((await shopper.picture(photo.url)).headers.get('content-type')).to.equal('image/jpeg');
  });

  it('are deleted at once on request, with the copies of ended renders', async () => {
    const photo = await shopper.upload();
    const renderId = await startFrom(photo.id);
    await shopper.ended(renderId);
    expect(await getBlobs(`renders/${renderId}/in/`)).to.have.length(1);
    expect((await shopper.call('DELETE', `/photos/${photo.id}`)).status).to.equal(204);
    expect(await getBlobs(`photos/${store.id}/`)).to.deep.equal([]);
    expect(await getBlobs(`renders/${renderId}/in/`)).to.deep.equal([]);
    expect((await shopper.picture(photo.url)).status).to.equal(404);
    expect((await shopper.call('DELETE', `/photos/${photo.id}`)).body.reason).to.equal('photo_gone');
    expect((await shopper.openSession()).lastPhoto).to.equal(null);
    const { body } = await shopper.call('GET', `/renders/${renderId}`);
    expect([body.state, body.photo, body.result === null]).to.deep.equal(['succeeded', null, false]);
  });

  it('cancel the open render from them when they are deleted, which is not charged', async () => {
    const release = hold(platform.cog);
    const photo = await shopper.upload();
    const renderId = await startFrom(photo.id);
    await shopper.call('DELETE', `/photos/${photo.id}`);
    release();
    expect((await shopper.ended(renderId)).state).to.equal('cancelled');
    expect(await getBlobs(`renders/${renderId}/in/`)).to.deep.equal([]);
    await eventually(async () => (await platform.credits(store.account)).held === 0);
    expect((await platform.credits(store.account)).spent).to.equal(0);
  });

  it('are deleted by the sweeper when their hours are over, after the renders that read them', async () => {
    const sweeper = { ...platform, log: silentLogger() };
    const release = hold(platform.cog);
    const photo = await shopper.upload();
    const renderId = await startFrom(photo.id);
    await platform.database.photos.updateOne(
      { _id: photo.id },
      { $set: { until: new Date(Date.now() - 1) } },
    );
    expect((await shopper.picture(photo.url)).status).to.equal(404);
    const late = await shopper.post({ photo: { kind: 'upload', id: photo.id }, items: [store.lamp] });
    expect([late.status, late.body.reason]).to.deep.equal([404, 'photo_gone']);
    await deletePhotos(sweeper);
    expect(await getBlobs(`photos/${store.id}/`)).to.have.length(1);
    release();
    await shopper.ended(renderId);
    await eventually(async () => {
      await deletePhotos(sweeper);
      return (await getBlobs(`photos/${store.id}/`)).length === 0;
    });
    expect(await getBlobs(`renders/${renderId}/in/`)).to.deep.equal([]);
    expect(await platform.database.photos.countDocuments({ store: store.id })).to.equal(0);
  });

  it('are encoded again when they have more than 2 MiB', async () => {
    const noise = { raw: { width: 2048, height: 2048, channels: 3 } } as const;
    const jpeg = sharp(randomBytes(2048 * 2048 * 3), noise).jpeg({ quality: 92 });
    const { id } = await shopper.upload(await jpeg.toBuffer());
    const { image } = (await platform.database.photos.findById(id).lean())!;
    expect([image.width, image.height]).to.deep.equal([2048, 2048]);
    expect(image.bytes).to.be.at.most(2 * 1024 * 1024);
    expect((await platform.blobs.stat(image.blob))!.bytes).to.equal(image.bytes);
  });

  it('are kept up to ten of a visitor, the oldest of which are deleted first', async () => {
    const ids: string[] = [];
    for (let count = 0; count < 12; count += 1) ids.push((await shopper.upload()).id);
    const kept = await platform.database.photos.find({ store: store.id }).sort({ createdAt: 1 }).lean();
    expect(kept.map(({ _id }) => _id)).to.deep.equal(ids.slice(2));
    expect(await getBlobs(`photos/${store.id}/`)).to.have.length(10);
  });
});
