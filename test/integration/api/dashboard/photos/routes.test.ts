import { expect } from 'chai';
import type { StoreDoc } from '../../../../../shared/stores/store-model.ts';
import { addStore, type Merchant, readFieldError, signUpMember } from '../../../../support/merchants.ts';
import { startPlatform, type TestPlatform } from '../../../../support/platform.ts';
import { roomPhoto } from '../../../../support/try-on.ts';

const path = '/dashboard/acme/photos';
const hostile = '<img src=x onerror=alert(1)>';

describe('the model photos of a store', () => {
  let platform: TestPlatform;
  let mia: Merchant;
  let store: StoreDoc;

  before(async () => {
    platform = await startPlatform({ workers: 0 });
    mia = await signUpMember(platform, { name: 'Mia', roles: ['merchant'] });
    store = await addStore(platform, { account: mia.account, slug: 'acme' });
  });
  after(() => platform.close());

  const upload = (bytes: Buffer, fields: { name: string; kind?: string }) =>
    mia.visitor.upload(path, {
      ...{ file: new Uint8Array(bytes), name: 'room.jpg' },
      fields: { kind: 'room', ...fields },
    });
  const count = () => platform.database.modelPhotos.countDocuments({ store: store._id });

  it('are added by kind, and shown with their description', async () => {
    expect((await mia.visitor.get(path)).text).to.include('The store has no model photo.');
    const added = await upload(await roomPhoto(), { name: hostile });
    expect(added.location, added.text).to.equal(`${path}?done=photo`);
    await upload(await roomPhoto(), { name: 'Ada', kind: 'person' });
    const { text } = await mia.visitor.get(path);
    expect(text).to.include('Rooms').and.include('People').and.include('alt="Ada"');
    expect(text).to.include('&lt;img src=x').and.not.include('<img src=x');
    const thumbnail = /src="(\/api\/[^"]+)"/.exec(text)![1]!;
    const image = await mia.visitor.get(thumbnail);
    expect([image.status, image.headers.get('content-type')]).to.deep.equal([200, 'image/webp']);
  });

  it('say beside the field why a photo cannot be used', async () => {
    const before = await count();
    const noImage = await upload(Buffer.from('no image'), { name: 'Room' });
    expect([noImage.status, readFieldError(noImage.text)?.startsWith('The photo')]).to.deep.equal([
      422,
      true,
    ]);
    expect(noImage.text).to.include('value="Room"');
    const dark = await upload(await roomPhoto(480, 320, 2), { name: 'Room' });
    expect(readFieldError(dark.text)).to.include('The photo');
    const nameless = await upload(await roomPhoto(), { name: ' ' });
    expect(readFieldError(nameless.text)).to.include('The description must have');
    expect((await upload(await roomPhoto(), { name: 'Room', kind: 'cat' })).status).to.equal(400);
    expect(await count()).to.equal(before);
  });

  it('are removed, and those of another store are not', async () => {
    const photo = (await platform.database.modelPhotos.findOne({ store: store._id }).lean())!;
    const remove = (id: string) => mia.visitor.submit(`${path}/remove`, { photo: id }, '/dashboard');
    const before = await count();
    expect((await remove(photo._id)).location).to.equal(`${path}?done=no-photo`);
    expect((await remove(photo._id)).status).to.equal(404);
    expect(await count()).to.equal(before - 1);
    const other = (await platform.database.modelPhotos.findOne({ store: store._id }).lean())!;
    await platform.database.modelPhotos.updateOne({ _id: other._id }, { store: 'store_other' });
    expect((await remove(other._id)).status).to.equal(404);
  });
});
