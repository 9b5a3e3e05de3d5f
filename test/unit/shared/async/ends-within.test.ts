import { setTimeout as sleep } from 'node:timers/promises';
import { expect } from 'chai';
import { endsWithin } from '../../../../shared/async/ends-within.ts';

describe('endsWithin', () => {
  it('says whether the work ended in time', async () => {
    expect(await endsWithin(sleep(1, 'done'), 5_000)).to.equal(true);
    expect(await endsWithin(sleep(5_000, 'done', { ref: false }), 5)).to.equal(false);
  });

  it('takes a time that has passed already', async () => {
    expect(await endsWithin(new Promise(() => undefined), -3)).to.equal(false);
    expect(await endsWithin(Promise.resolve(), 0)).to.equal(true);
  });

  it('throws what the work throws in that time', async () => {
    const failed = await endsWithin(Promise.reject(new Error('no')), 1_000).catch((error: Error) => error);
    expect(failed).to.have.property('message', 'no');
  });
});
