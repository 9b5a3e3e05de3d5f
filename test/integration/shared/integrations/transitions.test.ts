import { expect } from 'chai';
import { type Database, openDatabase } from '../../../../shared/database/database.ts';
import { newId } from '../../../../shared/ids.ts';
import { silentLogger } from '../../../../shared/log.ts';
import type { RenderDoc } from '../../../../shared/renders/render-model.ts';
import {
  isTerminal,
  type RenderState,
  renderStates,
  type TransitionName,
  transitions,
} from '../../../../shared/renders/states.ts';
import { transition } from '../../../../shared/renders/transition.ts';
import { freshDatabase } from '../../../support/backends.ts';

const names = Object.keys(transitions) as TransitionName[];

describe('render transitions', () => {
  let database: Database;
  before(async () => {
    database = await openDatabase({ uri: await freshDatabase(), log: silentLogger(), selectionMs: 5000 });
    await database.ensureIndexes();
  });
  after(() => database.close());

  async function renderIn(state: RenderState): Promise<string> {
    const _id = newId('rnd');
    const image = { blob: 'renders/x/in/y', mime: 'image/jpeg', width: 10, height: 10, bytes: 3 } as const;
    const render: RenderDoc = {
      _id,
      account: 'acc',
      keyId: 'key',
      mode: 'live',
      state,
      scene: image,
      products: [],
      output: { width: 10, height: 10 },
      requestId: 'req',
      fence: 0,
      delivery: 1,
      timings: {},
      deadlineAt: new Date(Date.now() + 60_000),
      createdAt: new Date(),
    };
    await database.renders.create(render);
    return _id;
  }

  for (const name of names) {
    const rule = transitions[name];
    for (const state of renderStates) {
      const allowed = (rule.from as readonly RenderState[]).includes(state);
      it(`${name} ${allowed ? `moves ${state} to ${rule.to}` : `cannot touch ${state}`}`, async () => {
        const id = await renderIn(state);
        const moved = await transition(database.renders, id, name);
        expect(moved?.state).to.equal(allowed ? rule.to : undefined);
        expect((await database.renders.findById(id).lean())!.state).to.equal(allowed ? rule.to : state);
      });
    }
  }

  it('lets exactly one of many decide', async () => {
    const id = await renderIn('running');
    const decisions = ['succeed', 'fail', 'expire', 'cancel', 'exhaust', 'giveBack'] as const;
    const made = await Promise.all(decisions.map((name) => transition(database.renders, id, name)));
    // giveBack leaves it queued, from where expire or cancel may still follow.
    const ends = made.filter((render) => render && isTerminal(render.state));
    expect(ends).to.have.length(1);
  });

  it('does nothing when the guard does not hold', async () => {
    const id = await renderIn('running');
    expect(await transition(database.renders, id, 'succeed', { guard: { fence: 7 } })).to.equal(null);
    expect(await transition(database.renders, id, 'succeed', { guard: { fence: 0 } })).to.include({
      state: 'succeeded',
    });
  });

  it('never leaves a terminal state', () => {
    for (const name of names)
      expect(transitions[name].from.some((state) => isTerminal(state))).to.equal(false);
  });
});
