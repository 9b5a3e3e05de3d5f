import { expect } from 'chai';
import { analyseScene, type SceneModel } from '../../../../../workers/renderer/scene/scene-analysis.ts';
import type { Thing } from '../../../../../workers/renderer/scene/things/thing.ts';
import { drawing } from '../drawing-sharp.ts';

const width = 1200;
const height = 800;
const cup: Thing = { kind: 'cup', score: 0.6, rect: { x: 500, y: 420, width: 80, height: 60 } };

async function scene(shapes: string, things: Thing[]): Promise<SceneModel> {
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}">
    <rect width="100%" height="100%" fill="#d6d2c8"/>${shapes}</svg>`;
  return analyseScene({ data: await drawing(svg).removeAlpha().raw().toBuffer(), width, height }, things);
}

const table =
  '<rect x="300" y="460" width="520" height="40" fill="#a9764c"/><rect x="300" y="500" width="520" height="20" fill="#5d4028"/>';
const mug = '<rect x="500" y="420" width="80" height="60" fill="#35507a"/>';

describe('table tops', () => {
  it('are found below things that stand on them, as wide as their front edge, with the scale of the things', async () => {
    const { supports } = await scene(table + mug, [cup]);
    const found = supports.find(({ sure }) => sure)!;
    expect(found.y).to.equal(480);
    expect(found.x).to.be.within(270, 330);
    expect(found.x + found.width).to.be.within(790, 850);
    expect(found.scale).to.equal(6);
  });

  it('continue beside a cloth of another color below a thing', async () => {
    const cloth = '<rect x="440" y="466" width="200" height="22" fill="#2a3f6e"/>';
    const { supports } = await scene(table + cloth + mug, [cup]);
    const found = supports.find(({ sure }) => sure)!;
    expect(found.x).to.be.below(400);
    expect(found.x + found.width).to.be.above(680);
  });

  it('are not found below a thing that hangs', async () => {
    const { supports } = await scene(mug, [cup]);
    expect(supports.filter(({ sure }) => sure)).to.deep.equal([]);
  });

  it('are the upper sides of detected tables, and never seats', async () => {
    const rect = { x: 200, y: 450, width: 800, height: 250 };
    const desk = await scene('', [{ kind: 'dining table', score: 0.5, rect }]);
    expect(desk.supports[0]!.y).to.be.within(460, 500);
    const sofa = await scene(table + mug, [cup, { kind: 'couch', score: 0.6, rect }]);
    expect(sofa.supports).to.deep.equal([]);
  });

  it('are where things stand on a table that is seen from above', async () => {
    const rect = { x: 200, y: 380, width: 800, height: 300 };
    const { supports } = await scene('', [{ kind: 'dining table', score: 0.5, rect }, cup]);
    const whole = supports.find(({ width: wide }) => wide > 600)!;
    expect(whole).to.include({ y: 480, scale: 6 });
  });

  it('continue a little beside a thing that may be there, which itself is not believed', async () => {
    const doubtful = { ...cup, score: 0.2 };
    const { supports, things } = await scene(mug, [doubtful]);
    expect(things).to.deep.equal([]);
    const [beside, ...others] = supports;
    expect(others).to.deep.equal([]);
    expect(beside).to.include({ y: 480, beside: true });
    expect(beside!.x).to.be.within(380, 440);
    expect(beside!.x + beside!.width).to.be.within(640, 700);
  });
});
