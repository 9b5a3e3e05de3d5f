import { setTimeout as pause } from 'node:timers/promises';
import { expect } from 'chai';
import { collectInSteps } from '../../../../shared/process/collect-in-steps.ts';

describe('a collection in steps', () => {
  it('frees what the process no longer needs', async () => {
    const before = process.memoryUsage().heapUsed;
    fillHeap();
    const garbage = process.memoryUsage().heapUsed - before;
    expect(garbage).to.be.above(20e6);
    collectInSteps();
    const countLeft = () => process.memoryUsage().heapUsed - before;
    while (countLeft() > garbage / 2) await pause(20);
  });
});

/** Leaves garbage that has survived too long for the quick collections of young objects. */
function fillHeap(): void {
  const kept = Array.from({ length: 400_000 }, (_, index) => ({ index, text: `garbage ${index}` }));
  expect(kept.length).to.equal(400_000);
}
