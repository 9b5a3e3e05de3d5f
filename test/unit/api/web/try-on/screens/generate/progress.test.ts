import { expect } from 'chai';
import { getProgress } from '../../../../../../../api/web/try-on/screens/generate/progress.ts';
import { aTryOn } from '../../../../../../support/try-on/views.ts';

const createdAt = '2026-11-22T12:00:00.000Z';
const progressAfter = (seconds: number, progress: number | null = null) =>
  getProgress(aTryOn({ createdAt, progress, expectedSeconds: 60 }), Date.parse(createdAt) + seconds * 1000);

describe('Progress of a picture', () => {
  it('only grows with time, and is never full before the picture is there', () => {
    const shares = [0, 10, 30, 60, 120, 600].map((seconds) => progressAfter(seconds).share);
    expect(shares).to.deep.equal(shares.toSorted((a, b) => a - b));
    expect(shares[0]).to.equal(0);
    expect(shares.at(-1)).to.equal(0.95);
  });

  it('follows a provider that reports more', () => {
    expect(progressAfter(1, 0.5).share).to.equal(0.5);
    expect(progressAfter(1, 1).share).to.equal(0.95);
  });

  it('is long when twice the usual time is over', () => {
    expect(progressAfter(119).isLong).to.equal(false);
    expect(progressAfter(121).isLong).to.equal(true);
  });

  it('starts at nothing on a device whose clock is behind', () => {
    expect(progressAfter(-300)).to.deep.equal({ share: 0, elapsedSeconds: 0, isLong: false });
  });
});
