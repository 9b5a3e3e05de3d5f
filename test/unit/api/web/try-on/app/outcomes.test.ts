import { expect } from 'chai';
import { watchOutcomes } from '../../../../../../api/web/try-on/app/outcomes.ts';
import type { Action } from '../../../../../../api/web/try-on/state/actions.ts';
import { createStore } from '../../../../../../api/web/try-on/state/store.ts';
import type { TryOnView } from '../../../../../../shared/try-on/contract.ts';
import { aSession, aTryOn } from '../../../../../support/try-on/views.ts';

const picture = { url: '/r', width: 1, height: 1 };
const changed = (part: Partial<TryOnView>): Action => ({ type: 'render-changed', view: aTryOn(part) });

function outcomesOf(...actions: Action[]): string[] {
  const store = createStore();
  const names: string[] = [];
  watchOutcomes(store, ({ name }) => names.push(name));
  for (const action of actions) store.dispatch(action);
  return names;
}

describe('Outcomes of a try-on', () => {
  it('are its start and its end, each once', () => {
    expect(
      outcomesOf(
        { type: 'render-starting' },
        changed({ position: 2 }),
        changed({ position: 1 }),
        changed({ state: 'running' }),
        changed({ state: 'succeeded', result: picture }),
        changed({ state: 'succeeded', result: picture }),
      ),
    ).to.deep.equal(['try-on-started', 'try-on-completed']);
  });

  it('are a failure as well', () => {
    const failure = { reason: 'timeout', retryable: true } as const;
    expect(outcomesOf({ type: 'render-starting' }, changed({ state: 'expired', failure }))).to.deep.equal([
      'try-on-failed',
    ]);
  });

  it('are not reported again for what a reload finds ended', () => {
    const openRender = aTryOn({ state: 'succeeded', result: picture });
    expect(outcomesOf({ type: 'session-ready', session: aSession({ openRender }) })).to.deep.equal([]);
  });
});
