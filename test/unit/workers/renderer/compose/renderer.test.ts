import { existsSync, readFileSync } from 'node:fs';
import { expect } from 'chai';
import sharp from 'sharp';
import { renderLocal } from '../../../../../workers/renderer/compose/renderer.ts';
import { overlap } from '../../../../../workers/renderer/pixels/rect.ts';
import { RendererError } from '../../../../../workers/renderer/renderer-error.ts';
import type { LocalRequest } from '../../../../../workers/renderer/request.ts';
import type { Detect } from '../../../../../workers/renderer/scene/things/detector.ts';
import { block, rgb, room } from '../synthetic.ts';

const output = { width: 900, height: 600 };

async function request(categories: string[], tags: string[][] = []): Promise<LocalRequest> {
  const products = [];
  for (const [i, category] of categories.entries()) {
    products.push({
      category,
      tags: tags[i] ?? [],
      images: [await block(220, 260, `hsl(${i * 60}, 60%, 45%)`)],
    });
  }
  return { scene: await room(1200, 800), products, output };
}

/** A photo without any object: coarse noise of many colors. */
function uncuttable(): Promise<Buffer> {
  const side = 48;
  const data = Uint8Array.from({ length: side * side * 3 }, (_, i) => (i * 7919 + (i >> 4) * 104_729) % 251);
  return sharp(data, { raw: { width: side, height: side, channels: 3 } })
    .resize(480, 480, { kernel: 'nearest' })
    .png()
    .toBuffer();
}

/** Pixels that differ between two RGB images, as a bounding test against allowed boxes. */
function changedOutside(
  before: Buffer,
  after: Buffer,
  width: number,
  boxes: { x: number; y: number; width: number; height: number }[],
): number {
  let outside = 0;
  for (let i = 0; i < before.length; i += 3) {
    if (before[i] === after[i] && before[i + 1] === after[i + 1] && before[i + 2] === after[i + 2]) continue;
    const x = (i / 3) % width;
    const y = Math.floor(i / 3 / width);
    const allowed = boxes.some((b) => {
      // A shadow extends at most a third of the product's longest side beyond it; a cord goes up to the edge.
      const pad = Math.max(b.width, b.height) * 0.34 + 6;
      return (
        x >= b.x - pad && x < b.x + b.width + pad && y >= Math.min(b.y - pad, 0) && y < b.y + b.height + pad
      );
    });
    if (!allowed) outside++;
  }
  return outside;
}

