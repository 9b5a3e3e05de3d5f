import { expect } from 'chai';
import { readChainProgress } from '../../../../shared/renders/chain-progress.ts';

const prediction = { key: 'k', submittedAt: new Date(0), ref: { id: '1' } };
const progress = { next: 'fal', attempts: [], retryAfters: [], handOvers: 0 };

describe('readChainProgress', () => {
  it('returns nothing for a render without progress', () => {
    expect(readChainProgress(undefined)).to.equal(undefined);
  });

  it('reads a prediction under its name and under its former one', () => {
    const expected = { ...progress, prediction };
    expect(readChainProgress({ ...progress, prediction })).to.deep.equal(expected);
    expect(readChainProgress({ ...progress, job: prediction })).to.deep.equal(expected);
  });

  it('prefers the current name when a document has both', () => {
    const former = { ...prediction, key: 'former' };
    expect(readChainProgress({ ...progress, prediction, job: former })).to.deep.equal({
      ...progress,
      prediction,
    });
  });
});
