import { expect } from 'chai';
import { aspectShapes } from '../../../../workers/providers/aspect-shapes.ts';
import { createModelInput } from '../../../../workers/providers/model-input.ts';
import { buildPrompt } from '../../../../workers/providers/prompt.ts';
import { ProviderError, type ProviderImage } from '../../../../workers/providers/provider.ts';
import { renderRequest, scenePicture } from '../../../support/providers/pictures.ts';

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
    const scene = await scenePicture({ width: 600, height: 400 });
    const request = await renderRequest({ scene, products, prompt: 'as built' });
    const input = await createModelInput(request, {
      images: limits.images,
      bytes: limits.bytes + scene.bytes.length,
      shapes: aspectShapes,
    });
    return { sizes: input.images.slice(1).map(({ bytes }) => bytes.length), prompt: input.prompt };
  };

  it('sends everything, and the prompt as it is, where there is room', async () => {
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
    it(`keeps the best of each product with ${title}, and counts anew`, async () => {
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
    it(`is rejected when not one of each product fits: ${JSON.stringify(limits)}`, async () => {
      const error = await sizesWith(limits).catch((thrown: unknown) => thrown);
      expect(error).to.be.instanceOf(ProviderError).and.to.have.property('failure', 'rejected');
    });
  }
});
