import { expect } from 'chai';
import { filledGround } from '../../../../../../workers/renderer/people/garments/ground-fill.ts';

const [width, height] = [240, 120];

/** Slabs with joints every 40 pixels, darker to the right. */
const slab = (x: number): number => (x % 40 < 3 ? 90 : 170) - x * 0.2;

function torn() {
  const data = new Uint8Array(width * height * 3);
  const hole = new Uint8Array(width * height);
  for (let i = 0; i < hole.length; i++) {
    const [x, y] = [i % width, Math.floor(i / width)];
    hole[i] = x >= 90 && x < 140 && y >= 40 && y < 80 ? 1 : 0;
    data.fill(hole[i] === 1 ? 255 : slab(x), i * 3, i * 3 + 3);
  }
  return { image: { data, width, height }, hole, ground: hole.map((value) => 1 - value) };
}

describe('filled ground', () => {
  it('continues the ground with the light of either side, and changes nothing else', () => {
    const part = torn();
    const filled = filledGround(part, 100);
    for (const [from, to] of [
      [90, 115],
      [115, 140],
    ] as const) {
      let [sum, wanted, joints, count] = [0, 0, 0, 0];
      for (let i = 0; i < part.hole.length; i++) {
        const x = i % width;
        if (part.hole[i] === 0) expect(filled[i * 3]).to.equal(part.image.data[i * 3]);
        else if (x >= from && x < to && filled[i * 3]! > 110) {
          sum += filled[i * 3]!;
          wanted += 170 - x * 0.2;
          count++;
        } else if (x >= from && x < to) joints++;
      }
      expect(sum / count).to.be.closeTo(wanted / count, 5);
      // Slabs, and at most one joint of the usual width: no white is left.
      expect(joints).to.be.at.most(3 * 40);
    }
  });

  it('is interpolated from the rim where there is no other ground', () => {
    const part = torn();
    // Only a rim of ground: no shift of the hole overlaps enough of it.
    const near = (i: number) => {
      const [x, y] = [i % width, Math.floor(i / width)];
      return x >= 84 && x < 146 && y >= 34 && y < 86;
    };
    const filled = filledGround(
      { ...part, ground: part.ground.map((value, i) => (near(i) ? value : 0)) },
      100,
    );
    for (let i = 0; i < part.hole.length; i++)
      if (part.hole[i] === 1) expect(filled[i * 3]).to.be.within(60, 172);
  });
});
