import { expect } from 'chai';
import { getSettlement, settlementInto } from '../../../../shared/renders/settlements.ts';
import type { TransitionRule } from '../../../../shared/renders/states.ts';

describe('the settlement of a hold', () => {
  it('follows from the state of an ended render, by the table of transitions', () => {
    const settled = ['succeeded', 'failed', 'cancelled', 'expired'] as const;
    expect(settled.map(getSettlement)).to.deep.equal(['capture', 'release', 'release', 'release']);
  });

  const row = (hold: 'captured' | 'released' | 'none'): TransitionRule => ({
    from: ['running'],
    to: 'failed',
    guard: 'none',
    by: 'worker',
    hold,
  });

  it('is what the rows into that state say', () => {
    expect(settlementInto([row('none'), row('captured')], 'failed')).to.equal('capture');
    expect(settlementInto([row('none'), row('released')], 'failed')).to.equal('release');
  });

  it('must be the same in all rows into one state', () => {
    const disagree = () => settlementInto([row('captured'), row('released')], 'failed');
    expect(disagree).to.throw('the transitions to "failed" do not agree about its hold');
    expect(() => settlementInto([row('none')], 'failed')).to.throw('do not agree');
  });
});
