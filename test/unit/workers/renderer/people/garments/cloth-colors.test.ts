import { expect } from 'chai';
import { separateColors } from '../../../../../../workers/renderer/people/garments/cloth-colors.ts';
import type { Mixture } from '../../../../../../workers/renderer/pixels/mixture.ts';

/** A mixture of Lab colors and their shares. */
function mixture(...colors: [share: number, l: number, a: number, b: number][]): Mixture {
  return {
    size: colors.length,
    mean: Float64Array.from(colors.flatMap(([, ...lab]) => lab)),
    inverse: new Float64Array(colors.length * 3).fill(0.1),
    logWeight: Float64Array.from(colors, ([share]) => Math.log(share)),
    share: Float64Array.from(colors, ([share]) => share),
  };
}

const left = ({ logWeight }: Mixture): boolean[] => Array.from(logWeight, (weight) => weight > -100);

describe('the colors of cloth and of what is in front of it', () => {
  const white = mixture([0.3, 90, -3, -4], [0.3, 93, -3, -3], [0.25, 87, -3, -5], [0.15, 80, -2, -6]);

  it('assign braids over the chest to the hair', () => {
    const striped = mixture([0.5, 60, 60, 30], [0.3, 20, 2, 2], [0.2, 85, 0, 5]);
    const { cloth, rest } = separateColors(striped, mixture([0.8, 22, 2, 2], [0.2, 70, 10, 20]));
    expect(left(cloth!)).to.deep.equal([true, false, true]);
    expect(left(rest!)).to.deep.equal([true, true]);
  });

  it('stay the cloth’s where a hand is wrongly detected on a plain shirt', () => {
    const { cloth, rest } = separateColors(white, mixture([0.7, 91, -3, -4], [0.3, 50, 15, 20]));
    expect(left(cloth!)).to.deep.equal([true, true, true, true]);
    expect(left(rest!)).to.deep.equal([false, true]);
  });
});
