import { expect } from 'chai';
import { createFlowActions } from '../../../../../../../api/web/try-on/screens/flow/use-flow-actions.ts';
import type { Action } from '../../../../../../../api/web/try-on/state/actions.ts';
import { activeFlow } from '../../../../../../../api/web/try-on/state/flow.ts';
import { createStore } from '../../../../../../../api/web/try-on/state/store.ts';
import { aFlow } from '../../../../../../support/try-on/views.ts';

const added = (productId: string): Action => ({
  type: 'item-added',
  entry: { productId, variantId: null, variantTitle: null, title: productId, image: null, price: null },
});

/** A shopper at the first step, and what has come of what she does. */
function shopper() {
  const store = createStore();
  const done: string[] = [];
  const track = (name: string, own?: object) =>
    void done.push(`${name}: ${(own as { flow_step_name: string }).flow_step_name}`);
  const renders = { start: async () => void done.push('render') };
  const send = (...actions: Action[]) => actions.forEach(store.dispatch);
  send({ type: 'flow-started', flow: aFlow(), place: null });
  const steps = () => {
    const state = store.read();
    return createFlowActions({ dispatch: store.dispatch, track, renders, state }, activeFlow(state)!);
  };
  return { done, send, steps, isOver: () => activeFlow(store.read()) === null };
}

describe('The steps of a flow', () => {
  it('are reported as they are left, the last one before its picture is started', () => {
    const { done, send, steps, isOver } = shopper();
    send(added('1'));
    steps().complete();
    steps().skip();
    send(added('2'));
    steps().complete();
    expect(done).to.deep.equal([
      'Flow Step Completed: Seat',
      'Flow Step Skipped: Light',
      'Flow Step Completed: Extras',
      'render',
    ]);
    expect(isOver()).to.equal(true);
  });

  it('are not reported again without a change', () => {
    const { done, send, steps } = shopper();
    send(added('1'));
    steps().complete();
    send({ type: 'screen-wanted', screen: 'items', step: 0 });
    steps().complete();
    send({ type: 'screen-wanted', screen: 'items', step: 0 }, added('2'));
    steps().complete();
    expect(done).to.deep.equal(['Flow Step Completed: Seat', 'Flow Step Completed: Seat']);
  });

  it('start no picture without an item', () => {
    const { done, send, steps, isOver } = shopper();
    const optional = aFlow().steps.map((step) => ({ ...step, required: false }));
    send({ type: 'flow-started', flow: aFlow({ steps: optional.slice(0, 1) }), place: null });
    steps().skip();
    expect([done, isOver()]).to.deep.equal([['Flow Step Skipped: Seat'], true]);
  });

  it('end where the shopper leaves them', () => {
    const { done, steps, isOver } = shopper();
    steps().exit();
    expect([done, isOver()]).to.deep.equal([['Flow Exited: Seat'], true]);
  });
});
