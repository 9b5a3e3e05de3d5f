import { expect } from 'chai';
import type { Matte } from '../../../../../../../workers/renderer/products/cutout/matte.ts';
import { completeTrousers } from '../../../../../../../workers/renderer/products/cutout/worn/complete-trousers.ts';
import { drawWaistband } from '../../../../../../../workers/renderer/products/cutout/worn/waistband.ts';
import { trousersCutout } from '../../../people/garments/bottoms.ts';

const plain = (): Matte => ({
  rgba: Buffer.alloc(200 * 120 * 4, 0).map((_, i) => (i % 4 === 3 ? 255 : 100)) as Buffer,
  left: 0,
  top: 0,
  width: 200,
  height: 120,
});

const red = ({ rgba, width }: Matte, x: number, y: number): number => rgba[(y * width + x) * 4]!;

describe('the waistband of trousers whose photo hides it', () => {
  it('is a strip with a fold above and a seam below, a tenth of the waist high', () => {
    const matte = plain();
    drawWaistband(matte, 60);
    const column = Array.from({ length: 120 }, (_, y) => red(matte, 100, y));
    const seam = column.indexOf(Math.min(...column));
    expect(seam).to.be.within(19, 22);
    expect(column[seam]).to.be.below(75);
    expect(column[3]).to.be.above(104);
    expect(column[10]).to.be.within(98, 106);
    expect(column[25]).to.be.within(80, 98);
    expect(column.slice(32)).to.deep.equal(new Array(88).fill(100));
    expect(column).to.deep.equal(Array.from({ length: 120 }, (_, y) => red(matte, 20, y)));
  });

  it('is not drawn when little more than a band was missing', () => {
    const matte = plain();
    drawWaistband(matte, 20);
    expect(matte.rgba.equals(plain().rgba)).to.equal(true);
  });

  it('is drawn on the added rows, without the seams of a leg mirrored into them', async () => {
    const { data, width, height } = await trousersCutout();
    for (let y = 290; y < height; y++)
      for (const x of [118, 119, 282, 283]) data.set([250, 220, 180], (y * width + x) * 4);
    const cropped = { rgba: Buffer.from(data.subarray(250 * width * 4)), left: 0, top: 0, width };
    const { matte, added } = completeTrousers({ ...cropped, height: height - 250 })!;
    const middle = Math.round(width / 2);
    const rows = Array.from({ length: Math.round(added / 3) }, (_, y) => {
      const some = Array.from({ length: 21 }, (_, k) => red(matte, middle - 10 + k, y));
      return some.reduce((sum, value) => sum + value, 0) / some.length;
    });
    expect(Math.min(...rows)).to.be.below(rows.at(-1)! * 0.8);
    let bright = 0;
    for (let y = 0; y < added; y++) for (let x = 60; x < 340; x++) if (red(matte, x, y) > 0x8a + 45) bright++;
    expect(bright).to.equal(0);
  });
});
