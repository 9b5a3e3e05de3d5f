import { buffer } from 'node:stream/consumers';
import { expect } from 'chai';
import sharp from 'sharp';
import { createConversions } from '../../../../api/visualize/conversions.ts';
import type { BlobStorage } from '../../../../shared/blobs/blob-storage.ts';
import { deleteImages } from '../../../../shared/renders/delete-images.ts';
import type { RenderDoc } from '../../../../shared/renders/render-model.ts';
import { purgeImages } from '../../../../workers/sweeper/purge-images.ts';
import {
  call,
  startPlatform,
  type TestAccount,
  type TestPlatform,
  visualize,
  visualizeBody,
} from '../../../support/platform.ts';

describe('the converted image of a render', () => {
  let platform: TestPlatform;
  let account: TestAccount;
  let render: RenderDoc;
  before(async () => {
    platform = await startPlatform();
    account = await platform.account({ credits: 50 });
  });
  beforeEach(async () => {
    const { headers } = await visualize(platform, account.key, await visualizeBody());
    render = (await platform.database.renders.findById(headers.get('x-render-id')).lean<RenderDoc>())!;
  });
  after(() => platform.close());

  const outputs = async () => {
    const listed = await platform.blobs.list(`renders/${render._id}/out/`, { limit: 10 });
    return listed.map(({ key }) => key);
  };
  const jpegKey = () => `${render.result!.blob}.jpeg`;
  const getJpeg = () =>
    fetch(`${platform.url}/visualize/${render._id}/image`, {
      headers: { authorization: `Bearer ${account.key}`, accept: 'image/jpeg' },
    });
  const storageWith = (changes: Partial<BlobStorage>): BlobStorage =>
    Object.assign(Object.create(platform.blobs) as BlobStorage, changes);

  it('is made once for requests that come together, and kept for those that follow', async () => {
    let made = 0;
    const blobs = storageWith({
      put: (...given) => {
        made += 1;
        return platform.blobs.put(...given);
      },
    });
    const conversions = createConversions({ blobs, database: platform.database });
    const open = async () => buffer((await conversions.open(render, 'image/jpeg', {})).body);
    const first = await Promise.all(Array.from({ length: 20 }, open));
    const later = await open();
    expect(made).to.equal(1);
    for (const image of first) expect(image.equals(later)).to.equal(true);
    expect((await sharp(later).metadata()).format).to.equal('jpeg');
    expect(await outputs()).to.have.members([render.result!.blob, jpegKey()]);
  });

  it('is sent from the blob storage once it is there', async () => {
    const kept = Buffer.from('what was kept');
    await platform.blobs.put(jpegKey(), kept, 'image/jpeg');
    const response = await getJpeg();
    expect([response.status, response.headers.get('content-length')]).to.deep.equal([200, '13']);
    expect(Buffer.from(await response.arrayBuffer()).equals(kept)).to.equal(true);
  });

  it('is deleted with the PNG by its owner', async () => {
    await (await getJpeg()).arrayBuffer();
    expect(await outputs()).to.have.length(2);
    await call(platform, 'DELETE', `/visualize/${render._id}`, account.key);
    expect(await outputs()).to.deep.equal([]);
    expect((await getJpeg()).status).to.equal(410);
  });

  it('is deleted with the PNG when its retention is over', async () => {
    await (await getJpeg()).arrayBuffer();
    const past = new Date(Date.now() - 1);
    await platform.database.renders.updateOne({ _id: render._id }, { $set: { outputUntil: past } });
    await purgeImages(platform);
    expect(await outputs()).to.deep.equal([]);
  });

  it('is not left behind when the images are deleted while it is made', async () => {
    const blobs = storageWith({
      put: async (...given) => {
        await deleteImages(platform, render);
        await platform.blobs.put(...given);
      },
    });
    const conversions = createConversions({ blobs, database: platform.database });
    const { body } = await conversions.open(render, 'image/webp', {});
    expect((await sharp(await buffer(body)).metadata()).format).to.equal('webp');
    expect(await outputs()).to.deep.equal([]);
  });
});
