import { expect } from 'chai';
import { placeShoe } from '../../../../../../workers/renderer/people/accessories/shoe-placement.ts';
import type { Shoe } from '../../../../../../workers/renderer/people/accessories/shoe-shape.ts';
import type { Foot } from '../../../../../../workers/renderer/people/body/feet.ts';

/** Cells of a shoulder width. */
const u = 100;
const shoe = { length: 280, height: 110, collar: { u: 0.25, v: 0.7 } } as Shoe;

/** A foot below an ankle at (150, 100): a box of cells. */
function getFoot(left: number, right: number, bottom: number): Foot {
  const leg = { data: new Float32Array(256 * 256), width: 256, height: 256 };
  const cells = new Uint8Array(256 * 256);
  for (let y = 100; y < bottom; y++) cells.fill(1, y * 256 + left, y * 256 + right);
  const ankle = { x: 150, y: 100 };
  return { leg, cells, ankle, width: 28, shin: { x: 0, y: 1 }, left, right, bottom };
}

/** Where the toe points: −1 to the left. */
const toe = (foot: Foot, outward: -1 | 1): number => {
  const [heel, end] = placeShoe(foot, shoe, u, outward).corner;
  return Math.sign(end.x - heel.x);
};

describe('a shoe on a foot', () => {
  it('points outwards on a foot seen from the front that leans in a little', () => {
    expect(toe(getFoot(120, 154, 160), 1)).to.equal(1);
    expect(toe(getFoot(146, 180, 160), -1)).to.equal(-1);
  });

  it('points in the direction of a foot seen from the side', () => {
    expect(toe(getFoot(85, 157, 138), 1)).to.equal(-1);
    expect(toe(getFoot(143, 215, 138), -1)).to.equal(1);
  });
});
