import { expect } from 'chai';
import { frameOf } from '../../../../../../workers/renderer/people/body/body.ts';
import { mendCloth } from '../../../../../../workers/renderer/people/garments/mend-cloth.ts';
import { drawnPerson } from '../figure.ts';

const [width, height, toScene] = [300, 400, 2];

/**
 * A segmentation with cloth in two boxes (left, top, right, bottom; scene pixels), predicted by the joints above
 * row 520.
 */
async function mended(...boxes: [number, number, number, number][]) {
  const { person } = await drawnPerson();
  const inside = (i: number): boolean => {
    const [x, y] = [((i % width) + 0.5) * toScene, (Math.floor(i / width) + 0.5) * toScene];
    return boxes.some(([left, top, right, bottom]) => x > left && x < right && y > top && y < bottom);
  };
  const labels = Uint8Array.from({ length: width * height }, (_, i) => (inside(i) ? 1 : 0));
  mendCloth(labels, {
    width,
    height,
    frame: frameOf(person),
    toScene,
    part: 'top',
    person: new Float32Array(width * height).fill(1),
    bias: Float32Array.from(labels, (_, i) => (Math.floor(i / width) * toScene > 520 ? -0.2 : 0.3)),
    skin: new Uint8Array(width * height),
    bare: new Uint8Array(width * height),
  });
  return (x: number, y: number): number => labels[Math.floor(y / toScene) * width + Math.floor(x / toScene)]!;
}

describe('threads connected to the segmented cloth', () => {
  const shirt: [number, number, number, number] = [205, 240, 395, 520];

  it('are removed below the hem, as white stitches of jeans under a white shirt', async () => {
    const cloth = await mended(shirt, [300, 518, 304, 600]);
    expect(cloth(302, 560)).to.equal(0);
    expect(cloth(302, 500)).to.equal(1);
  });

  it('stay where they are as wide as a shirt’s tail, or inside the shirt', async () => {
    expect((await mended(shirt, [290, 518, 330, 600]))(310, 580)).to.equal(1);
    expect((await mended(shirt, [300, 200, 304, 242]))(302, 220)).to.equal(1);
  });
});
