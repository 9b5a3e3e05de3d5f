import { expect } from 'chai';
import { followHistory, type HistoryWindow } from '../../../../../../api/web/try-on/app/back-navigation.ts';
import type { Action } from '../../../../../../api/web/try-on/state/actions.ts';
import { initialState } from '../../../../../../api/web/try-on/state/app-state.ts';
import { createStore } from '../../../../../../api/web/try-on/state/store.ts';
import { aFlow, aTryOn } from '../../../../../support/try-on/views.ts';

/** A session history, as browsers keep one: `go` reports by `popstate`. */
class FakeHistory implements HistoryWindow {
  readonly entries: unknown[] = [null];
  at = 0;
  #listener: (event: { state: unknown }) => void = () => undefined;
  readonly history = {
    pushState: (state: unknown) => {
      this.entries.splice(this.at + 1, Number.POSITIVE_INFINITY, state);
      this.at += 1;
    },
    replaceState: (state: unknown) => {
      this.entries[this.at] = state;
    },
    go: (steps = 0) => this.travel(steps),
    state: null as unknown,
  };
  addEventListener(_type: 'popstate', listener: (event: { state: unknown }) => void): void {
    this.#listener = listener;
  }
  travel(steps: number): void {
    this.at += steps;
    this.#listener({ state: this.entries[this.at] });
  }
}

const photo = { kind: 'upload', id: 'p', url: '/p', width: 1, height: 1, name: null } as const;
const to = (screen: 'photo' | 'items' | 'generate' | 'result'): Action => ({ type: 'screen-wanted', screen });
const succeeded: Action = {
  type: 'render-changed',
  view: aTryOn({ state: 'succeeded', result: { url: '/r', width: 1, height: 1 } }),
};

function journey() {
  const window = new FakeHistory();
  const store = createStore({ ...initialState, photo });
  const back = followHistory(window, store);
  const send = (...actions: Action[]) => {
    for (const action of actions) store.dispatch(action);
  };
  return { window, store, back, send };
}

