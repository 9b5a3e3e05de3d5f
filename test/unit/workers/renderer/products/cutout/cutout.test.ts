import { expect } from 'chai';
import sharp from 'sharp';
import { bestCutout, cutOut } from '../../../../../../workers/renderer/products/cutout/cutout.ts';
import { RendererError } from '../../../../../../workers/renderer/renderer-error.ts';
import { drawing } from '../../drawing-sharp.ts';
import { disc, draw, grainy, opacityAt, overlap, worstStain } from './cutout-drawings.ts';

const white = '<rect width="600" height="600" fill="#fff"/>';
const shadow = `<defs><filter id="b" x="-50%" y="-50%" width="200%" height="200%">
  <feGaussianBlur stdDeviation="18"/></filter></defs>
  <ellipse cx="330" cy="440" rx="150" ry="40" fill="#000" opacity="0.35" filter="url(#b)"/>`;
const redDisc = '<circle cx="300" cy="300" r="140" fill="#b02030"/>';

const discOnWhite = () => draw(600, 600, white + shadow + redDisc, disc(300, 300, 140));

async function failure(work: Promise<unknown>): Promise<unknown> {
  return work.then(
    () => undefined,
    (error: unknown) => error,
  );
}

describe('cutting a product out', () => {
  it('finds a product on white and excludes its soft shadow', async () => {
    const drawing = await discOnWhite();
    const cutout = await cutOut(drawing.image);
    expect(overlap(cutout, drawing)).to.be.above(0.985);
    expect(opacityAt(cutout, 420, 465)).to.equal(0);
    expect(cutout).to.include({ trust: 'high', kind: 'cut' });
    expect(cutout.matteMargin.touchesEdges).to.deep.equal([]);
    expect(cutout.rgba.length).to.equal(cutout.width * cutout.height * 4);
  });

  it('removes the background from the edge colors', async () => {
    const drawing = await draw(600, 600, white + redDisc, disc(300, 300, 140));
    expect(worstStain(await cutOut(drawing.image), [0xb0, 0x20, 0x30])).to.be.below(40);
  });

  it('trims to the product with at most 2 px of margin', async () => {
    const { width, height, left, top } = await cutOut((await discOnWhite()).image);
    expect(width).to.be.within(279, 284);
    expect(height).to.be.within(279, 284);
    expect(left).to.be.within(158, 161);
    expect(top).to.be.within(158, 161);
  });

  it('opens the hole of a ring', async () => {
    const ring = '<circle cx="300" cy="300" r="150" fill="none" stroke="#234a90" stroke-width="60"/>';
    const inside = (x: number, y: number) => disc(300, 300, 180)(x, y) && !disc(300, 300, 120)(x, y);
    const cutout = await cutOut((await draw(600, 600, white + ring, inside)).image);
    expect(overlap(cutout, { width: 600, height: 600, inside })).to.be.above(0.97);
    expect(opacityAt(cutout, 300, 300)).to.equal(0);
  });

  it('keeps a white product complete on a nearly white background', async () => {
    const shapes = `<rect width="600" height="600" fill="#f0f0f0"/>
      <circle cx="300" cy="300" r="140" fill="#fcfcfc" stroke="#d4d4d4" stroke-width="4"/>`;
    const drawing = await grainy(await draw(600, 600, shapes, disc(300, 300, 142)), 2);
    expect(overlap(await cutOut(drawing.image), drawing)).to.be.above(0.94);
  });

  it('handles a background with a gradient from corner to corner', async () => {
    const shapes = `<defs><linearGradient id="g" x2="1" y2="1"><stop stop-color="#f4f1ec"/>
      <stop offset="1" stop-color="#8d98a6"/></linearGradient></defs>
      <rect width="600" height="600" fill="url(#g)"/>${redDisc}`;
    const drawing = await grainy(await draw(600, 600, shapes, disc(300, 300, 140)), 2);
    const cutout = await cutOut(drawing.image);
    expect(overlap(cutout, drawing)).to.be.above(0.98);
    expect(cutout.trust).to.equal('high');
  });

  it('handles a wall that meets a floor behind the product', async () => {
    const shapes = `<rect width="600" height="600" fill="#e6e2da"/>
      <rect y="400" width="600" height="200" fill="#8a5a34"/>
      <rect x="220" y="180" width="160" height="320" fill="#1f6f5c"/>`;
    const inside = (x: number, y: number) => x >= 220 && x < 380 && y >= 180 && y < 500;
    const drawing = await grainy(await draw(600, 600, shapes, inside), 2);
    expect(overlap(await cutOut(drawing.image), drawing)).to.be.above(0.97);
  });

  it('reports the edges at which the product is cut off', async () => {
    const drawing = await draw(
      600,
      600,
      `${white}<circle cx="300" cy="560" r="140" fill="#b02030"/>`,
      () => true,
    );
    expect((await cutOut(drawing.image)).matteMargin.touchesEdges).to.deep.equal(['bottom']);
  });

  it('returns the same bytes for the same picture', async () => {
    const { image } = await discOnWhite();
    const [first, second] = [await cutOut(image), await cutOut(image)];
    expect(first.rgba.equals(second.rgba)).to.equal(true);
    expect({ ...first, rgba: 0 }).to.deep.equal({ ...second, rgba: 0 });
  });
});

