import { expect } from 'chai';
import { applyLight, matchFor } from '../../../../../workers/renderer/compose/light-match.ts';
import { getLab } from '../../../../../workers/renderer/pixels/lab.ts';
import type { SceneLight } from '../../../../../workers/renderer/scene/scene-light.ts';

const plain: SceneLight = { side: 0, white: [1, 1, 1], black: 0, brightness: 62, grain: 0, sharpness: 0.5 };

function lit(color: [number, number, number], light: SceneLight, around: number) {
  const data = new Uint8Array(40 * 40 * 4);
  for (let i = 0; i < data.length; i += 4) data.set([...color, 255], i);
  applyLight({ data, width: 40, height: 40 }, matchFor(light, around));
  const sum = [0, 0, 0];
  for (let i = 0; i < data.length; i += 4) for (let c = 0; c < 3; c++) sum[c]! += data[i + c]! / 1600;
  return getLab(sum[0]!, sum[1]!, sum[2]!);
}

const difference = (p: readonly number[], q: readonly number[]): number =>
  Math.hypot(p[0]! - q[0]!, p[1]! - q[1]!, p[2]! - q[2]!);

const colors: [number, number, number][] = [
  [200, 40, 40],
  [30, 90, 200],
  [240, 240, 235],
  [20, 20, 22],
  [120, 150, 90],
];

describe('matching the light of a scene', () => {
  it('changes colors little in an average, neutral room', () => {
    for (const color of colors) expect(difference(lit(color, plain, 62), getLab(...color))).to.be.below(2.5);
  });

  it('keeps hue and chroma recognisable in the darkest and the warmest scene', () => {
    const dark: SceneLight = {
      ...plain,
      brightness: 5,
      black: 0.1,
      white: [1.12, 1, 0.88],
      grain: 4,
      side: 1,
    };
    for (const color of colors) {
      const [l, a, b] = getLab(...color);
      const [l2, a2, b2] = lit(color, dark, 5);
      expect(Math.abs(l - l2), 'lightness').to.be.below(14);
      expect(Math.hypot(a - a2, b - b2), 'color').to.be.below(14);
    }
  });

  it('makes products darker in dark places, and never much brighter', () => {
    expect(lit([128, 128, 128], plain, 10)[0]).to.be.below(lit([128, 128, 128], plain, 62)[0]);
    expect(lit([128, 128, 128], plain, 100)[0] - getLab(128, 128, 128)[0]).to.be.below(3);
  });
});
