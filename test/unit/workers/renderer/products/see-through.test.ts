import { expect } from 'chai';
import { renderLocal } from '../../../../../workers/renderer/compose/renderer.ts';
import { isSeeThrough } from '../../../../../workers/renderer/products/see-through.ts';
import { block, room } from '../synthetic.ts';

describe('see-through products', () => {
  const rows: [Parameters<typeof isSeeThrough>[0], boolean][] = [
    [{ title: 'Glass vase', tags: [] }, true],
    [{ category: 'Vases > Crystal', tags: [] }, true],
    [{ title: 'Side table', tags: ['acrylic', 'new'] }, true],
    [{ title: 'Clear storage box', tags: [] }, true],
    [{ title: 'Vase, transparent', tags: [] }, true],
    [{ title: 'Sunglasses', category: 'Glasses', tags: ['eyewear'] }, false],
    [{ title: 'Clearance sofa', tags: [] }, false],
    [{ title: 'Oak table', tags: [] }, false],
  ];
  for (const [product, expected] of rows) {
    const words = [product.title, product.category, ...product.tags].filter(Boolean).join(', ');
    it(`are ${expected ? '' : 'not '}recognised by "${words}"`, () => {
      expect(isSeeThrough(product)).to.equal(expected);
    });
  }

  it('never have a cut-out of high trust', async () => {
    const scene = await room(600, 400);
    const image = await block(120, 200, '#88aacc');
    const output = { width: 600, height: 400 };
    const product = (title: string) => ({ title, category: 'Vases', tags: [], images: [image] });
    const { report } = await renderLocal({
      scene,
      products: [product('Glass vase'), product('Clay vase')],
      output,
    });
    expect(report.cutout).to.deep.equal(['low', 'high']);
  });
});
