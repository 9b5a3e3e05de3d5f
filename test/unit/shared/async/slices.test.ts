import { setImmediate as nextTurn } from 'node:timers/promises';
import { expect } from 'chai';
import { createSlices } from '../../../../shared/async/slices.ts';

describe('work in slices', () => {
  it('runs in its order, a few tasks in each turn of the event loop', async () => {
    const inSlices = createSlices(3);
    const done: number[] = [];
    for (let task = 0; task < 8; task++) inSlices(() => void done.push(task));
    expect(done).to.deep.equal([]);
    const turns: number[] = [];
    while (done.length < 8) {
      await nextTurn();
      turns.push(done.length);
    }
    expect(turns).to.deep.equal([3, 6, 8]);
    expect(done).to.deep.equal([0, 1, 2, 3, 4, 5, 6, 7]);
  });

  it('runs what comes later, also from within a task', async () => {
    const inSlices = createSlices(1);
    const done: string[] = [];
    inSlices(() => inSlices(() => void done.push('second')));
    for (let turn = 0; turn < 3; turn++) await nextTurn();
    inSlices(() => void done.push('third'));
    for (let turn = 0; turn < 2; turn++) await nextTurn();
    expect(done).to.deep.equal(['second', 'third']);
  });
});
