import { setTimeout as sleep } from 'node:timers/promises';
import { expect } from 'chai';
import { withDeadline } from '../../../../shared/async/with-deadline.ts';

const timeoutError = () => new Error('too slow');
const listening = (signal: AbortSignal) => sleep(10_000, 'done', { signal, ref: false });
const toFailure = (work: Promise<unknown>) => work.catch((error: unknown) => error);

describe('withDeadline', () => {
  it('returns the result of work that ends in time', async () => {
    expect(await withDeadline({ timeoutMs: 5_000, timeoutError }, async () => 'done')).to.equal('done');
  });

  it('aborts the work and throws the timeout error when the time is up', async () => {
    const keepAlive = setTimeout(() => undefined, 1_000);
    const failure = await toFailure(withDeadline({ timeoutMs: 5, timeoutError }, listening));
    clearTimeout(keepAlive);
    expect(failure).to.have.property('message', 'too slow');
  });

  it("throws the reason of the caller's signal, before the work starts as well", async () => {
    const stop = new AbortController();
    const running = toFailure(
      withDeadline({ timeoutMs: 5_000, signal: stop.signal, timeoutError }, listening),
    );
    stop.abort('gone');
    expect(await running).to.equal('gone');
    let started = false;
    const late = withDeadline({ timeoutMs: 5_000, signal: stop.signal, timeoutError }, async () => {
      started = true;
    });
    expect(await toFailure(late)).to.equal('gone');
    expect(started).to.equal(false);
  });
});
