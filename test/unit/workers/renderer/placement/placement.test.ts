import { expect } from 'chai';
import { overlap } from '../../../../../workers/renderer/pixels/rect.ts';
import type { Item } from '../../../../../workers/renderer/placement/item.ts';
import { placeAll } from '../../../../../workers/renderer/placement/placement.ts';
import { type ProductPlan, planProduct } from '../../../../../workers/renderer/products/classify.ts';
import { analyseScene, type SceneModel } from '../../../../../workers/renderer/scene/scene-analysis.ts';
import { roomPixels } from '../synthetic.ts';

const plan = (category: string, aspect: number, tags: string[] = []): ProductPlan =>
  planProduct({ category, tags }, aspect);

const items = (list: [string, number, string[]?][]): Item[] =>
  list.map(([category, aspect, tags], index) => ({
    index,
    plan: plan(category, aspect, tags),
    aspect,
    touchesTop: false,
  }));

const mixed: [string, number][] = [
  ['Sofas', 2.2],
  ['Rugs', 1.4],
  ['Posters', 0.7],
  ['Pendant lamps', 0.8],
  ['Mugs', 1.1],
  ['Cushions', 1],
];

describe('placement', () => {
  let scenes: SceneModel[];

  before(async () => {
    const sizes: [number, number, boolean][] = [
      [1200, 800, false],
      [800, 1200, true],
      [1600, 450, false],
      [300, 900, true],
    ];
    scenes = [];
    for (const size of sizes) scenes.push(await analyseScene(await roomPixels(...size)));
  });

  for (let count = 1; count <= 6; count++) {
    it(`finds places for ${count} product(s) that do not overlap and stay in the picture`, () => {
      for (const scene of scenes) {
        for (const list of [
          mixed.slice(0, count),
          Array.from({ length: count }, (): [string, number] => ['Sofas', 2.4]),
        ]) {
          const placed = placeAll(items(list), scene);
          const indexes = placed.map(({ index }) => index);
          expect(indexes.length).to.be.within(1, list.length);
          expect(indexes).to.deep.equal([...new Set(indexes)].sort());
          for (const [i, { rect }] of placed.entries()) {
            for (const other of placed.slice(i + 1)) expect(overlap(rect, other.rect)).to.equal(false);
            expect(rect.x + rect.width).to.be.within(1, scene.width + 1);
            expect(rect.y + rect.height).to.be.within(1, scene.height + 1);
            expect(rect.x).to.be.at.least(-1);
            expect(rect.y).to.be.at.least(-1);
          }
        }
      }
    });
  }

  it('hangs lamps from the upper edge, pictures on the wall, and stands furniture on the floor', () => {
    const scene = scenes[0]!;
    const [sofa, , poster, lamp] = placeAll(items(mixed.slice(0, 4)), scene);
    expect(sofa!.rect.y + sofa!.rect.height).to.be.above(scene.height * 0.65);
    expect(poster!.rect.y + poster!.rect.height).to.be.below(scene.height * 0.62);
    expect(lamp!.rect.y - (lamp!.cordTo ?? 0)).to.be.at.most(1);
  });

  it('keeps the sizes of products in proportion', () => {
    const [chair, sofa] = placeAll(
      items([
        ['Chairs', 0.5, ['height 80 cm']],
        ['Chairs', 0.5, ['height 40 cm']],
      ]),
      scenes[0]!,
    );
    const scale = (placed: typeof chair) =>
      placed!.rect.height / (placed!.rect.y + placed!.rect.height - scenes[0]!.perspective.horizon);
    expect(scale(chair) / scale(sofa)).to.be.closeTo(2, 0.1);
  });

  it('places the same request in the same way every time', () => {
    expect(placeAll(items(mixed), scenes[1]!)).to.deep.equal(placeAll(items(mixed), scenes[1]!));
  });
});
