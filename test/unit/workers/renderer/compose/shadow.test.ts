import { expect } from 'chai';
import { castShadow, type Shadow } from '../../../../../workers/renderer/compose/shadow.ts';
import type { SceneLight } from '../../../../../workers/renderer/scene/scene-light.ts';

const light = (side: number): SceneLight => ({
  side,
  white: [1, 1, 1],
  black: 0,
  brightness: 60,
  grain: 0,
  sharpness: 0.5,
});
const box = { data: new Uint8Array(100 * 200 * 4).fill(255), width: 100, height: 200 };
const rect = { x: 300, y: 100, width: 100, height: 200 };

/** Light lost left and right of the object, near its foot. */
function sides({ rect: area, plane }: Shadow): { left: number; right: number } {
  const scale = plane.width / area.width;
  const sum = { left: 0, right: 0 };
  for (let y = 0; y < plane.height; y++) {
    for (let x = 0; x < plane.width; x++) {
      const px = area.x + x / scale;
      if (px < rect.x - 2) sum.left += plane.data[y * plane.width + x]!;
      if (px > rect.x + rect.width + 2) sum.right += plane.data[y * plane.width + x]!;
    }
  }
  return sum;
}

describe('shadows', () => {
  it('fall on the side away from the light', () => {
    const fromLeft = sides(castShadow(box, rect, 'floor', light(-1))!);
    const fromRight = sides(castShadow(box, rect, 'floor', light(1))!);
    expect(fromLeft.right).to.be.above(fromLeft.left * 1.5);
    expect(fromRight.left).to.be.above(fromRight.right * 1.5);
  });

  it('are darkest where the object touches the floor', () => {
    const { rect: area, plane } = castShadow(box, rect, 'floor', light(-0.5))!;
    const scale = plane.width / area.width;
    const row = (y: number) => {
      const from = Math.round((y - area.y) * scale) * plane.width;
      return Math.max(...plane.data.subarray(from, from + plane.width));
    };
    expect(row(299)).to.be.above(0.5);
    expect(row(299)).to.be.above(row(320));
    expect(row(330)).to.be.below(0.05);
  });

  it('are omitted below products that hang free', () => {
    expect(castShadow(box, rect, 'ceiling', light(1))).to.equal(undefined);
  });
});
