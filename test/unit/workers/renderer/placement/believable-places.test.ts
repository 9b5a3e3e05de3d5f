import { expect } from 'chai';
import { integralOf } from '../../../../../workers/renderer/pixels/integral.ts';
import { overlap } from '../../../../../workers/renderer/pixels/rect.ts';
import type { Placed } from '../../../../../workers/renderer/placement/item.ts';
import { placeAll } from '../../../../../workers/renderer/placement/placement.ts';
import { planProduct } from '../../../../../workers/renderer/products/classify.ts';
import { analyseScene, type SceneModel } from '../../../../../workers/renderer/scene/scene-analysis.ts';
import { drawing } from '../drawing-sharp.ts';

const width = 1200;
const height = 800;

/** A drawn scene of a pale wall, lit from above, with shapes in front of it. */
async function sceneOf(shapes: string, wall = '#e2ddd2'): Promise<SceneModel> {
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}">
    <rect width="100%" height="100%" fill="${wall}"/>${shapes}</svg>`;
  const data = await drawing(svg).removeAlpha().raw().toBuffer();
  return analyseScene({ data, width, height });
}

const place = (scene: SceneModel, ...things: [category: string, aspect: number][]): Placed[] =>
  placeAll(
    things.map(([category, aspect], index) => ({
      index,
      plan: planProduct({ category, tags: [] }, aspect),
      aspect,
      touchesTop: false,
    })),
    scene,
  );

const floor = '<rect y="500" width="1200" height="300" fill="#8a6a4a"/>';
const sofa = '<rect x="70" y="330" width="1060" height="350" rx="30" fill="#3d5a80"/>';

describe('believable places', () => {
  it('show furniture and rugs as framed pictures where neither floor nor clear wall reaches the lower edge', async () => {
    const table = await sceneOf('<rect y="480" width="950" height="320" fill="#a9764c"/>');
    for (const [category, aspect, belongs] of [
      ['Sofas', 2.2, 'floor'],
      ['Rugs', 1.4, 'rug'],
      ['Cushions', 1, 'seat'],
    ] as const) {
      const [placed] = place(table, [category, aspect]);
      expect(placed, category).to.include({ surface: 'wall', card: belongs });
      expect(placed!.rect.y + placed!.rect.height).to.be.below(height * 0.7);
    }
  });

  it('stand furniture at the lower edge of a picture of a wall alone, and lay no rug there', async () => {
    const wall = await sceneOf('');
    for (const [category, aspect] of [
      ['Sofas', 2.2],
      ['Chairs', 0.6],
    ] as const) {
      const [placed] = place(wall, [category, aspect]);
      expect(placed!.card, category).to.equal(undefined);
      expect(placed!.rect.y + placed!.rect.height).to.be.above(height * 0.94);
    }
    expect(place(wall, ['Rugs', 1.4])[0]).to.include({ card: 'rug' });
  });

  it('stand furniture on a free floor as it is', async () => {
    const [armchair] = place(await sceneOf(floor), ['Armchairs', 0.9]);
    expect(armchair).to.include({ surface: 'floor' });
    expect(armchair!.card).to.equal(undefined);
  });

  it('put no armchair in front of or into the sofa of the room, but a lamp beside it', async () => {
    const scene = await sceneOf(floor + sofa);
    const [armchair] = place(scene, ['Armchairs', 0.9]);
    expect(armchair).to.include({ surface: 'wall', card: 'floor' });
    const [lamp] = place(scene, ['Floor lamps', 0.25]);
    expect(lamp!.card).to.equal(undefined);
    expect(lamp!.surface).to.equal('floor');
  });

  it('put cushions on a sofa that stands on the floor, and not on a lamp', async () => {
    const [cushion] = place(await sceneOf(floor + sofa), ['Cushions', 1]);
    expect(cushion!.surface).to.equal('seat');
    const hanging = '<path d="M590 0H610V180L860 420H340L590 180Z" fill="#777777"/>';
    const [other] = place(await sceneOf(hanging), ['Cushions', 1]);
    expect(other!.surface).to.not.equal('seat');
  });

  it('put a plant on the floor, but not a mug', async () => {
    const scene = await sceneOf(floor);
    expect(place(scene, ['Mugs', 1.1])[0]).to.include({ card: 'table' });
    expect(place(scene, ['Potted plants', 0.7])[0]).to.include({ surface: 'floor' });
  });

  it('put a lamp in front of an end of the sofa rather than across its middle', async () => {
    const [lamp] = place(await sceneOf(floor + sofa), ['Floor lamps', 0.25]);
    expect(Math.abs(lamp!.rect.x + lamp!.rect.width / 2 - 600)).to.be.above(300);
  });

  it('put no armchair in front of the table of the room', async () => {
    const scene = await sceneOf(floor);
    const [free] = place(scene, ['Armchairs', 0.9]);
    const { x, y, width: wide } = free!.rect;
    const table = { x: x - 20, width: wide + 40, y: y + 40, score: 4 };
    const [moved] = place({ ...scene, supports: [table] }, ['Armchairs', 0.9]);
    const shared =
      Math.min(moved!.rect.x + moved!.rect.width, table.x + table.width) - Math.max(moved!.rect.x, table.x);
    expect(shared).to.be.below(table.width / 2);
  });

  it('find room on a table for three where the best place of one would leave none', async () => {
    const board =
      '<rect x="100" y="470" width="420" height="70" fill="#b98a58"/><rect x="100" y="540" width="420" height="60" fill="#6d4a2a"/>';
    const placed = place(await sceneOf(board), ['Mugs', 1.2], ['Candles', 1], ['Bottles', 0.4]);
    expect(placed.map(({ surface }) => surface)).to.deep.equal(['table', 'table', 'table']);
  });

  it('cover nothing that is on a table already', async () => {
    const board =
      '<rect x="150" y="470" width="900" height="70" fill="#b98a58"/><rect x="150" y="540" width="900" height="60" fill="#6d4a2a"/>';
    const [free] = place(await sceneOf(board), ['Vases', 0.6]);
    expect(free!.surface).to.equal('table');
    const scene = await sceneOf(board);
    // Books, bottles and glasses all along: high in the clutter measure.
    const lively = {
      ...scene,
      clutter: integralOf(
        new Float32Array(scene.planes.width * scene.planes.height).fill(9),
        scene.planes.width,
        scene.planes.height,
        scene.planes.width / width,
      ),
    };
    expect(place(lively, ['Vases', 0.6])[0]!.card).to.equal('table');
  });

  it('hang pictures beside a window, not on it', async () => {
    const windowPane = '<rect x="430" y="60" width="340" height="380" fill="#ffffff"/>';
    const scene = await sceneOf(floor + windowPane, '#8d8a80');
    const [picture] = place(scene, ['Posters', 0.7]);
    const { x, width: wide } = picture!.rect;
    expect(x + wide <= 430 || x >= 770).to.equal(true);
  });

  it('leave the wall to pictures and inset other products without a place, several of them in a row', async () => {
    const placed = place(
      await sceneOf('<rect y="300" width="1200" height="500" fill="#a9764c"/>'),
      ['Sofas', 2.2],
      ['Posters', 0.7],
      ['Rugs', 1.4],
      ['Mugs', 1.1],
      ['Armchairs', 0.9],
      ['Cushions', 1],
    );
    expect(placed[1]!.card).to.equal(undefined);
    expect(placed[1]!.rect.y + placed[1]!.rect.height).to.be.below(300);
    for (const [i, { rect }] of placed.entries()) {
      for (const other of placed.slice(i + 1)) expect(overlap(rect, other.rect)).to.equal(false);
    }
  });

  it('hang a mirror on a small wall in a smaller size rather than as a picture', async () => {
    const shelf =
      '<rect width="860" height="560" fill="#5a3d28"/><path d="M0 100H860M0 220H860M0 340H860" stroke="#caa" stroke-width="40"/>';
    const [mirror] = place(await sceneOf(floor + shelf), ['Mirrors', 1]);
    expect(mirror!.card).to.equal(undefined);
    expect(mirror!.rect.x).to.be.above(830);
  });
});
