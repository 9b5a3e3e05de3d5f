import { expect } from 'chai';
import { newShortId, readShortId } from '../../../../shared/try-on/short-id.ts';

describe('Short id of a shared look', () => {
  it('has 65 random bits in letters and digits that are not confused', () => {
    const ids = Array.from({ length: 2000 }, newShortId);
    expect(new Set(ids).size).to.equal(2000);
    expect(new Set(ids.map(({ length }) => length))).to.deep.equal(new Set([13]));
    expect([...new Set(ids.join(''))].sort().join('')).to.equal('0123456789abcdefghjkmnpqrstvwxyz');
  });

  const id = 'x0w1abcdefghj';
  const readings: [given: string | undefined, read: string | undefined][] = [
    [id, id],
    [id.toUpperCase(), id],
    ['xowlabcdefghj', id],
    ['xOwIabcdefghj', id],
    [undefined, undefined],
    ['', undefined],
    [`${id}k`, undefined],
    [id.slice(1), undefined],
    ['x0w1abcdefgh/', undefined],
    ['x0w1abcdefghu', undefined],
  ];
  for (const [given, read] of readings) {
    it(`is read from ${JSON.stringify(given)} as ${JSON.stringify(read)}`, () => {
      expect(readShortId(given)).to.equal(read);
    });
  }
});
