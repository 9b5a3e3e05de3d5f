import { expect } from 'chai';
import { productItem, visualizeRequest } from '../../../../api/visualize/request-schema.ts';
import { findSimilarField } from '../../../../shared/validation/similar-field.ts';

describe('the field that an unknown one may stand for', () => {
  const cases: [(string | number)[], string | undefined][] = [
    [['scene_image'], 'sceneImage'],
    [['products', 0, 'imgs'], 'images'],
    [['products', 5, 'colour'], 'color'],
    [['products', 0, 'dimensions', 'Width'], 'width'],
    [['products', 0, 'price'], undefined],
    [['quality'], undefined],
    [['p'], undefined],
    [['nothing', 'like', 'this'], undefined],
  ];
  for (const [path, expected] of cases)
    it(`is ${expected ?? 'none'} for ${path.join('.')}`, () =>
      expect(findSimilarField(visualizeRequest, path)).to.equal(expected));

  it('is found in a part of the rules as well', () =>
    expect(findSimilarField(productItem, ['titel'])).to.equal(undefined));
});
