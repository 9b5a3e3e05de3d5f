import { expect } from 'chai';
import { getOutcome } from '../../../../../../api/web/try-on/analytics/outcomes.ts';
import type { Action } from '../../../../../../api/web/try-on/state/actions.ts';
import { createStore } from '../../../../../../api/web/try-on/state/store.ts';
import type { TryOnView } from '../../../../../../shared/try-on/contract.ts';
import { aSession, aTryOn } from '../../../../../support/try-on/views.ts';

const result = { url: '/r', width: 1, height: 1 };
const changed = (part: Partial<TryOnView> = {}): Action => ({ type: 'render-changed', view: aTryOn(part) });
const succeeded = changed({ state: 'succeeded', result });
const starting: Action = { type: 'render-starting' };
const toItems: Action = { type: 'screen-wanted', screen: 'items' };
const toResult: Action = { type: 'screen-wanted', screen: 'result' };
const photo = { kind: 'upload', id: 'p', url: '/p', width: 1, height: 1, name: null } as const;
const { id } = aTryOn();

const rows: [what: string, actions: Action[], outcomes: string[]][] = [
  [
    'the picture that is shown',
    [starting, changed({ position: 2 }), changed({ position: 1 }), changed({ state: 'running' }), succeeded],
    [`${id} completed`],
  ],
  ['a picture at once', [starting, succeeded, succeeded], [`${id} completed`]],
  ['no picture yet that the shopper has not seen', [starting, changed(), toItems, succeeded], []],
  [
    'a picture that the shopper looks at later',
    [starting, changed(), toItems, succeeded, toResult],
    [`${id} completed`],
  ],
  ['a refused start', [starting, { type: 'render-refused', reason: 'store_limit' }], ['null store_limit']],
  [
    'a failure with its reason',
    [starting, changed({ state: 'failed', failure: { reason: 'no_product_images', retryable: false } })],
    [`${id} no_product_images`],
  ],
  ['a failure without a reason', [starting, changed({ state: 'failed' })], [`${id} generation_failed`]],
  ['a render that expires', [starting, changed(), changed({ state: 'expired' })], [`${id} timeout`]],
  ['a render that is cancelled', [starting, changed(), changed({ state: 'cancelled' })], [`${id} cancelled`]],
  [
    'a render that a newer one withdraws',
    [starting, changed(), toItems, starting, changed({ id: 'render-2', state: 'succeeded', result })],
    [`${id} cancelled`, 'render-2 completed'],
  ],
  [
    'a render that is gone while it is followed',
    [starting, changed(), { type: 'render-refused', reason: 'unavailable' }],
    [`${id} unavailable`],
  ],
  [
    'what has ended while the page was away',
    [
      {
        type: 'session-ready',
        session: aSession({ openRender: aTryOn({ state: 'succeeded', result }) }),
      },
    ],
    [`${id} completed`],
  ],
];

describe('Outcomes of a try-on', () => {
  for (const [what, actions, outcomes] of rows) {
    it(`are of ${what}: ${outcomes.join(', ') || 'none'}`, () => {
      const store = createStore();
      store.dispatch({ type: 'photo-chosen', photo });
      store.dispatch(toItems);
      const seen: string[] = [];
      store.subscribe((state, before) => {
        const outcome = getOutcome(state, before);
        if (outcome) seen.push(`${outcome.renderId} ${outcome.failure ?? 'completed'}`);
      });
      for (const action of actions) store.dispatch(action);
      expect(seen).to.deep.equal(outcomes);
    });
  }
});
