import { setImmediate as turn } from 'node:timers/promises';
import { expect } from 'chai';
import { untilAborted } from '../../../../shared/async/until-aborted.ts';

const never = new Promise<string>(() => undefined);

describe('untilAborted', () => {
  it('returns the result of the work', async () => {
    expect(await untilAborted(Promise.resolve('done'), new AbortController().signal)).to.equal('done');
  });

  it('rejects with the reason of the signal', async () => {
    const stop = new AbortController();
    const result = untilAborted(never, stop.signal).catch((error: unknown) => error);
    stop.abort('gone');
    expect(await result).to.equal('gone');
    expect(await untilAborted(never, stop.signal).catch((error: unknown) => error)).to.equal('gone');
  });

  it('leaves no unhandled rejection of work that fails after the abort', async () => {
    const unhandled: unknown[] = [];
    const onUnhandled = (error: unknown) => unhandled.push(error);
    process.on('unhandledRejection', onUnhandled);
    let fail: (error: Error) => void = () => undefined;
    const work = new Promise<void>((_, reject) => {
      fail = reject;
    });
    const aborted = untilAborted(work, AbortSignal.abort('gone')).catch((error: unknown) => error);
    expect(await aborted).to.equal('gone');
    fail(new Error('too late'));
    await turn();
    await turn();
    process.off('unhandledRejection', onUnhandled);
    expect(unhandled).to.deep.equal([]);
  });
});
