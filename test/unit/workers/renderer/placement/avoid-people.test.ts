import { expect } from 'chai';
import { overlap, type Rect } from '../../../../../workers/renderer/pixels/rect.ts';
import type { Item } from '../../../../../workers/renderer/placement/item.ts';
import { placeAll } from '../../../../../workers/renderer/placement/placement.ts';
import { planProduct } from '../../../../../workers/renderer/products/classify.ts';
import { analyseScene, type SceneModel } from '../../../../../workers/renderer/scene/scene-analysis.ts';

/** A person in a plain shirt who fills the picture: the shirt is as plain as a wall. */
async function portrait(): Promise<SceneModel> {
  const [width, height] = [600, 800];
  const data = new Uint8Array(width * height * 3);
  for (let i = 0; i < width * height; i++) {
    const [x, y] = [i % width, Math.floor(i / width)];
    const shirt = Math.abs(x - 300) < 240 && y > 60;
    const street = 90 + ((x * 13 + y * 7) % 60);
    const shade = shirt ? 205 + Math.round(8 * Math.sin(x / 90)) : street;
    data.set([shade, shade + 8, shade + 10], i * 3);
  }
  const scene = await analyseScene({ data, width, height });
  return { ...scene, person: { x: 20, y: 0, width: 560, height: 800 } };
}

const item = (index: number, category: string, aspect: number): Item => ({
  index,
  plan: planProduct({ category, tags: [] }, aspect),
  aspect,
  touchesTop: false,
});

describe('products that cannot be worn, with a person who fills the picture', () => {
  it('are shown beside face and chest', async () => {
    const scene = await portrait();
    const faceAndChest: Rect = { x: 170, y: 60, width: 260, height: 400 };
    for (const list of [
      [item(0, 'Watches', 1)],
      [item(0, 'Sneakers', 1.1)],
      [item(0, 'Sneakers', 1.1), item(1, 'Watches', 1), item(2, 'Beanies', 1)],
    ]) {
      for (const { rect, index } of placeAll(list, scene))
        expect(overlap(rect, faceAndChest), `${list[index]!.plan.kind} of ${list.length}`).to.equal(false);
    }
  });
});
