import { expect } from 'chai';
import { initialState } from '../../../../../../api/web/try-on/state/app-state.ts';
import { lookItems, readDraft, saveDraft } from '../../../../../../api/web/try-on/state/draft.ts';
import { memoryStorage } from '../../../../../support/try-on/memory-storage.ts';

const empty = { photo: null, items: [], screen: 'photo', render: null, openedLook: null };

describe('Draft of the tab', () => {
  it('returns photo, items and screen after a reload, of this store alone', () => {
    const session = memoryStorage();
    const entry = {
      productId: '1',
      variantId: 'red',
      title: 'Tee',
      variantTitle: null,
      image: null,
      price: null,
    };
    const photo = { kind: 'model', id: 'm', url: '/m', width: 1, height: 1, name: 'M' } as const;
    saveDraft(session, 'demo', { ...initialState, photo, look: [entry], screen: 'items', openedLook: 'k3' });
    expect(readDraft(session, 'demo')).to.deep.equal({
      photo: { kind: 'model', id: 'm' },
      items: [{ productId: '1', variantId: 'red' }],
      screen: 'items',
      render: null,
      openedLook: 'k3',
    });
    expect(readDraft(session, 'other')).to.deep.equal(empty);
  });

  it('is empty when what is stored is of another version', () => {
    for (const text of ['{', 'null', '[]', '{"items":7}']) {
      expect(readDraft(memoryStorage({ 'service_try_on_draft:demo': text }), 'demo'), text).to.deep.equal(
        empty,
      );
    }
  });

  it('takes twelve items of the right shape, each once, ids as texts', () => {
    const values = [{ productId: 7 }, { productId: '7', variantId: '' }, null, 'x', { variantId: '1' }];
    expect(lookItems(values)).to.deep.equal([{ productId: '7', variantId: null }]);
    const many = Array.from({ length: 14 }, (_, index) => ({ productId: String(index) }));
    expect(lookItems(many)).to.have.length(12);
    expect(lookItems('no list')).to.deep.equal([]);
  });
});
