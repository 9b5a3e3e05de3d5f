import { expect } from 'chai';
import { bottomShape } from '../../../../../../../workers/renderer/people/garments/bottom-shape.ts';
import type { Matte } from '../../../../../../../workers/renderer/products/cutout/matte.ts';
import { completeTrousers } from '../../../../../../../workers/renderer/products/cutout/worn/complete-trousers.ts';
import { skirtCutout, trousersCutout } from '../../../people/garments/bottoms.ts';

/** The flat drawing of trousers (crotch at row 290), from row `from` on. */
async function cutAbove(from: number): Promise<Matte> {
  const { data, width, height } = await trousersCutout();
  return {
    rgba: Buffer.from(data.subarray(from * width * 4)),
    left: 0,
    top: 0,
    width,
    height: height - from,
  };
}

const alphaAt = ({ rgba, width }: Matte, x: number, y: number): number => rgba[(y * width + x) * 4 + 3]!;

describe('trousers that a photo shows only in part', () => {
  it('get the missing rise, in their own color', async () => {
    const cropped = await cutAbove(250);
    const matte = (await completeTrousers(cropped))!;
    const added = matte.height - cropped.height;
    expect(matte.top).to.equal(-added);
    expect(added).to.be.within(120, 240);
    // Beside the seam.
    const i = (20 * matte.width + 170) * 4;
    expect(matte.rgba[i + 3]).to.equal(255);
    for (const [c, value] of [0x8a, 0x2f, 0x3c].entries())
      expect(matte.rgba[i + c]).to.be.closeTo(value, 40, `channel ${c}`);
    expect(
      bottomShape({ data: matte.rgba, width: matte.width, height: matte.height }, true)!.legs,
    ).to.not.equal(undefined);
  });

  it('stay as they are when their waist is visible', async () => {
    const whole = await cutAbove(0);
    const before = Buffer.from(whole.rgba);
    const matte = (await completeTrousers(whole))!;
    expect(matte.height).to.equal(whole.height);
    for (const [x, y] of [
      [200, 100],
      [120, 500],
      [340, 860],
    ] as const) {
      const i = (y * whole.width + x) * 4;
      expect([...matte.rgba.subarray(i, i + 4)], `${x}, ${y}`).to.deep.equal([...before.subarray(i, i + 4)]);
    }
  });

  it('keep the gap between their legs', async () => {
    const matte = (await completeTrousers(await cutAbove(250)))!;
    const crotch = matte.height - (900 - 290);
    expect(alphaAt(matte, 200, crotch + 300)).to.equal(0);
    expect(alphaAt(matte, 200, crotch - 20)).to.equal(255);
  });

  it('are not completed without a visible crotch', async () => {
    const { data, width, height } = await skirtCutout();
    expect(await completeTrousers({ rgba: Buffer.from(data), left: 0, top: 0, width, height })).to.equal(
      undefined,
    );
  });
});
