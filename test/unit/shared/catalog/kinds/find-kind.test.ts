import { expect } from 'chai';
import { findKind, findProductKind } from '../../../../../shared/catalog/kinds/find-kind.ts';

describe('The kind of a product', () => {
  it('is that of the longest word, in singular or plural', () => {
    expect(findKind('Table lamps')?.kind).to.equal('table lamp');
    expect(findKind('Lamp for a table')?.kind).to.equal('dining table');
    expect(findKind('Wohnzimmerteppiche, Wohnzimmerteppich')?.kind).to.equal('rug');
  });

  it('is not named by a word inside another one', () => {
    for (const text of ['capsule', 'Stable', 'tischler', undefined, ''])
      expect(findKind(text)).to.equal(undefined);
  });

  it('says where the product is used', () => {
    const scenes = [
      ['Clothing > T-shirts', 'person'],
      ['Living room > Sofas', 'room'],
      ['Sonnenbrillen', 'person'],
      ['Gift cards', undefined],
    ] as const;
    for (const [category, scene] of scenes)
      expect(findProductKind({ category, tags: [] })?.scene, category).to.equal(scene);
  });
});
