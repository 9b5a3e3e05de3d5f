import { expect } from 'chai';
import { getFrame } from '../../../../../../workers/renderer/people/body/body.ts';
import { bottomShape } from '../../../../../../workers/renderer/people/garments/bottom-shape.ts';
import { fitBottom } from '../../../../../../workers/renderer/people/garments/fit-bottom.ts';
import { legLandmarks } from '../../../../../../workers/renderer/people/garments/leg-landmarks.ts';
import { legLayers } from '../../../../../../workers/renderer/people/garments/leg-occlusion.ts';
import { findOldClothes } from '../../../../../../workers/renderer/people/garments/old-clothes.ts';
import { drawnPerson } from '../figure.ts';
import { trousersCutout } from './bottoms.ts';

/** Left, top, right and bottom of something white on the drawn figure's trousers, scene pixels. */
type White = readonly [number, number, number, number];

/** Whether points on the figure are in front of new trousers, where the old ones have something white. */
async function frontOver(whites: White[]) {
  const { scene, person } = await drawnPerson();
  const frame = getFrame(person);
  const old = await findOldClothes(person, frame, 'legs');
  const { width, height } = person.mask;
  const index = (x: number, y: number): number =>
    Math.round(y * person.scale) * width + Math.round(x * person.scale);
  for (const [left, top, right, bottom] of whites) {
    for (let i = 0; i < width * height; i++) {
      const [x, y] = [((i % width) + 0.5) / person.scale, (Math.floor(i / width) + 0.5) / person.scale];
      if (x < left || x >= right || y < top || y >= bottom || person.mask.data[i]! < 0.5) continue;
      old.plane.data[i] = 0;
      person.small.data.set([240, 240, 240], i * 3);
    }
  }
  const shape = bottomShape(await trousersCutout())!;
  const body = legLandmarks({ scene, person, frame }, old)!;
  const { front } = legLayers(person, frame, old, body, fitBottom(shape, body, frame.unit));
  return (x: number, y: number): number => front.data[index(x, y)]!;
}

describe('the layer in front of new trousers', () => {
  const rip: White = [222, 640, 276, 680];

  it('excludes a rip, though the sunlit side of the leg connects it with the top', async () => {
    const front = await frontOver([rip, [228, 515, 234, 642]]);
    expect(front(250, 660)).to.be.below(0.1);
    expect(front(250, 600)).to.be.below(0.1);
  });

  it('includes a bag that hangs from the top', async () => {
    const front = await frontOver([[235, 500, 285, 690]]);
    expect(front(260, 660)).to.be.above(0.9);
  });

  it('excludes a patch at the side of a leg with cloth above and below it', async () => {
    const front = await frontOver([[274, 630, 294, 690]]);
    expect(front(284, 660)).to.be.below(0.1);
  });
});
