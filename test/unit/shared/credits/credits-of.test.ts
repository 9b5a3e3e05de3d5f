import { expect } from 'chai';
import { creditsOf } from '../../../../shared/credits/credits-of.ts';
import { renderStates } from '../../../../shared/renders/states.ts';

describe('what a render cost', () => {
  for (const state of renderStates) {
    const credits = state === 'succeeded' ? 1 : 0;
    it(`is ${credits} for a ${state} render with a hold, and 0 in test mode`, () => {
      expect(creditsOf({ state, holdId: 'hold_1' })).to.equal(credits);
      expect(creditsOf({ state })).to.equal(0);
    });
  }
});
