import { expect } from 'chai';
import { productKinds } from '../../../../../shared/catalog/kinds/product-kinds.ts';
import { planProduct } from '../../../../../workers/renderer/products/classify.ts';

const rows: [words: string, kind: string, surface: string, zone?: string][] = [
  ['Sofas', 'sofa', 'floor'],
  ['Home > Living room > Armchairs', 'armchair', 'floor'],
  ['Dining chairs', 'chair', 'floor'],
  ['Coffee tables', 'coffee table', 'floor'],
  ['Nightstands', 'side table', 'floor'],
  ['Rugs', 'rug', 'rug'],
  ['Wall Art', 'picture', 'wall'],
  ['Mirrors', 'mirror', 'wall'],
  ['Lighting/Pendant lamps', 'pendant lamp', 'ceiling'],
  ['Table lamps', 'table lamp', 'table'],
  ['Floor lamps', 'floor lamp', 'floor'],
  ['Hanging plants', 'hanging plant', 'ceiling'],
  ['Plants', 'plant', 'table'],
  ['Cushions', 'cushion', 'seat'],
  ['Candle holders', 'candle', 'table'],
  ['Mugs', 'mug', 'table'],
  ['Basketballs', 'ball', 'floor'],
  ['Ball gowns', 'dress', 'person', 'full'],
  ['Robot vacuums', 'robot vacuum', 'floor'],
  ['Kaffeemaschinen', 'coffee machine', 'table'],
  ['Dartboards', 'dartboard', 'wall'],
  ['Caps', 'hat', 'person', 'head'],
  ['Sunglasses', 'glasses', 'person', 'face'],
  ['T-Shirts', 'top', 'person', 'torso'],
  ['Hoodies', 'jumper', 'person', 'torso'],
  ['Dresses', 'dress', 'person', 'full'],
  ['Jeans', 'trousers', 'person', 'legs'],
  ['Running shoes', 'shoes', 'person', 'feet'],
  ['Tote bags', 'bag', 'person', 'hand'],
  ['Backpacks', 'shoulder bag', 'person', 'shoulder'],
  ['Watches', 'watch', 'person', 'wrist'],
  ['Scarves', 'scarf', 'person', 'neck'],
  ['Esstische', 'dining table', 'floor'],
  ['Couchtisch', 'coffee table', 'floor'],
  ['Wohnzimmerteppich', 'rug', 'rug'],
  ['Hängelampen', 'pendant lamp', 'ceiling'],
  ['Lampadaires', 'floor lamp', 'floor'],
  ['Chaussures', 'shoes', 'person', 'feet'],
  ['Alfombras', 'rug', 'rug'],
  ['Camisetas', 'top', 'person', 'torso'],
];

describe('classifying a product', () => {
  for (const [words, kind, surface, zone] of rows) {
    it(`classifies "${words}" as ${kind} on the ${zone ?? surface}`, () => {
      const plan = planProduct({ category: words, tags: [] }, 1);
      expect([plan.kind, plan.surface, plan.zone]).to.deep.equal([kind, surface, zone]);
    });
  }

  it('prefers the category to the title and the title to the tags', () => {
    expect(planProduct({ category: 'Rugs', title: 'Sofa friend', tags: ['lamp'] }, 1).kind).to.equal('rug');
    expect(planProduct({ category: 'Sale', title: 'Oak chair', tags: ['rug'] }, 1).kind).to.equal('chair');
    expect(planProduct({ category: 'Sale', title: 'Vega', tags: ['rug'] }, 1).kind).to.equal('rug');
  });

  it('puts a product without a known word on the floor by its shape', () => {
    expect(planProduct({ tags: [] }, 2)).to.include({
      kind: 'unknown',
      surface: 'floor',
      widthCm: 50,
      heightCm: 25,
    });
    expect(planProduct({ tags: [] }, 0.5)).to.include({ widthCm: 25, heightCm: 50 });
  });

  it("keeps the photo's aspect whatever side the size is given along", () => {
    for (const row of productKinds) {
      const plan = planProduct({ category: row.words[0]!.replace(/^-/u, 'x'), tags: [] }, 1.6);
      expect(plan.widthCm / plan.heightCm, row.kind).to.be.closeTo(1.6, 0.001);
    }
  });

  it('lets a size tag override the typical size', () => {
    const plan = planProduct({ category: 'Sofas', tags: ['leather', 'width: 160 cm'] }, 2);
    expect(plan).to.include({ widthCm: 160, heightCm: 80, sizeStated: true });
  });

  it('prefers dimensions to a size tag, and converts inches', () => {
    const product = { category: 'Sofas', tags: ['width: 160 cm'] };
    expect(planProduct({ ...product, dimensions: { width: 200, unit: 'cm' } }, 2)).to.include({
      widthCm: 200,
      heightCm: 100,
      sizeStated: true,
    });
    expect(planProduct({ ...product, dimensions: { height: 40, unit: 'in' } }, 2).heightCm).to.be.closeTo(
      101.6,
      0.01,
    );
  });

  it('uses the depth of a rug as its second side', () => {
    const dimensions = { width: 200, depth: 300, height: 2, unit: 'cm' as const };
    expect(planProduct({ category: 'Rugs', tags: [], dimensions }, 1)).to.include({
      widthCm: 200,
      heightCm: 300,
    });
  });

  it('takes both sides of a rug from its tag, not from the photo', () => {
    expect(planProduct({ category: 'Rugs', tags: ['240x170cm'] }, 1)).to.include({
      widthCm: 240,
      heightCm: 170,
    });
  });
});
