import { expect } from 'chai';
import { coveredShare, overlap, shownShare } from '../../../../../workers/renderer/pixels/rect.ts';
import type { Placed } from '../../../../../workers/renderer/placement/item.ts';
import { placeAll } from '../../../../../workers/renderer/placement/placement.ts';
import { planProduct } from '../../../../../workers/renderer/products/classify.ts';
import { floorScale } from '../../../../../workers/renderer/scene/perspective.ts';
import { analyseScene, type SceneModel } from '../../../../../workers/renderer/scene/scene-analysis.ts';
import type { Thing, ThingKind } from '../../../../../workers/renderer/scene/things/thing.ts';
import { drawing } from '../drawing-sharp.ts';

const width = 1200;
const height = 800;

/** A drawn scene of a pale wall with shapes in front of it, and the things that the detector sees in it. */
async function scene(shapes: string, things: Thing[] = [], wall = '#e2ddd2'): Promise<SceneModel> {
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}">
    <rect width="100%" height="100%" fill="${wall}"/>${shapes}</svg>`;
  return analyseScene({ data: await drawing(svg).removeAlpha().raw().toBuffer(), width, height }, things);
}

const thing = (kind: ThingKind, x: number, y: number, wide: number, high: number): Thing => ({
  kind,
  score: 0.7,
  rect: { x, y, width: wide, height: high },
});

const place = (model: SceneModel, ...products: [category: string, aspect: number][]): Placed[] =>
  placeAll(
    products.map(([category, aspect], index) => ({
      index,
      plan: planProduct({ category, tags: [] }, aspect),
      aspect,
      touchesTop: false,
    })),
    model,
  );

const floor = '<rect y="500" width="1200" height="300" fill="#8a6a4a"/>';
const couch = thing('couch', 70, 330, 1060, 350);
const sofa = '<rect x="70" y="330" width="1060" height="350" rx="30" fill="#3d5a80"/>';
const lawn =
  '<rect width="1200" height="420" fill="#7fb4e8"/><rect y="420" width="1200" height="380" fill="#5f8a3c"/>';

describe('the ladder of placements', () => {
  it('puts a cushion on a detected sofa, a picture on the wall and a chair on the floor', async () => {
    const room = await scene(floor + sofa, [couch]);
    const [cushion, poster] = place(room, ['Cushions', 1], ['Posters', 0.7]);
    expect(cushion).to.include({ surface: 'seat', placement: 'good' });
    expect(poster).to.include({ surface: 'wall', placement: 'good' });
    const [chair] = place(await scene(floor), ['Chairs', 0.6]);
    expect(chair).to.include({ surface: 'floor', placement: 'good' });
  });

  it('stands in the foreground, at its true size, what has no place of its own', async () => {
    const close = await scene('<rect y="480" width="950" height="320" fill="#a9764c"/>');
    for (const [category, aspect] of [
      ['Armchairs', 0.9],
      ['Mugs', 1.1],
      ['Cushions', 1],
    ] as const) {
      const [placed] = place(close, [category, aspect]);
      expect(placed, category).to.include({ surface: 'floor', placement: 'plain' });
      const foot = placed!.rect.y + placed!.rect.height;
      const { widthCm } = planProduct({ category, tags: [] }, aspect);
      const natural = widthCm * floorScale(close.perspective, foot);
      expect(placed!.rect.width / natural, category).to.be.within(1 / 1.5, 1.5);
    }
  });

  it('puts a small thing without a table on a sofa, not on an armchair that may be turned away', async () => {
    const [mug, vase] = [
      place(await scene(floor + sofa, [couch]), ['Mugs', 1.1])[0]!,
      place(await scene(floor + sofa, [couch]), ['Vases', 0.4])[0]!,
    ];
    expect(mug).to.include({ surface: 'seat', placement: 'plain' });
    expect(mug.rect.y + mug.rect.height).to.be.within(couch.rect.y + 150, couch.rect.y + 260);
    const middle = (mug.rect.x + mug.rect.width / 2 - couch.rect.x) / couch.rect.width;
    expect(middle, 'away from the arms').to.be.within(0.3, 0.7);
    expect(vase.surface).to.equal('floor');
    const armchair = { ...couch, kind: 'chair' as const };
    const [beside] = place(await scene(floor + sofa, [armchair]), ['Mugs', 1.1]);
    expect(beside!.surface).to.equal('floor');
  });

  it('puts a sofa where one is that leaves no room, hiding it whole, at a believable size', async () => {
    const low = '<rect y="600" width="1200" height="200" fill="#8a6a4a"/>';
    const wide = thing('couch', 70, 380, 1060, 370);
    const seat = '<rect x="70" y="380" width="1060" height="370" rx="30" fill="#3d5a80"/>';
    const room = await scene(low + seat, [wide]);
    const [placed] = place(room, ['Sofas', 2.6]);
    expect(placed).to.include({ surface: 'floor', placement: 'plain' });
    const { rect } = placed!;
    expect(rect.x).to.be.below(wide.rect.x);
    expect(rect.x + rect.width).to.be.above(wide.rect.x + wide.rect.width);
    expect(rect.y).to.be.below(wide.rect.y);
    expect(rect.y + rect.height).to.be.above(wide.rect.y + wide.rect.height);
    const natural = 210 * floorScale(room.perspective, rect.y + rect.height);
    expect(rect.width / natural).to.be.within(1 / 1.5, 1.5);
  });

  it('puts a small thing without a table beside another one, not in front of it', async () => {
    const cup = thing('cup', 560, 420, 80, 70);
    const [mug] = place(await scene('<rect x="560" y="420" width="80" height="70" fill="#35507a"/>', [cup]), [
      'Mugs',
      1.1,
    ]);
    expect(mug).to.include({ surface: 'table', placement: 'plain' });
    expect(mug!.rect.y + mug!.rect.height).to.be.closeTo(490, 1);
    expect(coveredShare(cup.rect, mug!.rect)).to.be.below(0.2);
  });

  it('puts a small thing beside a laptop, not on its keyboard', async () => {
    const table = '<rect x="60" y="520" width="1080" height="60" fill="#a9764c"/>';
    const laptop = thing('laptop', 250, 340, 300, 185);
    const black = '<rect x="250" y="340" width="300" height="185" fill="#222"/>';
    const room = await scene(table + black, [laptop]);
    for (const [category, aspect] of [
      ['Cameras', 1.2],
      ['Mugs', 1.1],
      ['Vases', 0.5],
    ] as const) {
      const [placed] = place(room, [category, aspect]);
      expect(placed!.surface, category).to.equal('table');
      expect(overlap(placed!.rect, laptop.rect), category).to.equal(false);
    }
  });

  it('places nothing outside the image, beside a thing that fills it', async () => {
    const laptop = thing('laptop', 10, 60, 1150, 560);
    const model = await scene('<rect x="10" y="60" width="1150" height="560" fill="#999"/>', [laptop]);
    for (const category of ['Mugs', 'Candle holders', 'Bottles'])
      for (const { rect } of place(model, [category, 0.9]))
        expect(shownShare(rect, model), category).to.be.at.least(0.85);
  });

  it('stands beside furniture on a floor whose color says nothing', async () => {
    const planks = Array.from(
      { length: 24 },
      (_, k) =>
        `<rect x="${k * 50}" y="520" width="50" height="280" fill="${k % 2 ? '#0b0a09' : '#6d4a2f'}"/>`,
    ).join('');
    const small = thing('couch', 70, 430, 620, 340);
    const seat = '<rect x="70" y="430" width="620" height="340" rx="30" fill="#3d5a80"/>';
    for (const [things, isUncut] of [
      [[small], true],
      [[], false],
    ] as const) {
      const [chair] = place(await scene(planks + seat, [...things]), ['Chairs', 0.6]);
      const foot = chair!.rect.y + chair!.rect.height;
      expect(foot <= height, `${things.length} things`).to.equal(isUncut);
      if (isUncut) expect(chair!.rect.x).to.be.above(690);
    }
  });

  it('hangs nothing outdoors, and stands pictures and lamps on the ground', async () => {
    const garden = await scene(lawn);
    expect(garden.outdoors).to.equal(true);
    const placed = place(garden, ['Posters', 0.7], ['Pendant lamps', 1]);
    for (const { surface, rect, cordTo } of placed) {
      expect([surface, cordTo]).to.deep.equal(['floor', undefined]);
      expect(rect.y + rect.height).to.be.above(garden.perspective.horizon);
    }
  });

  it('takes a room with a window full of sky for a room', async () => {
    expect((await scene(lawn, [couch])).outdoors).to.equal(false);
  });

  it('stands nothing on water: the lower edge cuts off what is closer than all of it', async () => {
    const pool =
      '<rect y="450" width="1200" height="80" fill="#d8d0c0"/><rect y="530" width="1200" height="270" fill="#38c6e4"/>';
    const [chair] = place(await scene(pool, [], '#c9b9a5'), ['Chairs', 0.6]);
    expect(chair).to.include({ placement: 'plain' });
    expect(chair!.rect.y + chair!.rect.height).to.be.above(height);
  });

  it('stands nothing on a sofa whose back fills the foreground', async () => {
    const back = '<rect x="60" y="480" width="1080" height="320" fill="#3b2a20"/>';
    const room = await scene(back, [thing('couch', 60, 480, 1080, 320)]);
    for (const [category, aspect] of [
      ['Armchairs', 0.9],
      ['Mugs', 1.1],
    ] as const) {
      const [placed] = place(room, [category, aspect]);
      const { y, height: high } = placed!.rect;
      expect(y + high, category).to.be.above(height);
      expect(height - y, category).to.be.above(0.8 * high);
    }
  });

  it('covers no person and no animal, and leaves out what finds no other place', async () => {
    const person = thing('person', 120, 40, 960, 760);
    const portrait = await scene('', [person]);
    const placed = place(portrait, ['Sofas', 2.2], ['Armchairs', 0.9], ['Mugs', 1.1]);
    expect(placed.length).to.be.below(3);
    for (const { rect, index } of placed.slice(1))
      expect(overlap(rect, person.rect), `product ${index}`).to.equal(false);
    const dog = thing('dog', 450, 560, 300, 200);
    const [rug] = place(await scene(floor, [dog]), ['Rugs', 1.4]);
    expect(overlap(rug!.rect, dog.rect)).to.equal(false);
  });

  it('leaves out even the only product where it would cover a person', async () => {
    const portrait = await scene('', [thing('person', 0, 0, 1200, 800)]);
    expect(place(portrait, ['Mugs', 1.1])).to.deep.equal([]);
  });

  it('stands nothing inside or behind furniture', async () => {
    const [chair] = place(await scene(floor + sofa, [couch]), ['Chairs', 0.6]);
    const foot = chair!.rect.y + chair!.rect.height;
    expect(foot).to.be.above(couch.rect.y + couch.rect.height - 1);
  });

  it('hangs pictures beside a window, not on it', async () => {
    const pane = '<rect x="430" y="60" width="340" height="380" fill="#ffffff"/>';
    const [picture] = place(await scene(floor + pane, [], '#8d8a80'), ['Posters', 0.7]);
    const { x, width: wide } = picture!.rect;
    expect(x + wide <= 430 || x >= 770).to.equal(true);
  });
});
