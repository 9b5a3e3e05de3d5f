import { expect } from 'chai';
import sharp from 'sharp';
import { aspectShapes } from '../../../../../workers/providers/images/aspect-shapes.ts';
import { createModelInput } from '../../../../../workers/providers/images/model-input.ts';
import { buildPrompt } from '../../../../../workers/providers/prompt.ts';
import { ProviderError, type ProviderImage } from '../../../../../workers/providers/provider.ts';
import { renderRequest, scenePicture } from '../../../../support/providers/pictures.ts';

const image = (bytes: number): ProviderImage => ({
  bytes: Buffer.alloc(bytes),
  mime: 'image/jpeg',
  width: 1,
  height: 1,
});

describe('input of a model', () => {
  const products = [
    { title: 'A', tags: [], images: [image(10), image(20), image(30)] },
    { title: 'B', tags: [], images: [image(40)] },
    { title: 'C', tags: [], images: [image(50), image(60)] },
  ];
  const sizesWith = async (limits: { images: number; bytes: number }) => {
    const drawn = await scenePicture({ width: 600, height: 400 });
    // A JPEG gets no lighter.
    const scene: ProviderImage = {
      ...drawn,
      bytes: await sharp(drawn.bytes).jpeg().toBuffer(),
      mime: 'image/jpeg',
    };
    const request = await renderRequest({ scene, products, prompt: 'as built' });
    const input = await createModelInput(request, {
      images: limits.images,
      bytes: limits.bytes + scene.bytes.length,
      shapes: aspectShapes,
    });
    return { sizes: input.images.slice(1).map(({ bytes }) => bytes.length), prompt: input.prompt };
  };

  it('sends everything, and the prompt unchanged, within the limits', async () => {
    const { sizes, prompt } = await sizesWith({ images: 7, bytes: 210 });
    expect(sizes).to.deep.equal([10, 20, 30, 40, 50, 60]);
    expect(prompt).to.equal('as built');
  });

  const tight: [string, { images: number; bytes: number }, number[]][] = [
    ['one image too many', { images: 6, bytes: 1000 }, [10, 20, 40, 50, 60]],
    ['room for one of each only', { images: 4, bytes: 1000 }, [10, 40, 50]],
    [
      'one byte too many: what is smaller and comes later may still fit',
      { images: 7, bytes: 209 },
      [10, 20, 40, 50, 60],
    ],
    ['bytes for one more only', { images: 7, bytes: 125 }, [10, 20, 40, 50]],
  ];
  for (const [title, limits, expected] of tight) {
    it(`keeps the best of each product with ${title}, and renumbers`, async () => {
      const { sizes, prompt } = await sizesWith(limits);
      expect(sizes).to.deep.equal(expected);
      const kept = products.map((product) => ({
        ...product,
        images: product.images.filter(({ bytes }) => expected.includes(bytes.length)),
      }));
      expect(prompt).to.equal(buildPrompt(kept));
    });
  }

  for (const limits of [
    { images: 3, bytes: 1000 },
    { images: 7, bytes: 99 },
  ]) {
    it(`is rejected when not even one image of each product fits: ${JSON.stringify(limits)}`, async () => {
      const error = await sizesWith(limits).catch((thrown: unknown) => thrown);
      expect(error).to.be.instanceOf(ProviderError).and.to.have.property('failure', 'rejected');
    });
  }

  describe('of lossless images, which are many times larger than needed', () => {
    const size = { width: 700, height: 500 };
    const noise = async (channels: 3 | 4): Promise<ProviderImage> => {
      const background = { r: 0, g: 0, b: 0, alpha: 0.5 };
      const create = {
        ...size,
        channels,
        background,
        noise: { type: 'gaussian' as const, mean: 128, sigma: 30 },
      };
      // The noise of sharp has no alpha; half of it shows through.
      const made =
        channels === 4 ? sharp({ create: { ...create, channels: 3 } }).ensureAlpha(0.5) : sharp({ create });
      return { bytes: await made.png().toBuffer(), mime: 'image/png', ...size };
    };
    const inputWith = async (bytes: number) => {
      const products = [
        { tags: [], images: [await noise(3)] },
        { tags: [], images: [await noise(4)] },
      ];
      const request = await renderRequest({ scene: await noise(3), products, output: size });
      const all = [request.scene, ...products.flatMap(({ images }) => images)];
      const total = all.reduce((sum, one) => sum + one.bytes.length, 0);
      const limits = { images: 9, bytes: Math.round(total * bytes), shapes: [size] as [typeof size] };
      return { input: await createModelInput(request, limits), all };
    };

    it('sends them unchanged within the limits', async () => {
      const { input, all } = await inputWith(1);
      expect(input.images).to.deep.equal(all);
    });

    it('compresses them instead of refusing the render, and keeps transparency', async () => {
      const { input, all } = await inputWith(0.7);
      expect(input.images.map(({ mime }) => mime)).to.deep.equal(['image/jpeg', 'image/jpeg', 'image/webp']);
      for (const [at, { bytes, width, height, mime }] of input.images.entries()) {
        expect(bytes.length).to.be.lessThan(all[at]!.bytes.length);
        const seen = await sharp(bytes).metadata();
        expect({ width, height }).to.deep.equal({ width: seen.width, height: seen.height });
        expect(mime).to.equal(`image/${seen.format}`);
        expect(seen.hasAlpha).to.equal(at === 2);
      }
    });
  });
});
