import { expect } from 'chai';
import { isTooDark } from '../../../../shared/try-on/photo-limits.ts';

/** A photo of 100 pixels, so many of them bright. */
const photo = (bright: number) => Uint8Array.from({ length: 100 }, (_, pixel) => (pixel < bright ? 200 : 5));

describe('Darkness of a photo', () => {
  it('is too much when no part is bright', () => {
    expect(isTooDark(photo(0))).to.equal(true);
    expect(isTooDark(photo(1))).to.equal(true);
  });

  it('is not too much for a lit person before black', () => {
    expect(isTooDark(photo(5))).to.equal(false);
  });
});
