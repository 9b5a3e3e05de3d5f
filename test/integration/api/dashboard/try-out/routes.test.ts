import { expect } from 'chai';
import type { StoreDoc } from '../../../../../shared/stores/store-model.ts';
import { addModelPhoto } from '../../../../../shared/try-on/model-photos.ts';
import { keepAsset, keepProduct } from '../../../../support/catalog/catalog-store.ts';
import { addStore, type Merchant, signUpMember } from '../../../../support/merchants.ts';
import { eventually, startPlatform, type TestPlatform } from '../../../../support/platform.ts';
import { roomPhoto } from '../../../../support/try-on.ts';

const path = '/dashboard/acme/catalog/try-out';
const page = '/dashboard/acme/catalog/product?id=sofa';

describe('the try-out of a product', () => {
  let platform: TestPlatform;
  let mia: Merchant;
  let store: StoreDoc;
  let model: string;

  before(async () => {
    platform = await startPlatform({ workers: 1 });
    const { id: account } = await platform.account({ credits: 2 });
    mia = await signUpMember(platform, { name: 'Mia', roles: ['merchant'], account });
    store = await addStore(platform, { account, slug: 'acme' });
    const image = await keepAsset(platform, store._id, 'whole', 101);
    const assets = [{ image, source: 'https://cdn.example/x.jpg', variantIds: [] }];
    await keepProduct(platform, store._id, { productId: 'sofa', handle: 'sofa', title: 'Sofa', assets });
    const { database, blobs } = platform;
    const photo = { source: await roomPhoto(400, 300), name: 'A bright room', kind: 'room' } as const;
    model = (await addModelPhoto({ ...database, blobs }, store, photo))._id;
  });
  after(() => platform.close());

  const send = (fields: Record<string, string>, file: Buffer = Buffer.alloc(0)) =>
    mia.visitor.upload(path, {
      ...{ page, file: new Uint8Array(file), name: file.length > 0 ? 'room.jpg' : '' },
      fields: { product: 'sofa', ...fields },
    });
  const credits = () => platform.credits(store.account);
  const listRenders = () => platform.database.renders.find({ account: store.account }).lean();
  const ended = () =>
    eventually(async () => (await listRenders()).every(({ state }) => state === 'succeeded'));

  it('says before it is started what it costs', async () => {
    const { text } = await mia.visitor.get(page);
    expect(text)
      .to.include('1 credit once it succeeds')
      .and.include('costs nothing')
      .and.include('A bright room');
  });

  it('costs one credit once it succeeds, and shows its image to its merchant alone', async () => {
    const sent = await send({ model, mode: 'live' });
    expect(sent.status, sent.text).to.equal(303);
    const [render] = await listRenders();
    expect(sent.location).to.equal(`${page}&render=${render!._id}#try-out`);
    await ended();
    expect(await credits()).to.include({ available: 1 });
    const image = `/dashboard/acme/try-outs/${render!._id}/image`;
    expect((await mia.visitor.get(sent.location!)).text).to.include(`src="${image}"`);
    const { status, headers } = await mia.visitor.get(image);
    expect([status, headers.get('content-type')]).to.deep.equal([200, 'image/webp']);
    await addStore(platform, { account: store.account, slug: 'other' });
    expect((await mia.visitor.get(image.replace('acme', 'other'))).status).to.equal(404);
    expect(await platform.database.events.countDocuments({})).to.equal(0);
  });

  it('takes a photo of the merchant, costs nothing as a test, and is started once by a form that is sent twice', async () => {
    const attempt = 'a'.repeat(20);
    const photo = await roomPhoto();
    const [first, second] = [
      await send({ mode: 'test', attempt }, photo),
      await send({ mode: 'test', attempt }, photo),
    ];
    expect([first.status, second.location]).to.deep.equal([303, first.location]);
    expect(await listRenders()).to.have.lengthOf(2);
    expect((await listRenders()).filter(({ mode }) => mode === 'test')).to.have.lengthOf(1);
    expect(await credits()).to.include({ available: 1, held: 0 });
  });

  it('says on the page why it cannot be started, and charges nothing', async () => {
    const refused = async (fields: Record<string, string>, file?: Buffer) => {
      const { status, text } = await send(fields, file);
      expect(status).to.equal(422);
      return /role="alert">.*?<div class="banner-text">([^<]*)</s.exec(text)?.[1] ?? text;
    };
    expect(await refused({ model: 'none' })).to.include('photo is missing; choose a model photo, or a file.');
    expect(await refused({}, Buffer.from('no image'))).to.include('photo');
    await platform.database.accounts.updateOne({ _id: store.account }, { $set: { 'credits.available': 0 } });
    expect(await refused({ model, mode: 'live' })).to.include('credit');
    await platform.database.accounts.updateOne({ _id: store.account }, { $set: { 'credits.available': 1 } });
    expect(await listRenders()).to.have.lengthOf(2);
    expect((await send({ model, product: 'gone' })).status).to.equal(404);
    await ended();
    expect((await platform.verifyAtRest()).problems).to.deep.equal([]);
  });
});
