import { expect } from 'chai';
import { holdCredit } from '../../../../shared/credits/credits.ts';
import { newId } from '../../../../shared/ids.ts';
import { endRender } from '../../../../shared/renders/end-render.ts';
import type { RenderDoc } from '../../../../shared/renders/render-model.ts';
import {
  abandonAfterMs,
  type EndingName,
  isTerminal,
  type RenderState,
  renderStates,
  type TransitionName,
  type TransitionRule,
  transitions,
} from '../../../../shared/renders/states.ts';
import { transition } from '../../../../shared/renders/transition.ts';
import { startPlatform, type TestPlatform } from '../../../support/platform.ts';

type Row = Pick<TransitionRule, 'from' | 'to' | 'hold'>;

/** The table as docs/architecture.md states it, written a second time so that a changed row is noticed. */
const rows: Record<TransitionName, Row> = {
  accept: { from: ['new'], to: 'queued', hold: 'kept' },
  refuse: { from: ['new'], to: 'failed', hold: 'none' },
  abandon: { from: ['new'], to: 'failed', hold: 'released' },
  claim: { from: ['queued'], to: 'running', hold: 'kept' },
  giveBack: { from: ['running'], to: 'queued', hold: 'kept' },
  handOver: { from: ['running'], to: 'queued', hold: 'kept' },
  recover: { from: ['running'], to: 'queued', hold: 'kept' },
  retry: { from: ['running'], to: 'queued', hold: 'kept' },
  exhaust: { from: ['running'], to: 'failed', hold: 'released' },
  succeed: { from: ['running'], to: 'succeeded', hold: 'captured' },
  fail: { from: ['running'], to: 'failed', hold: 'released' },
  abandonQueued: { from: ['queued'], to: 'cancelled', hold: 'released' },
  cancel: { from: ['new', 'queued', 'running'], to: 'cancelled', hold: 'released' },
  withdraw: { from: ['new', 'queued', 'running'], to: 'cancelled', hold: 'released' },
  withdrawQueued: { from: ['queued'], to: 'cancelled', hold: 'released' },
  expire: { from: ['queued', 'running'], to: 'expired', hold: 'released' },
};

/** What an account with two credits has after a render of one credit took the row's way. */
const accountAfter = {
  none: { available: 2, held: 0, spent: 0 },
  kept: { available: 1, held: 1, spent: 0 },
  captured: { available: 1, held: 0, spent: 1 },
  released: { available: 2, held: 0, spent: 0 },
};

describe('the transitions of a render', () => {
  let platform: TestPlatform;
  before(async () => {
    platform = await startPlatform({ workers: 0, env: { SWEEP_SECONDS: '600' } });
  });
  after(() => platform.close());

  async function renderIn(state: RenderState, hold: TransitionRule['hold']): Promise<RenderDoc> {
    const { id: account } = await platform.account({ credits: 2 });
    const _id = newId('rnd');
    const image = { blob: `renders/${_id}/in/a`, mime: 'image/jpeg', width: 9, height: 9, bytes: 3 } as const;
    const now = new Date();
    const render: RenderDoc = {
      _id,
      account,
      keyId: 'key',
      mode: 'live',
      state,
      scene: image,
      products: [],
      output: { width: 9, height: 9 },
      requestId: 'req',
      fence: 1,
      enqueueCount: 1,
      timings: {},
      deadlineAt: new Date(now.getTime() + 60_000),
      createdAt: now,
      ...(hold === 'none' ? {} : { holdId: newId('hold') }),
    };
    await platform.database.renders.create(render);
    if (render.holdId) {
      await holdCredit(platform.database, { account, holdId: render.holdId, renderId: _id, at: now });
    }
    return render;
  }

  const take = (name: TransitionName, { _id }: RenderDoc) =>
    isTerminal(transitions[name].to)
      ? endRender(platform.database, platform.config, _id, name as EndingName)
      : transition(platform.database.renders, _id, name);

  it('has exactly these rows', () => {
    const table = Object.entries(transitions).map(([name, { from, to, hold }]) => [name, { from, to, hold }]);
    expect(Object.fromEntries(table)).to.deep.equal(rows);
  });

  it('says of `abandon` the age after which the sweeper makes it', () => {
    expect(transitions.abandon.guard).to.equal(`older than ${abandonAfterMs / 1000} s`);
  });

  for (const [name, { from, to, hold }] of Object.entries(rows) as [TransitionName, Row][]) {
    it(`${name}: from ${from.join(', ')} to ${to}, its hold is ${hold}`, async () => {
      for (const state of from) {
        const render = await renderIn(state, hold);
        expect((await take(name, render))?.state, state).to.equal(to);
        expect(await platform.credits(render.account), state).to.include(accountAfter[hold]);
      }
    });

    it(`${name}: does nothing from any other state`, async () => {
      for (const state of renderStates.filter((each) => !(from as readonly RenderState[]).includes(each))) {
        const render = await renderIn(state, 'kept');
        expect(await take(name, render), state).to.equal(null);
        expect(await platform.credits(render.account), state).to.include(accountAfter.kept);
      }
    });
  }
});
