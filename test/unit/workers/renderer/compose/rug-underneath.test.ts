import { expect } from 'chai';
import { slipUnder } from '../../../../../workers/renderer/compose/rug-underneath.ts';
import { overlap } from '../../../../../workers/renderer/pixels/rect.ts';
import { placeAll } from '../../../../../workers/renderer/placement/placement.ts';
import { planProduct } from '../../../../../workers/renderer/products/classify.ts';
import { analyseScene } from '../../../../../workers/renderer/scene/scene-analysis.ts';
import { drawing } from '../drawing-sharp.ts';
import { roomPixels } from '../synthetic.ts';

describe('a rug under furniture', () => {
  it('is hidden by the furniture and complete on the free floor', async () => {
    const scene = await roomPixels(900, 600, true);
    const model = await analyseScene(scene);
    const rect = { x: 200, y: 400, width: 500, height: 160 };
    const rug = { data: new Uint8Array(rect.width * rect.height * 4).fill(255), width: 500, height: 160 };
    slipUnder(rug, rect, scene, model);
    const alpha = (x: number, y: number) => rug.data[((y - rect.y) * rect.width + x - rect.x) * 4 + 3];
    // The block spans 225–675 × 270–468; the floor in front of it is free.
    expect(alpha(450, 420)).to.equal(0);
    expect(alpha(450, 530)).to.equal(255);
    expect(alpha(210, 540)).to.equal(255);
  });

  it('is hidden by objects, not by sunlight or a reflection on the floor', async () => {
    const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="900" height="600">
      <rect width="900" height="600" fill="#d9d5cc"/><rect y="372" width="900" height="228" fill="#6d6f74"/>
      <path d="M380 340H560L520 520H340Z" fill="#a9a49a"/>
      <ellipse cx="700" cy="500" rx="16" ry="12" fill="#9a6f70"/>
      <rect x="180" y="250" width="40" height="270" fill="#7d3f23"/></svg>`;
    const { data, info } = await drawing(svg).removeAlpha().raw().toBuffer({ resolveWithObject: true });
    const scene = { data, width: info.width, height: info.height };
    const rect = { x: 150, y: 400, width: 600, height: 160 };
    const rug = { data: new Uint8Array(rect.width * rect.height * 4).fill(255), width: 600, height: 160 };
    slipUnder(rug, rect, scene, await analyseScene(scene));
    const alpha = (x: number, y: number) => rug.data[((y - rect.y) * rect.width + x - rect.x) * 4 + 3];
    expect(alpha(200, 450)).to.equal(0);
    expect(alpha(440, 450)).to.equal(255);
    expect(alpha(700, 500)).to.equal(255);
  });

  it('is not placed where wooden legs cannot be told from a wooden floor', async () => {
    const svg = (legs: string) => `<svg xmlns="http://www.w3.org/2000/svg" width="900" height="600">
      <rect width="900" height="600" fill="#d9d5cc"/><rect y="330" width="900" height="270" fill="#8a6a4a"/>${legs}</svg>`;
    const legs = [270, 560]
      .map(
        (x) =>
          `<rect x="${x}" y="200" width="50" height="340" fill="#97744f" stroke="#4a3826" stroke-width="8"/>`,
      )
      .join('');
    const lay = async (shapes: string) => {
      const { data, info } = await drawing(svg(shapes))
        .removeAlpha()
        .raw()
        .toBuffer({ resolveWithObject: true });
      const model = await analyseScene({ data, width: info.width, height: info.height });
      const plan = planProduct({ category: 'Rugs', tags: [] }, 1.4);
      return placeAll([{ index: 0, plan, aspect: 1.4, touchesTop: false }], model)[0]!;
    };
    expect((await lay('')).surface).to.equal('rug');
    const { rect } = await lay(legs);
    const foot = { y: 200, height: 340, width: 50 };
    const torn = [270, 560].some((x) => overlap(rect, { ...foot, x }));
    expect(torn).to.equal(false);
  });
});
