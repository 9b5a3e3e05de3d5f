import { expect } from 'chai';
import { toLab } from '../../../../../workers/renderer/pixels/lab.ts';
import { findRoundTops } from '../../../../../workers/renderer/scene/round-tops.ts';
import type { Support } from '../../../../../workers/renderer/scene/support.ts';
import { drawing } from '../drawing-sharp.ts';

const width = 200;
const height = 256;

/** Round tops among shapes on a grey wall, with objects wherever the shapes are below the middle. */
async function topsIn(shapes: string, carried = true): Promise<Support[]> {
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}">
    <rect width="100%" height="100%" fill="#9d9a94"/>${shapes}</svg>`;
  const planes = toLab(await drawing(svg).removeAlpha().raw().toBuffer(), width, height, 3);
  const things = new Uint8Array(width * height).fill(carried ? 1 : 0);
  return findRoundTops(planes, things, 100);
}

const top = '<ellipse cx="110" cy="150" rx="46" ry="9" fill="#f4f1ea"/>';
const legs = '<path d="M85 150L78 240H86L93 150ZM135 150L142 240H134L127 150Z" fill="#6b5a48"/>';
const things =
  '<rect x="80" y="118" width="16" height="28" fill="#3f6b45"/><circle cx="125" cy="130" r="14" fill="#333"/>';

describe('round tables', () => {
  it('are found by their tops, also behind objects on them', async () => {
    for (const on of ['', things]) {
      const [support, ...others] = await topsIn(legs + top + on);
      expect(others).to.deep.equal([]);
      expect(support!.x).to.be.within(64, 84);
      expect(support!.x + support!.width).to.be.within(136, 156);
      expect(support!.y).to.be.within(147, 159);
    }
  });

  it('are not straight shelves, drawers or adjoining cushions', async () => {
    const shelf =
      '<rect x="40" y="140" width="130" height="18" fill="#f4f1ea"/><rect x="40" y="158" width="130" height="8" fill="#4f4a44"/>';
    const cushions = [10, 76, 142]
      .map(
        (x) =>
          `<rect x="${x}" y="130" width="66" height="26" rx="9" fill="#b07a4a"/><rect x="${x}" y="156" width="66" height="20" fill="#6d4526"/>`,
      )
      .join('');
    expect(await topsIn(shelf)).to.deep.equal([]);
    expect(await topsIn(cushions)).to.deep.equal([]);
  });

  it('are not the light of a lamp, which has no support, nor a hole, which is darker than its surroundings', async () => {
    expect(await topsIn(legs + top, false)).to.deep.equal([]);
    expect(await topsIn(legs + top.replace('#f4f1ea', '#4f4a44'))).to.deep.equal([]);
  });
});
