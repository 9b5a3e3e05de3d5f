import { expect } from 'chai';
import type { BlobStorage } from '../../../../shared/blobs/blob-storage.ts';
import { eraseTryOns } from '../../../../shared/try-on/erase-try-ons.ts';
import { shareLook } from '../../../../shared/try-on/shared-looks.ts';
import { startPlatform, type TestPlatform } from '../../../support/platform.ts';
import { openStore, Shopper } from '../../../support/try-on.ts';

describe('the erasure of a visitor', () => {
  let platform: TestPlatform;
  before(async () => {
    platform = await startPlatform();
  });
  after(() => platform.close());

  it('leaves nothing of a look that is being shared at that moment', async () => {
    const { database, blobs, redis: connection, config } = platform;
    const store = await openStore(platform);
    const shopper = new Shopper(platform, store);
    await shopper.openSession({ visitorId: 'browser-1' });
    const { id } = await shopper.render({
      photo: { kind: 'model', id: store.modelPhoto },
      items: [store.sofa],
    });
    const { tryOn, result } = (await database.renders.findById(id).lean())!;
    const given = { store: store.id, visitor: tryOn!.visitor!, render: id, items: [], result: result!.blob };
    /** The request has found the render before it was erased, and reads its picture before that is deleted. */
    const sharedMeanwhile = Object.assign(Object.create(blobs) as BlobStorage, {
      async deletePrefix(prefix: string) {
        if (prefix.startsWith('renders/'))
          await shareLook({ sharedLooks: database.sharedLooks, blobs }, { ...given, days: 90 });
        return blobs.deletePrefix(prefix);
      },
    });

    const places = { database, connection, prefix: config.QUEUE_PREFIX, retention: config };
    await eraseTryOns({ ...places, blobs: sharedMeanwhile }, store.id, 'browser-1');

    const [look] = await database.sharedLooks.find({ store: store.id }).lean();
    expect(look).to.not.have.any.keys('visitor', 'render', 'items', 'picture', 'preview', 'until');
    expect(await blobs.list(`looks/${store.id}/`, { limit: 10 })).to.deep.equal([]);
  });
});
