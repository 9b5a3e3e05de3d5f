import { expect } from 'chai';
import { createTurns } from '../../../../scripts/attack/turns.ts';

const endless = { attackMs: Number.POSITIVE_INFINITY, calmMs: 0, settleMs: 0 };
const open = () => createTurns({ ...endless, rate: 1_000 });
const closed = () => createTurns({ ...endless, rate: 0 });

/** An attack whose response comes when `respond` is called. */
function createAttack() {
  let respond: () => void = () => undefined;
  const state = { begun: false, ended: false };
  const response = new Promise<void>((resolve) => {
    respond = resolve;
  });
  const work = async () => {
    state.begun = true;
    await response;
    state.ended = true;
  };
  return { work, state, respond: () => respond() };
}

describe('turns of an attack', () => {
  it('begin the next input at its time with a rate, whether those before have a response or not', async () => {
    const turns = open();
    const [first, second] = [createAttack(), createAttack()];
    await turns.launch(first.work);
    await turns.launch(second.work);
    expect([first.state, second.state]).to.deep.equal(Array(2).fill({ begun: true, ended: false }));
    first.respond();
    second.respond();
    await turns.settle();
    expect([first.state.ended, second.state.ended]).to.deep.equal([true, true]);
  });

  it('wait for the response to the last input without a rate', async () => {
    const turns = closed();
    const { work, state, respond } = createAttack();
    setImmediate(respond);
    await turns.launch(work);
    expect(state.ended).to.equal(true);
  });

  it('fail with the error of an input that was launched', async () => {
    const turns = open();
    await turns.launch(() => Promise.reject(new Error('no connection')));
    const failure = await turns.settle().catch((error: unknown) => error);
    expect(failure).to.be.an('error').with.property('message', 'no connection');
  });

  it('send no faster than the rate, however many attackers ask', async () => {
    const turns = createTurns({ ...endless, rate: 100 });
    const since = performance.now();
    await Promise.all(Array.from({ length: 6 }, () => turns.attack()));
    expect(performance.now() - since).to.be.at.least(45);
  });
});
