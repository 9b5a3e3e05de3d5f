import { setTimeout as delay } from 'node:timers/promises';
import { expect } from 'chai';
import { createBatcher } from '../../../shared/batcher.ts';

describe('the batcher', () => {
  let batches: number[][];
  const open = (max: number, waitMs: number) =>
    createBatcher({
      run: async (items: number[]) => {
        batches.push(items);
        await delay(1);
        if (items.includes(13)) throw new Error('unlucky');
        return items.map((item) => item * 2);
      },
      max,
      waitMs,
    });

  beforeEach(() => {
    batches = [];
  });

  it('resolves each item to its own result of one call', async () => {
    const double = open(10, 0);
    expect(await Promise.all([1, 2, 3].map(double))).to.deep.equal([2, 4, 6]);
    expect(batches).to.deep.equal([[1, 2, 3]]);
  });

  it('starts a full batch at once, and the rest after the wait', async () => {
    const double = open(2, 5);
    expect(await Promise.all([1, 2, 3, 4, 5].map(double))).to.deep.equal([2, 4, 6, 8, 10]);
    expect(batches).to.deep.equal([[1, 2], [3, 4], [5]]);
  });

  it('rejects only the items of a failed batch', async () => {
    const double = open(2, 0);
    const results = await Promise.allSettled([1, 13, 3, 4].map(double));
    expect(results.map(({ status }) => status)).to.deep.equal([
      'rejected',
      'rejected',
      'fulfilled',
      'fulfilled',
    ]);
  });
});
