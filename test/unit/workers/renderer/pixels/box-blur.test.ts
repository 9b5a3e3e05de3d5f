import { expect } from 'chai';
import { type Border, boxBlur } from '../../../../../workers/renderer/pixels/box-blur.ts';

/** The mean by its definition, value by value. */
function slowly(
  plane: Float32Array,
  width: number,
  height: number,
  radius: number,
  border: Border,
): number[] {
  return Array.from(plane, (_, i) => {
    const [x, y] = [i % width, Math.floor(i / width)];
    let [sum, inside] = [0, 0];
    for (let v = Math.max(0, y - radius); v <= Math.min(height - 1, y + radius); v++) {
      for (let u = Math.max(0, x - radius); u <= Math.min(width - 1, x + radius); u++) {
        sum += plane[v * width + u]!;
        inside++;
      }
    }
    return sum / (border === 'clipped' ? inside : (2 * radius + 1) ** 2);
  });
}

describe('the mean over a window', () => {
  for (const [width, height, radius] of [
    [20, 13, 2],
    [5, 9, 4],
    [3, 2, 7],
    [1, 30, 3],
    [12, 1, 1],
  ] as const) {
    for (const border of ['clipped', 'zero'] as const) {
      it(`is right for ${width} × ${height} at radius ${radius}, border ${border}`, () => {
        const plane = Float32Array.from({ length: width * height }, (_, i) => Math.sin(i * 7.3) + i / 50);
        const found = boxBlur(plane, width, height, radius, border);
        slowly(plane, width, height, radius, border).forEach((value, i) => {
          expect(found[i], `at ${i}`).to.be.closeTo(value, 1e-5);
        });
      });
    }
  }
});
