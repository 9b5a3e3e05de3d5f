import { randomBytes } from 'node:crypto';
import { buffer } from 'node:stream/consumers';
import { expect } from 'chai';
import { createCogInput } from '../../../../../../workers/providers/adapters/cog/cog-input.ts';
import type { ProviderImage } from '../../../../../../workers/providers/provider.ts';

const image = (bytes: number): ProviderImage => ({
  bytes: randomBytes(bytes),
  mime: 'image/webp',
  width: 1,
  height: 1,
});
const dataUrl = ({ bytes }: ProviderImage) => `data:image/webp;base64,${bytes.toString('base64')}`;

describe('createCogInput', () => {
  const scene = image(200_000);
  const [first, second, third] = [image(1), image(48 * 1024), image(48 * 1024 + 1)];
  const input = createCogInput('rnd_1-x', {
    renderId: 'rnd_1',
    scene,
    products: [
      { title: 'Stuhl "Ä" 🪑', category: 'chair', tags: ['oak'], images: [first, second] },
      { color: 'red', tags: [], images: [third] },
    ],
    prompt: 'Keep the scene.\n',
    output: { width: 1, height: 1 },
  });

  it('sends scene and images as data URLs, and products that point at them', async () => {
    expect(JSON.parse((await buffer(input.stream())).toString())).to.deep.equal({
      id: 'rnd_1-x',
      input: {
        scene: dataUrl(scene),
        images: [first, second, third].map(dataUrl),
        prompt: 'Keep the scene.\n',
        products: [
          { title: 'Stuhl "Ä" 🪑', category: 'chair', tags: ['oak'], images: [0, 1] },
          { color: 'red', tags: [], images: [2] },
        ],
      },
    });
  });

  it('knows the exact length before anything is encoded', async () => {
    expect((await buffer(input.stream())).length).to.equal(input.contentLength);
  });

  it('gives the same body again for a second try', async () => {
    const [one, two] = await Promise.all([buffer(input.stream()), buffer(input.stream())]);
    expect(one.equals(two)).to.equal(true);
  });

  it('never holds more than two slices of an image', async () => {
    for await (const chunk of input.stream()) expect(chunk.length).to.be.at.most(2 * 65_536);
  });
});
