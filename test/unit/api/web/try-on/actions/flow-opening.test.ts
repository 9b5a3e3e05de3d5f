import { expect } from 'chai';
import { openFlow } from '../../../../../../api/web/try-on/actions/flow-opening.ts';
import { RequestFailure } from '../../../../../../api/web/try-on/api/failure.ts';
import { activeFlow } from '../../../../../../api/web/try-on/state/flow.ts';
import { createStore } from '../../../../../../api/web/try-on/state/store.ts';
import { aFlow } from '../../../../../support/try-on/views.ts';

function opening() {
  const store = createStore();
  const asked: string[] = [];
  const events: unknown[][] = [];
  const api = {
    flow: async (id: string) => {
      asked.push(id);
      if (id === 'none') throw new RequestFailure('unavailable', 404);
      return aFlow({ id });
    },
  };
  const track = (...event: unknown[]) => void events.push(event);
  const open = (id: string | null) => openFlow({ api, store, track }, id);
  return { asked, events, open, id: () => activeFlow(store.read())?.flow.id };
}

describe('Opening a flow', () => {
  it('begins it', async () => {
    const { open, id, events } = opening();
    await open('corner');
    expect([id(), events]).to.deep.equal(['corner', []]);
  });

  it('shows all items for an unknown id, and does not ask for what no id looks like', async () => {
    const { open, id, asked } = opening();
    for (const text of ['none', '', '../session', 'a b', 'x'.repeat(65)]) await open(text);
    expect([id(), asked]).to.deep.equal([undefined, ['none']]);
  });

  it('reports that the one before was left, for another flow and for none', async () => {
    const { open, id, events } = opening();
    const left = (flow_id: string) => [
      'Flow Exited',
      { flow_name: 'Furnish a corner', flow_id, flow_step_name: 'Seat' },
    ];
    await open('corner');
    await open('outfit');
    expect(id()).to.equal('outfit');
    await open(null);
    expect(id()).to.equal(undefined);
    await open(null);
    expect(events).to.deep.equal([left('corner'), left('outfit')]);
  });
});
