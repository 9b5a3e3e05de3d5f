import { expect } from 'chai';
import { createTurns } from '../../../../shared/client/turns.ts';

describe('The turns of renders at once', () => {
  const aborted = () => new Error('aborted');

  /** Work that ends when it is told to. */
  function work() {
    let end = () => {};
    const ended = new Promise<void>((resolve) => {
      end = resolve;
    });
    return { run: () => ended, end };
  }

  it('let so many run at once, and the others follow in their order', async () => {
    const inTurn = createTurns(2, aborted);
    const begun: number[] = [];
    const works = [work(), work(), work(), work()];
    const calls = works.map(({ run }, index) =>
      inTurn(undefined, () => {
        begun.push(index);
        return run();
      }),
    );
    await Promise.resolve();
    expect(begun).to.deep.equal([0, 1]);
    works[1]!.end();
    await calls[1];
    expect(begun).to.deep.equal([0, 1, 2]);
    for (const { end } of works) end();
    await Promise.all(calls);
    expect(begun).to.deep.equal([0, 1, 2, 3]);
  });

  it('pass over a call that was aborted while it waited', async () => {
    const inTurn = createTurns(1, aborted);
    const [first, third] = [work(), work()];
    const caller = new AbortController();
    const calls = [
      inTurn(undefined, first.run),
      inTurn(caller.signal, () => Promise.resolve()),
      inTurn(undefined, third.run),
    ];
    caller.abort();
    const error = await calls[1]!.catch((thrown: Error) => thrown.message);
    expect(error).to.equal('aborted');
    first.end();
    third.end();
    await Promise.all([calls[0], calls[2]]);
  });

  it('pass on the place of a call that fails', async () => {
    const inTurn = createTurns(1, aborted);
    await inTurn(undefined, () => Promise.reject(new Error('failed'))).catch(() => undefined);
    expect(await inTurn(undefined, async () => 'done')).to.equal('done');
  });
});
