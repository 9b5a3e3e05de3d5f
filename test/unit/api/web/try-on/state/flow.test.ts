import { expect } from 'chai';
import type { Action } from '../../../../../../api/web/try-on/state/actions.ts';
import {
  type AppState,
  initialState,
  type LookEntry,
} from '../../../../../../api/web/try-on/state/app-state.ts';
import { activeFlow, flowFrom, whyFull } from '../../../../../../api/web/try-on/state/flow.ts';
import type { FlowPlace } from '../../../../../../api/web/try-on/state/flow-progress.ts';
import { reduce } from '../../../../../../api/web/try-on/state/reducer.ts';
import { aFlow, aStep } from '../../../../../support/try-on/views.ts';

const entry = (productId: string, variantId: string | null = null): LookEntry => ({
  ...{ productId, variantId, variantTitle: null, title: productId, image: null, price: null },
});
const added = (productId: string, variantId?: string): Action => ({
  type: 'item-added',
  entry: entry(productId, variantId),
});
const removed = (key: string): Action => ({ type: 'item-removed', key });
const found = (...ids: string[]): Action => ({ type: 'flow-items-found', productIds: new Set(ids) });
const completed: Action = { type: 'flow-step-left', outcome: 'completed' };
const skipped: Action = { type: 'flow-step-left', outcome: 'skipped' };
const started = (flow = aFlow()): Action => ({ type: 'flow-started', flow, place: null });

const stateAfter = (...actions: Action[]): AppState => actions.reduce(reduce, initialState);
const look = (state: AppState) => state.look.map(({ productId }) => productId);
const step = (state: AppState) => activeFlow(state)?.step;

describe('The flow in the try-on’s state', () => {
  it('continues from a step that has enough items', () => {
    const flow = aFlow({
      steps: [aStep('Seats', ['1', '2'], { minItems: 2, maxItems: 2 }), aStep('Light', ['3'])],
    });
    const one = stateAfter(started(flow), added('1'));
    expect(step(reduce(one, completed))).to.equal(0);
    expect(step(reduce(reduce(one, added('2')), completed))).to.equal(1);
  });

  it('skips only a step that is not required, and has no item', () => {
    expect(step(stateAfter(started(), skipped))).to.equal(0);
    const light = stateAfter(started(), added('1'), completed);
    expect(step(reduce(light, skipped))).to.equal(2);
    expect(step(reduce(reduce(light, added('3')), skipped))).to.equal(1);
  });

  it('is over behind the last step, and all items can be added', () => {
    const state = stateAfter(started(), added('1'), completed, skipped, skipped);
    expect(activeFlow(state)).to.equal(null);
    expect(look(reduce(reduce(state, added('2')), added('3')))).to.deep.equal(['1', '2', '3']);
  });

  it('puts the second item of a step for one in the place of the first', () => {
    expect(look(stateAfter(started(), added('1'), added('2')))).to.deep.equal(['2']);
    expect(look(stateAfter(started(), added('1', 'red'), added('1', 'blue')))).to.deep.equal(['1']);
  });

  it('takes no more than the items of a step, nor of a look', () => {
    const extras = stateAfter(started(), added('1'), completed, skipped, added('2'), added('3'));
    expect(whyFull(extras)).to.equal('step');
    expect(look(reduce(extras, added('4')))).to.deep.equal(['1', '2', '3']);
    const full = ['a', 'b', 'c', 'd', 'e', 'f'].map((id) => entry(id));
    const state = stateAfter(started(), { type: 'look-set', look: full });
    expect(whyFull(state)).to.equal('look');
    expect(look(reduce(state, added('1')))).to.have.length(6);
  });

  it('counts what the look has already to the step that shows it, as far as it has room', () => {
    const begun = stateAfter(started(), { type: 'look-set', look: [entry('1'), entry('2'), entry('9')] });
    const state = reduce(begun, found('1', '2', '3'));
    expect(state.flow?.picks).to.deep.equal([['1', 0]]);
    expect(reduce(state, found('1', '2'))).to.equal(state);
    expect(step(reduce(state, completed))).to.equal(1);
  });

  it('returns from the last step to a required one whose items were removed', () => {
    const state = stateAfter(started(), added('1'), completed, added('3'), completed, removed('1:'));
    expect(step(reduce(state, skipped))).to.equal(0);
  });

  it('keeps how a step was left until its items change', () => {
    const state = stateAfter(started(), added('1'), completed, added('3'), completed);
    const outcomes = (...actions: Action[]) => actions.reduce(reduce, state).flow?.outcomes;
    const back: Action = { type: 'screen-wanted', screen: 'items', step: 0 };
    expect(outcomes(back)).to.deep.equal(['completed', 'completed', null]);
    expect(outcomes(back, added('2'))).to.deep.equal([null, 'completed', null]);
    expect(outcomes(removed('3:'))).to.deep.equal(['completed', null, null]);
    expect(outcomes({ type: 'item-changed', key: '1:', entry: entry('1', 'red') })).to.deep.equal([
      'completed',
      'completed',
      null,
    ]);
  });

  it('begins anew when it is opened again, unless a picture is shown', () => {
    const photo = { kind: 'upload' as const, id: 'p', url: '/p', width: 1, height: 1, name: null };
    const left = stateAfter({ type: 'photo-chosen', photo }, started(), added('1'), completed, {
      type: 'flow-left',
    });
    const asked = (flow: string | null) =>
      reduce(left, { type: 'shop-asked', asked: { items: [], flow, share: null } });
    const again = reduce(asked(aFlow().id), { type: 'flow-reopened' });
    expect([step(again), look(again), again.flow?.picks]).to.deep.equal([0, ['1'], [['1', 0]]]);
    expect(reduce(asked('another'), { type: 'flow-reopened' }).flow?.isOver).to.equal(true);
    const waiting = reduce(asked(aFlow().id), { type: 'render-starting' });
    expect(reduce(waiting, { type: 'flow-reopened' })).to.equal(waiting);
  });

  it('continues at a place of the same steps alone', () => {
    const place: FlowPlace = {
      step: 1,
      picks: [['1', 0]],
      outcomes: ['completed', null, null],
      isOver: false,
    };
    expect(flowFrom(aFlow(), place).step).to.equal(1);
    const wrong = [{ ...place, outcomes: [null] }, { ...place, step: 7 }, { ...place, picks: 'x' }, {}];
    for (const other of wrong) expect(flowFrom(aFlow(), other as FlowPlace).step).to.equal(0);
  });
});
