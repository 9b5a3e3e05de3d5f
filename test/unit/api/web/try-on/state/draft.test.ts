import { expect } from 'chai';
import { initialState } from '../../../../../../api/web/try-on/state/app-state.ts';
import { lookItems, readDraft, saveDraft } from '../../../../../../api/web/try-on/state/draft.ts';
import { memoryStorage } from '../../../../../support/try-on/memory-storage.ts';
import { aFlow } from '../../../../../support/try-on/views.ts';

const empty = {
  photo: null,
  items: [],
  openSizes: [],
  screen: 'photo',
  render: null,
  flow: null,
  openedLook: null,
};

describe('Draft of the tab', () => {
  it('returns photo, items, screen and the step of a flow after a reload, of this store alone', () => {
    const session = memoryStorage();
    const entry = {
      productId: '1',
      variantId: 'red',
      title: 'Tee',
      variantTitle: null,
      image: null,
      price: null,
      isSizeOpen: true,
    };
    const photo = { kind: 'model', id: 'm', url: '/m', width: 1, height: 1, name: 'M' } as const;
    const place = {
      ...{ step: 1, picks: [['1', 0]] as [string, number][], isOver: false },
      outcomes: ['completed' as const, null, null],
    };
    const flow = { flow: aFlow(), ...place };
    const state = { ...initialState, photo, look: [entry], screen: 'items' as const, flow, openedLook: 'k3' };
    saveDraft(session, 'demo', state);
    expect(readDraft(session, 'demo')).to.deep.equal({
      photo: { kind: 'model', id: 'm' },
      items: [{ productId: '1', variantId: 'red' }],
      openSizes: ['1:red'],
      screen: 'items',
      render: null,
      flow: { id: 'corner', ...place },
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