describe('the local renderer', () => {
  it('returns a PNG without alpha of exactly the requested size', async () => {
    for (const size of [output, { width: 333, height: 777 }]) {
      const { png } = await renderLocal({ ...(await request(['Chairs'])), output: size });
      const { format, width, height, channels } = await sharp(png).metadata();
      expect({ format, width, height, channels }).to.deep.equal({ format: 'png', ...size, channels: 3 });
    }
  });

  it('changes the picture only at the product and its shadow', async () => {
    const asked = await request(['Chairs', 'Posters', 'Rugs', 'Pendant lamps']);
    const { png, report } = await renderLocal(asked);
    const before = await rgb(asked.scene, output.width, output.height);
    const after = await rgb(png, output.width, output.height);
    expect(changedOutside(before, after, output.width, report.placements)).to.equal(0);
    for (const box of report.placements) {
      const centre =
        (Math.round(box.y + box.height / 2) * output.width + Math.round(box.x + box.width / 2)) * 3;
      expect(after.subarray(centre, centre + 3)).to.not.deep.equal(before.subarray(centre, centre + 3));
    }
  });

  it('returns the same bytes for the same request', async () => {
    const asked = await request(['Chairs', 'Mugs']);
    const first = await renderLocal(asked);
    const second = await renderLocal(asked);
    expect(first.png.equals(second.png)).to.equal(true);
  });

  it('uses size tags', async () => {
    const [small] = (await renderLocal(await request(['Chairs'], [['height 40 cm']]))).report.placements;
    const [large] = (await renderLocal(await request(['Chairs'], [['height 90 cm']]))).report.placements;
    expect(large!.height).to.be.above(small!.height * 1.7);
  });

  it('reports trust, the chosen photo, the place and the time of each part', async () => {
    const { report } = await renderLocal(await request(['Chairs', 'Posters']));
    expect(report.cutout).to.deep.equal(['high', 'high']);
    expect(report.chosenImage).to.deep.equal([0, 0]);
    expect(report.placements.map(({ surface }) => surface)).to.deep.equal(['floor', 'wall']);
    expect(report.placement).to.deep.equal(['good', 'good']);
    expect(report.milliseconds).to.include.all.keys('read', 'dress', 'place', 'compose', 'encode', 'total');
  });

  it('stands a product without a place of its own in the foreground, and says so', async () => {
    const { report } = await renderLocal(await request(['Chairs', 'Mugs']));
    expect(report.placement).to.deep.equal(['good', 'plain']);
    const mug = report.placements[1]!;
    expect(mug).to.include({ product: 1, surface: 'floor' });
    expect(mug.y + mug.height).to.be.above(output.height * 0.9);
  });

  it('leaves out what cannot be cut out of its photo, and says why', async () => {
    const asked = await request(['Chairs']);
    const lamp = { category: 'Floor lamps', tags: [], images: [await uncuttable()] };
    const { report } = await renderLocal({ ...asked, products: [...asked.products, lamp] });
    expect(report.placement).to.deep.equal(['good', 'left out']);
    expect(report.placements.map(({ product }) => product)).to.deep.equal([0]);
    expect(report.leftOut).to.have.length(1);
    expect(report.leftOut[0]).to.include({ product: 1 });
    expect(report.leftOut[0]!.reason).to.match(/cannot be separated .* send a photo on a plain ground/);
  });

  it('rejects a render of which nothing can be cut out, but hangs a poster as it is', async () => {
    const asked = await request([]);
    const images = [await uncuttable()];
    const only = (category: string) =>
      renderLocal({ ...asked, products: [{ category, tags: [], images }] }).catch((error: unknown) => error);
    for (const category of ['Floor lamps', 'T-Shirts']) {
      const error = await only(category);
      expect(error, category).to.be.instanceOf(RendererError);
      expect((error as Error).message, category).to.match(/send a photo on a plain ground/);
    }
    expect(await only('Posters')).to.have.nested.property('report.placement[0]', 'good');
  });

  it('covers no person whom the detector sees', async () => {
    const person = { x: 300, y: 100, width: 260, height: 480 };
    const { report } = await renderLocal(await request(['Chairs', 'Posters', 'Mugs']), {
      detect: () => Promise.resolve([{ kind: 'person', score: 0.8, rect: person }]),
    });
    expect(report.placements).to.have.length(3);
    for (const box of report.placements) expect(overlap(box, person)).to.equal(false);
  });

  it('leaves out clothes that the person in the scene cannot wear, and rejects a render of nothing else', async () => {
    const person = { x: 300, y: 100, width: 260, height: 480 };
    const detect: Detect = () => Promise.resolve([{ kind: 'person', score: 0.8, rect: person }]);
    const { report } = await renderLocal(await request(['Jeans', 'Tote bags']), { detect });
    expect(report.placement[0]).to.equal('left out');
    expect(report.placements.map(({ product }) => product)).to.deep.equal([1]);
    const alone = await renderLocal(await request(['Jeans']), { detect }).catch((error: unknown) => error);
    expect(alone).to.be.instanceOf(RendererError);
    expect((alone as Error).message).to.contain('shows the legs from the waist down');
    expect(report.leftOut).to.deep.equal([{ product: 0, reason: (alone as Error).message }]);
  });

  it('renders without a detector that cannot be loaded, and says why', async () => {
    const { report } = await renderLocal(await request(['Chairs']), {
      detect: () => Promise.reject(new Error('no such file')),
    });
    expect(report).to.include({ detectorMissing: 'no such file' });
    expect(report.placement).to.deep.equal(['good']);
  });

  it('keeps the product in its own color', async () => {
    const asked = await request(['Chairs']);
    const { png, report } = await renderLocal(asked);
    const box = report.placements[0]!;
    const after = await rgb(png, output.width, output.height);
    const i = (Math.round(box.y + box.height / 2) * output.width + Math.round(box.x + box.width / 2)) * 3;
    // hsl(0, 60%, 45%) is (184, 46, 46).
    expect(after[i]).to.be.within(160, 195);
    expect(after[i + 1]).to.be.within(34, 60);
    expect(after[i + 2]).to.be.within(34, 60);
  });

  it('rejects with the reason when aborted before and during the work', async () => {
    const asked = await request(['Chairs', 'Posters', 'Mugs']);
    const reason = new Error('the caller left');
    const failure = await renderLocal(asked, { signal: AbortSignal.abort(reason) }).catch(
      (error: unknown) => error,
    );
    expect(failure).to.equal(reason);
    const during = new AbortController();
    const late = await renderLocal(asked, {
      signal: during.signal,
      progress: () => during.abort(reason),
    }).catch((error: unknown) => error);
    expect(late).to.equal(reason);
  });

  it('reports increasing progress', async () => {
    const shares: number[] = [];
    await renderLocal(await request(['Chairs', 'Posters']), { progress: (share) => shares.push(share) });
    expect(shares.length).to.be.above(2);
    expect([...shares].sort((p, q) => p - q)).to.deep.equal(shares);
    expect(shares.every((share) => share >= 0 && share <= 1)).to.equal(true);
  });
});

const photos = new URL('../../../../../../shared/photos/', import.meta.url);

describe('the local renderer on real photos', () => {
  const read = (path: string): Buffer => readFileSync(new URL(path, photos));

  it('puts a cushion on the sofa and hangs the lamp above it', async function () {
    if (!existsSync(photos)) {
      console.log('      skipped: the folder of test photos is not there');
      this.skip();
    }
    const { report } = await renderLocal({
      scene: read('scenes/room_leather_sofa_white_wall.jpg'),
      products: [
        { category: 'Cushions', tags: [], images: [read('products/cushion_white_parrot_rgba.png')] },
        { category: 'Pendant lamps', tags: [], images: [read('products/lamp_pendant_white.jpg')] },
      ],
      output: { width: 1200, height: 800 },
    });
    const [cushion, lamp] = report.placements;
    expect(cushion!.surface).to.equal('seat');
    expect(cushion!.y + cushion!.height / 2).to.be.within(370, 560);
    expect(lamp!.surface).to.equal('ceiling');
    expect(lamp!.y + lamp!.height).to.be.below(cushion!.y + cushion!.height);
  });
});
