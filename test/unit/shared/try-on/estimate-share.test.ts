import { expect } from 'chai';
import { estimateShare } from '../../../../shared/try-on/estimate-share.ts';

describe('the estimated share of a render', () => {
  const shareAfter = (elapsedSeconds: number, reported?: number) =>
    estimateShare({ elapsedSeconds, expectedSeconds: 60, reported });

  it('grows with time, most of it within the usual time, and never arrives', () => {
    const shares = [0, 10, 30, 60, 120, 600].map((seconds) => shareAfter(seconds));
    expect(shares).to.deep.equal(shares.toSorted((a, b) => a - b));
    expect(shares[0]).to.equal(0);
    expect(shares[3]).to.be.within(0.8, 0.9);
    expect(shares.at(-1)).to.equal(0.95);
  });

  it('is what the provider reports where that is more', () => {
    expect(shareAfter(1, 0.5)).to.equal(0.5);
    expect(shareAfter(60, 0.5)).to.be.above(0.8);
    expect(shareAfter(1, 1)).to.equal(0.95);
  });

  it('is what the provider reports where no usual time is known', () => {
    expect(estimateShare({ elapsedSeconds: 600, reported: 0.3 })).to.equal(0.3);
    expect(estimateShare({ elapsedSeconds: 600 })).to.equal(0);
  });

  it('is 0 on a machine whose clock is behind', () => expect(shareAfter(-300)).to.equal(0));
});
