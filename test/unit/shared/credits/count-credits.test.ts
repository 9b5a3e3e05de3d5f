import { expect } from 'chai';
import { countCredits } from '../../../../shared/credits/count-credits.ts';
import { renderStates } from '../../../../shared/renders/states.ts';

describe('what a render cost', () => {
  for (const state of renderStates) {
    const credits = state === 'succeeded' ? 1 : 0;
    it(`is ${credits} for a ${state} render with a hold, and 0 in test mode`, () => {
      expect(countCredits({ state, holdId: 'hold_1' })).to.equal(credits);
      expect(countCredits({ state })).to.equal(0);
    });
  }
});
