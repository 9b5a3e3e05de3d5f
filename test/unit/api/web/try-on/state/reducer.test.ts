import { expect } from 'chai';
import type { Action } from '../../../../../../api/web/try-on/state/actions.ts';
import {
  type AppState,
  type ChosenPhoto,
  initialState,
  type LookEntry,
} from '../../../../../../api/web/try-on/state/app-state.ts';
import { reduce } from '../../../../../../api/web/try-on/state/reducer.ts';
import { aPhoto, aSession, aTryOn } from '../../../../../support/try-on/views.ts';

const photo: ChosenPhoto = { kind: 'upload', id: 'photo-1', url: '/p', width: 3, height: 4, name: null };
const picture = { url: '/r', width: 3, height: 4 };
const entry = (productId: string): LookEntry => ({
  productId,
  variantId: null,
  variantTitle: null,
  title: productId,
  image: null,
  price: null,
});

const stateAfter = (...actions: Action[]): AppState => actions.reduce(reduce, initialState);
const chosen: Action[] = [
  { type: 'session-ready', session: aSession() },
  { type: 'photo-chosen', photo },
  { type: 'screen-wanted', screen: 'items' },
  { type: 'item-added', entry: entry('1') },
];
const waiting: Action[] = [
  ...chosen,
  { type: 'render-starting' },
  { type: 'render-changed', view: aTryOn() },
];
const succeeded: Action = { type: 'render-changed', view: aTryOn({ state: 'succeeded', result: picture }) };

describe('Try-on state', () => {
  it('begins with the photo, and keeps the items out of reach until there is one', () => {
    expect(stateAfter({ type: 'screen-wanted', screen: 'items' }).screen).to.equal('photo');
    expect(stateAfter(...chosen).screen).to.equal('items');
  });

  it('shows the wait from the moment a picture is asked for, and the result when it is there', () => {
    expect(stateAfter(...chosen, { type: 'render-starting' }).screen).to.equal('generate');
    expect(stateAfter(...waiting).screen).to.equal('generate');
    expect(stateAfter(...waiting, succeeded).screen).to.equal('result');
  });

  it('leaves a shopper who browses the items where she is when the picture becomes ready', () => {
    const state = stateAfter(...waiting, { type: 'screen-wanted', screen: 'items' }, succeeded);
    expect(state.screen).to.equal('items');
    expect(reduce(state, { type: 'screen-wanted', screen: 'result' }).screen).to.equal('result');
  });

  it('returns to the items with photo and look when the picture is cancelled', () => {
    const state = stateAfter(...waiting, { type: 'render-changed', view: aTryOn({ state: 'cancelled' }) });
    expect(state.screen).to.equal('items');
    expect(state.render.status).to.equal('none');
    expect(state.photo).to.equal(photo);
    expect(state.look).to.have.length(1);
  });

  it('keeps a failed picture on the screen of the wait, which says why', () => {
    const view = aTryOn({ state: 'failed', failure: { reason: 'generation_failed', retryable: true } });
    expect(stateAfter(...waiting, { type: 'render-changed', view }).screen).to.equal('generate');
    expect(
      stateAfter(...chosen, { type: 'render-starting' }, { type: 'render-refused', reason: 'offline' })
        .screen,
    ).to.equal('generate');
  });

  it('has no result to show before there is one', () => {
    expect(stateAfter(...waiting, { type: 'screen-wanted', screen: 'result' }).screen).to.equal('items');
  });

  it('continues the render that the session still has, with its photo', () => {
    const open = stateAfter({
      type: 'session-ready',
      session: aSession({ openRender: aTryOn({ state: 'running' }) }),
    });
    expect(open.screen).to.equal('generate');
    expect(open.photo?.id).to.equal('photo-1');
    const openRender = aTryOn({ state: 'succeeded', result: picture });
    expect(stateAfter({ type: 'session-ready', session: aSession({ openRender }) }).screen).to.equal(
      'result',
    );
  });

  it('does not replace a render of its own by that of a renewed session', () => {
    const state = stateAfter(...waiting, {
      type: 'session-ready',
      session: aSession({ openRender: aTryOn({ id: 'old' }) }),
    });
    expect(state.render).to.have.nested.property('view.id', 'render-1');
  });

  it('forgets a deleted photo everywhere, and returns to the choice of one', () => {
    const state = stateAfter(...chosen, { type: 'photo-deleted', id: 'photo-1' });
    expect(state).to.include({ photo: null, lastPhoto: null, screen: 'photo' });
  });

  it('offers a photo that was uploaded now as the last one, and never a model photo', () => {
    const own = { ...photo, id: 'photo-2' };
    expect(stateAfter(...chosen, { type: 'photo-chosen', photo: own }).lastPhoto?.id).to.equal('photo-2');
    const model: ChosenPhoto = { ...photo, kind: 'model', id: 'model-1', name: 'A room' };
    expect(stateAfter(...chosen, { type: 'photo-chosen', photo: model }).lastPhoto).to.deep.equal(aPhoto());
  });

  it('puts a chosen item in the place of the one that is swapped, once', () => {
    const swap: Action[] = [
      ...chosen,
      { type: 'item-added', entry: entry('2') },
      { type: 'replacement-asked', key: '1:' },
      { type: 'item-added', entry: entry('3') },
      { type: 'item-added', entry: entry('4') },
    ];
    expect(stateAfter(...swap).look.map(({ productId }) => productId)).to.deep.equal(['3', '2', '4']);
  });

  const aLook: Action[] = [
    { type: 'shared-look-changed', sharedLook: { status: 'loading', shortId: 'k3', openId: null } },
    { type: 'screen-wanted', screen: 'shared' },
  ];

  it('shows the shared look of a link before a render that the session still has', () => {
    const openRender = aTryOn({ state: 'succeeded', result: picture });
    const state = stateAfter(...aLook, { type: 'session-ready', session: aSession({ openRender }) });
    expect(state.screen).to.equal('shared');
    const left = reduce({ ...state, openedLook: 'k3' }, { type: 'shared-look-left' });
    expect(left).to.deep.include({ screen: 'result', openedLook: null, sharedLook: { status: 'none' } });
  });

  it('returns from a shared look to the shopper’s own look, else to the first screen', () => {
    expect(stateAfter(...chosen, ...aLook, { type: 'shared-look-left' }).screen).to.equal('items');
    expect(stateAfter(...aLook, { type: 'shared-look-left' }).screen).to.equal('photo');
    expect(stateAfter({ type: 'screen-wanted', screen: 'shared' }).screen).to.equal('photo');
  });

  it('continues from a shared look until the look is empty', () => {
    const opened = stateAfter(
      { type: 'look-set', look: [entry('1'), entry('2')] },
      { type: 'shared-look-opened', shortId: 'k3' },
      { type: 'item-removed', key: '1:' },
    );
    expect(opened.openedLook).to.equal('k3');
    expect(reduce(opened, { type: 'item-removed', key: '2:' }).openedLook).to.equal(null);
  });

  it('gives up a swap when the shopper leaves the items', () => {
    const state = stateAfter(
      ...chosen,
      { type: 'replacement-asked', key: '1:' },
      { type: 'screen-wanted', screen: 'photo' },
    );
    expect(state.replacing).to.equal(null);
  });
});
