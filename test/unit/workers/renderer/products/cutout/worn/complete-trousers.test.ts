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
    const matte = completeTrousers(cropped)!;
    const added = matte.height - cropped.height;
    expect(matte.top).to.equal(-added);
    expect(added).to.be.within(120, 240);
    const i = (20 * matte.width + 200) * 4;
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
    const matte = completeTrousers(whole)!;
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

  it('are completed where a hand covers the hip, and keep the gap between the legs', async () => {
    const bitten = await cutAbove(0);
    for (let y = 120; y < 320; y++)
      for (let x = 0; x < 140; x++) bitten.rgba[(y * bitten.width + x) * 4 + 3] = 0;
    const matte = completeTrousers(bitten)!;
    for (const [x, y] of [
      [110, 200],
      [115, 300],
    ] as const) {
      expect(alphaAt(matte, x, y), `${x}, ${y}`).to.be.above(200);
      expect(matte.rgba[(y * matte.width + x) * 4]).to.be.closeTo(0x8a, 40);
    }
    expect(alphaAt(matte, 200, 600)).to.equal(0);
  });

  it('are not completed without a visible crotch', async () => {
    const { data, width, height } = await skirtCutout();
    expect(completeTrousers({ rgba: Buffer.from(data), left: 0, top: 0, width, height })).to.equal(undefined);
  });
});
