import { expect } from 'chai';
import { readPlacements } from '../../../../shared/renders/placement.ts';

describe('readPlacements', () => {
  it('returns the placement of each product from a report', () => {
    const placement = ['good', 'plain', 'left out'];
    expect(readPlacements({ placement, cutout: ['high', 'low', 'low'] })).to.deep.equal(placement);
  });

  it('returns undefined for a provider that does not report it, or reports something else', () => {
    for (const report of [undefined, {}, { placement: 'good' }, { placement: ['good', 'great'] }])
      expect(readPlacements(report)).to.equal(undefined);
  });
});
