import { expect } from 'chai';
import sharp from 'sharp';
import { type PersonBody, personRect } from '../../../../../workers/renderer/placement/persons.ts';
import { placeAll } from '../../../../../workers/renderer/placement/placement.ts';
import { planProduct } from '../../../../../workers/renderer/products/classify.ts';
import { analyseScene, type SceneModel } from '../../../../../workers/renderer/scene/scene-analysis.ts';
import { findBody } from '../../../../../workers/renderer/scene/silhouette.ts';
import { drawing } from '../drawing-sharp.ts';

/** A drawn figure on a plain background: head 120–220 at the middle, shoulders 240 wide, cut at the lower edge. */
async function figure(): Promise<SceneModel> {
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="600" height="800"><rect width="600" height="800" fill="#9fc0d0"/>
    <ellipse cx="300" cy="175" rx="46" ry="58" fill="#d09a78"/>
    <path d="M180 800 L180 300 Q180 250 260 245 L340 245 Q420 250 420 300 L420 800Z" fill="#3a5a30"/></svg>`;
  const { data, info } = await drawing(svg).removeAlpha().raw().toBuffer({ resolveWithObject: true });
  return analyseScene({ data, width: info.width, height: info.height });
}

const worn = (category: string, aspect: number, index = 0) => ({
  index,
  plan: planProduct({ category, tags: [] }, aspect),
  aspect,
  touchesTop: false,
});

describe('worn products', () => {
  let scene: SceneModel;
  let body: PersonBody;

  before(async () => {
    scene = await figure();
    body = findBody(scene)!;
  });

  it('find the figure in front of a plain background', () => {
    expect(body.centre).to.be.closeTo(300, 25);
    expect(body.crown).to.be.closeTo(117, 25);
    expect(body.head).to.be.closeTo(115, 30);
  });

  it('keep hats above the eyes and shirts below the chin', () => {
    const eyes = body.crown + 0.5 * body.head;
    for (const aspect of [0.7, 1, 1.8]) {
      const hat = personRect(body, worn('Hats', aspect), scene);
      expect(hat.y + hat.height).to.be.below(eyes);
    }
    expect(personRect(body, worn('T-Shirts', 1), scene).y).to.be.at.least(body.crown + body.head);
  });

  it('go from head to foot in the order they are worn', () => {
    const rows = ['Hats', 'Sunglasses', 'Scarves', 'T-Shirts', 'Jeans'].map((category) => {
      const rect = personRect({ ...body, head: 90 }, worn(category, 1), { ...scene, height: 2000 });
      return rect.y + rect.height / 2;
    });
    expect([...rows].sort((p, q) => p - q)).to.deep.equal(rows);
  });

  it('report their zone, and other products are placed beside without covering the head', () => {
    const placed = placeAll([worn('T-Shirts', 1), worn('Armchairs', 1, 1)], scene, body);
    expect(placed[0]).to.include({ surface: 'person', zone: 'torso' });
    const chair = placed[1]!.rect;
    const covers =
      chair.x < 346 && chair.x + chair.width > 254 && chair.y < 233 && chair.y + chair.height > 117;
    expect(covers).to.equal(false);
  });

  it('find no person in front of an empty background', async () => {
    const empty = await sharp({ create: { width: 600, height: 400, channels: 3, background: '#cccccc' } })
      .raw()
      .toBuffer();
    expect(findBody(await analyseScene({ data: empty, width: 600, height: 400 }))).to.equal(undefined);
  });
});