describe('without a reliable outline', () => {
  it('returns the whole photo, with low trust, as not cut', async () => {
    const grey = await draw(500, 400, '<rect width="500" height="400" fill="#808080"/>', () => true);
    const cutout = await cutOut((await grainy(grey, 110)).image);
    expect(cutout).to.include({ trust: 'low', kind: 'whole', width: 500, height: 400 });
    expect(opacityAt(cutout, 0, 0)).to.equal(255);
  });

  it('takes a photo of one color for a swatch, which is all product', async () => {
    const swatch = await draw(300, 300, '<rect width="300" height="300" fill="#ccd"/>', () => true);
    const cutout = await cutOut(swatch.image);
    expect(cutout).to.include({ trust: 'low', kind: 'cut' });
    expect(overlap(cutout, swatch)).to.equal(1);
  });

  it('accepts pictures down to one pixel', async () => {
    for (const side of [1, 2, 5]) {
      const background = { r: 200, g: 30, b: 30 };
      const image = await sharp({ create: { width: side, height: side, channels: 3, background } })
        .png()
        .toBuffer();
      expect(await cutOut(image)).to.include({ width: side, height: side, trust: 'low' });
    }
  });
});

describe('a picture with an alpha channel', () => {
  const rgba = (shapes: string) =>
    drawing(`<svg xmlns="http://www.w3.org/2000/svg" width="300" height="200">${shapes}</svg>`)
      .png()
      .toBuffer();

  it('is used as it is and trimmed', async () => {
    const cutout = await cutOut(await rgba('<rect x="60" y="50" width="100" height="80" fill="#0a8" />'));
    expect(cutout).to.include({ trust: 'high', kind: 'alpha', width: 102, height: 82, left: 59, top: 49 });
    expect([...cutout.rgba.subarray((41 * 102 + 51) * 4, (41 * 102 + 51) * 4 + 4)]).to.deep.equal([
      0, 0xaa, 0x88, 255,
    ]);
  });

  it('is rejected when it is fully transparent', async () => {
    const error = await failure(cutOut(await rgba('')));
    expect(error).to.be.instanceOf(RendererError);
    expect((error as Error).message).to.match(/fully transparent/);
  });

  it('is cut by its colors when the alpha channel hides nothing', async () => {
    const opaque = `<rect width="300" height="200" fill="#fff"/><circle cx="150" cy="100" r="60" fill="#26c"/>`;
    expect(await cutOut(await rgba(opaque))).to.include({ kind: 'cut', trust: 'high' });
  });
});

describe('broken or aborted work', () => {
  it('is rejected when the bytes are not a picture', async () => {
    const error = await failure(cutOut(Buffer.from('<html>not found</html>')));
    expect(error).to.be.instanceOf(RendererError);
  });

  it('stops with the reason of the signal', async () => {
    const { image } = await discOnWhite();
    const reason = new Error('lease lost');
    expect(await failure(cutOut(image, { signal: AbortSignal.abort(reason) }))).to.equal(reason);
  });
});

describe('choosing among photos of one product', () => {
  const cropped = () =>
    draw(600, 600, `${white}<circle cx="40" cy="560" r="240" fill="#b02030"/>`, () => true);

  it('prefers the complete product to one that is cut off', async () => {
    const { cutout, index } = await bestCutout([(await cropped()).image, (await discOnWhite()).image]);
    expect(index).to.equal(1);
    expect(cutout.kind).to.equal('cut');
  });

  it('keeps the first of equally good photos', async () => {
    const { image } = await discOnWhite();
    expect((await bestCutout([image, image, image])).index).to.equal(0);
  });

  it('skips a photo that cannot be decoded, and rejects when none can', async () => {
    const broken = Buffer.from('nothing');
    expect((await bestCutout([broken, (await discOnWhite()).image])).index).to.equal(1);
    expect(await failure(bestCutout([broken, broken]))).to.be.instanceOf(RendererError);
    expect(await failure(bestCutout([]))).to.be.instanceOf(RendererError);
  });
});
