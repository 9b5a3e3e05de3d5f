import { expect } from 'chai';
import { shoesIn } from '../../../../../../workers/renderer/people/accessories/shoe-shape.ts';
import type { Pixels } from '../../../../../../workers/renderer/pixels/pixels.ts';
import { shoePicture } from './shoe-drawings.ts';

/** The drawn pair with prints in the back shoe's shade across the edge of the front one. */
async function printedPair(): Promise<Pixels> {
  const { data, width, height } = await shoePicture('shaded');
  const out = new Uint8Array(data);
  for (let x = 0; x < width; x++) {
    if (x % 26 > 12) continue;
    const red = (y: number): number =>
      data[(y * width + x) * 4 + 3]! > 127 ? data[(y * width + x) * 4]! : 0;
    for (let y = 1; y + 9 < height; y++) {
      if (red(y) < 150 || red(y - 1) > 150 || red(y - 3) === 0) continue;
      for (let k = 0; k < 9; k++)
        out.set(
          data.subarray((y * width - 4 * width + x) * 4, (y * width - 4 * width + x) * 4 + 3),
          ((y + k) * width + x) * 4,
        );
      break;
    }
  }
  return { data: out, width, height };
}

/** Mean deviation of the visible upper edge from its moving average over a print's length. */
function unevenness({ data, width, height }: Pixels, from: number, to: number): number {
  const top = (x: number): number => {
    for (let y = 0; y < height; y++) if (data[(y * width + x) * 4 + 3]! > 127) return y;
    return height;
  };
  const mean = (values: number[]): number => values.reduce((sum, value) => sum + value, 0) / values.length;
  const away = Array.from({ length: to - from }, (_, k) => {
    const near = Array.from({ length: 27 }, (_, j) => top(from + k + j - 13));
    return Math.abs(top(from + k) - mean(near));
  });
  return mean(away);
}

describe('the front shoe of a pair', () => {
  it('is separated from the other one along a smooth line, whatever is printed at its edge', async () => {
    const { kind, shoes } = await shoesIn(await printedPair());
    expect(kind).to.equal('single');
    expect(unevenness(shoes[0]!.cutout, 80, 200)).to.be.below(0.62);
  });

  it('includes nothing of the other one where their outlines meet', async () => {
    const pair = await shoePicture('shaded');
    const { shoes } = await shoesIn(pair);
    const { data } = shoes[0]!.cutout;
    let spikes = 0;
    for (let i = 0; i < data.length; i += 4) if (data[i]! < 130 && data[i + 3]! > 127) spikes++;
    expect(spikes).to.be.below(120);
  });
});