describe('Back in the try-on', () => {
  it('walks the screens', () => {
    const { window, store, send } = journey();
    send(to('items'));
    expect(window.entries).to.have.length(2);
    window.travel(-1);
    expect(store.read().screen).to.equal('photo');
    window.travel(1);
    expect(store.read().screen).to.equal('items');
  });

  it('does not return from the result to the wait', () => {
    const { window, store, send } = journey();
    send(to('items'), { type: 'render-starting' }, succeeded);
    expect(store.read().screen).to.equal('result');
    window.travel(-1);
    expect(store.read().screen).to.equal('items');
  });

  it('goes back in the entries that are there instead of adding more', () => {
    const { window, store, send } = journey();
    send(to('items'), { type: 'render-starting' }, succeeded, to('photo'));
    expect(window.at).to.equal(0);
    send(to('items'), to('photo'), to('items'), to('photo'));
    expect(window.at).to.equal(0);
    expect(store.read().screen).to.equal('photo');
  });

  it('keeps one entry for a picture that is created again and again', () => {
    const { window, send } = journey();
    send(to('items'), { type: 'render-starting' }, succeeded, { type: 'render-starting' }, succeeded);
    expect(window.entries).to.have.length(3);
  });

  it('shows the nearest screen when Forward leads to one that is gone', () => {
    const { window, store, send } = journey();
    send(to('items'), { type: 'render-starting' });
    window.travel(-1);
    send({ type: 'render-dropped' });
    window.travel(1);
    expect(store.read().screen).to.equal('items');
  });

  it('gives back every entry when the dialog closes, and stays on the screen', () => {
    const { window, store, back, send } = journey();
    send(to('items'), { type: 'render-starting' }, succeeded);
    back.unwind();
    expect(window.at).to.equal(0);
    expect(store.read().screen).to.equal('result');
    back.unwind();
    expect(window.at).to.equal(0);
  });

  it('closes a sheet before it leaves the screen', () => {
    const { window, store, back, send } = journey();
    send(to('items'));
    let closed = 0;
    back.open(() => {
      closed += 1;
    });
    window.travel(-1);
    expect([closed, store.read().screen]).to.deep.equal([1, 'items']);
    window.travel(-1);
    expect(store.read().screen).to.equal('photo');
  });

  it('closes a sheet alone when the screen below it has changed meanwhile', () => {
    const { window, store, back, send } = journey();
    send(to('items'));
    let closed = 0;
    back.open(() => {
      closed += 1;
    });
    send({ type: 'message-changed', message: { text: '8 items', isShown: false } });
    window.travel(-1);
    expect([closed, window.at, store.read().screen]).to.deep.equal([1, 1, 'items']);
  });

  it('is one step also after a sheet was closed otherwise', () => {
    const { window, store, back, send } = journey();
    send(to('items'));
    for (let times = 0; times < 3; times += 1) back.open(() => undefined)();
    window.travel(-1);
    expect([window.at, store.read().screen]).to.deep.equal([0, 'photo']);
    send(to('items'));
    back.open(() => undefined)();
    send({ type: 'render-starting' });
    expect(window.at).to.equal(2);
  });

  it('returns from an edited look to its result', () => {
    const { window, store, send } = journey();
    send(to('items'), { type: 'render-starting' }, succeeded, to('items'));
    window.travel(-1);
    expect(store.read().screen).to.equal('result');
  });

  it('closes the dialog before it leaves the shop’s page', () => {
    const window = new FakeHistory();
    const store = createStore({ ...initialState, photo });
    let closed = 0;
    const back = followHistory(window, store, () => {
      closed += 1;
      back.unwind();
    });
    for (const times of [1, 2]) {
      back.enter();
      expect(window.at).to.equal(1);
      window.travel(-1);
      expect([closed, window.at]).to.deep.equal([times, 0]);
    }
    store.dispatch({ type: 'render-starting' });
    expect(window.entries).to.have.length(2);
    back.enter();
    back.enter();
    back.unwind();
    expect([closed, window.at]).to.deep.equal([2, 0]);
  });

  describe('in a guided flow', () => {
    const entry = (productId: string) => ({
      ...{ productId, variantId: null, variantTitle: null, title: productId, image: null, price: null },
    });
    const forward: Action[] = [
      { type: 'flow-started', flow: aFlow(), place: null },
      to('items'),
      { type: 'item-added', entry: entry('1') },
      { type: 'flow-step-left', outcome: 'completed' },
      { type: 'flow-step-left', outcome: 'skipped' },
    ];
    const getStep = (store: ReturnType<typeof journey>['store']) => store.read().flow?.step;

    it('walks the steps', () => {
      const { window, store, send } = journey();
      send(...forward);
      expect([window.entries.length, getStep(store)]).to.deep.equal([4, 2]);
      window.travel(-1);
      expect(getStep(store)).to.equal(1);
      window.travel(-2);
      expect(store.read()).to.include({ screen: 'photo' });
      window.travel(2);
      expect([store.read().screen, getStep(store)]).to.deep.equal(['items', 1]);
    });

    it('leads from the result to all items, and from there to the photo', () => {
      const { window, store, send } = journey();
      send(
        ...forward,
        { type: 'render-starting' },
        { type: 'flow-step-left', outcome: 'skipped' },
        succeeded,
      );
      window.travel(-1);
      expect(store.read()).to.include({ screen: 'items' });
      window.travel(-1);
      expect(store.read()).to.include({ screen: 'photo' });
    });

    it('uses the entries that are there when the flow is left', () => {
      const { window, send } = journey();
      send(...forward, { type: 'flow-left' });
      expect(window.at).to.equal(1);
    });

    it('goes back to the step before without an entry of it', () => {
      const { window, store, send } = journey();
      const place = { step: 2, picks: [], outcomes: [null, null, null], isOver: false };
      send({ type: 'flow-started', flow: aFlow(), place }, to('items'));
      send({ type: 'screen-wanted', screen: 'items', step: 1 });
      expect([window.entries.length, getStep(store)]).to.deep.equal([2, 1]);
    });
  });
});
