import { expect } from 'chai';
import { createPhotoActions } from '../../../../../../api/web/try-on/actions/photo-actions.ts';
import { RequestFailure } from '../../../../../../api/web/try-on/api/failure.ts';
import { toEntry } from '../../../../../../api/web/try-on/catalog/look-entries.ts';
import { createStore } from '../../../../../../api/web/try-on/state/store.ts';
import type { PhotoView } from '../../../../../../shared/try-on/contract.ts';
import { aPhoto, aProduct, someModels } from '../../../../../support/try-on/views.ts';

function steps(upload: (signal?: AbortSignal) => Promise<PhotoView>, prepare = async (file: Blob) => file) {
  const store = createStore();
  const tracked: unknown[] = [];
  const photos = createPhotoActions({
    store,
    track: (...event) => void tracked.push(event),
    startRender: async () => void tracked.push(['started']),
    prepare,
    preview: () => 'blob:preview',
    api: {
      uploadPhoto: (_photo, signal) => upload(signal),
      deletePhoto: async (id) => {
        if (id !== 'photo-1') throw new RequestFailure('offline');
      },
    },
  });
  return { store, photos, tracked };
}

const file = new Blob(['x']);

describe('Choosing a photo', () => {
  it('shows the photo while it is sent, and then the items', async () => {
    const { store, photos } = steps(async () => aPhoto());
    const seen: string[] = [];
    store.subscribe(({ upload }) => seen.push(upload.status));
    await photos.use(file);
    expect(seen.slice(0, 2)).to.deep.equal(['preparing', 'uploading']);
    expect(store.read()).to.deep.include({ screen: 'items', upload: { status: 'idle' } });
    expect(store.read().photo?.id).to.equal('photo-1');
  });

  it('reports a photo of the shopper’s own when it is there, and a model photo by its id', async () => {
    const { photos, tracked } = steps(async () => aPhoto());
    await photos.use(file);
    photos.useUploaded(aPhoto());
    photos.useModel(someModels()[0]!);
    expect(tracked).to.deep.equal([
      ['User Photo Uploaded'],
      ['Model Photo Selected', { model_id: 'model-1' }],
    ]);
  });

  it('leads straight to the picture with one item, once that is there', () => {
    const { store, photos, tracked } = steps(async () => aPhoto());
    const items = [{ productId: '1001', variantId: null }];
    store.dispatch({ type: 'shop-asked', asked: { items, flow: null, share: null } });
    photos.useUploaded(aPhoto());
    expect([store.read().screen, tracked]).to.deep.equal(['photo', []]);
    store.dispatch({ type: 'look-set', look: [toEntry(aProduct())] });
    store.dispatch({ type: 'session-restored' });
    expect(tracked).to.deep.equal([['started']]);
    store.dispatch({
      type: 'look-set',
      look: ['1', '2'].map((productId) => toEntry(aProduct({ productId }))),
    });
    photos.useUploaded(aPhoto());
    expect([store.read().screen, tracked]).to.deep.equal(['items', [['started']]]);
  });

  it('reports no photo that was refused', async () => {
    const { photos, tracked } = steps(async () => {
      throw new RequestFailure('photo_too_dark', 400);
    });
    await photos.use(file);
    expect(tracked).to.deep.equal([]);
  });

  it('says why a photo cannot be used, by the browser or by the service', async () => {
    const { store, photos } = steps(async () => {
      throw new RequestFailure('photo_too_dark', 400);
    });
    await photos.use(file);
    expect(store.read().upload).to.deep.equal({ status: 'refused', reason: 'photo_too_dark' });
    const early = steps(
      async () => aPhoto(),
      async () => {
        throw new RequestFailure('not_an_image');
      },
    );
    await early.photos.use(file);
    expect(early.store.read().upload).to.deep.equal({ status: 'refused', reason: 'not_an_image' });
  });

  it('takes the newest photo when one is chosen while another is sent', async () => {
    const uploads = [
      (signal?: AbortSignal) =>
        new Promise<PhotoView>((_, reject) =>
          signal?.addEventListener('abort', () => reject(new Error('aborted'))),
        ),
      async () => aPhoto({ id: 'photo-2' }),
    ];
    const { store, photos } = steps((signal) => uploads.shift()!(signal));
    const first = photos.use(file);
    await new Promise((sent) => setImmediate(sent));
    await photos.use(file);
    await first;
    expect(store.read().photo?.id).to.equal('photo-2');
  });

  it('uses a model photo at once', () => {
    const { store, photos } = steps(async () => aPhoto());
    photos.useModel(someModels()[0]!);
    expect(store.read().photo).to.include({ kind: 'model', name: 'A person in a space suit' });
    expect(store.read().screen).to.equal('items');
  });

  it('forgets a deleted photo, and keeps one that could not be deleted', async () => {
    const { store, photos } = steps(async () => aPhoto());
    photos.useUploaded(aPhoto());
    expect(await photos.remove('photo-9')).to.equal(false);
    expect(store.read().photo?.id).to.equal('photo-1');
    expect(await photos.remove('photo-1')).to.equal(true);
    expect(store.read().photo).to.equal(null);
  });
});
