import { expect } from 'chai';
import { estimateSeconds } from '../../../../api/renders/too-many-at-once.ts';

describe('The seconds until a render is likely to end', () => {
  for (const [what, usual, age, seconds] of [
    ['are what is left of the usual time', 60, 12.5, 48],
    ['are a tenth of the usual time when it takes longer', 60, 75, 6],
    ['are at least one', 0.4, 0, 1],
    ['are at most two minutes', 600, 0, 120],
  ] as const) {
    it(what, () => expect(estimateSeconds(usual, age)).to.equal(seconds));
  }
});
