import { readFileSync } from 'node:fs';

/** `docs/samples/` beside `api/`, in the sources and in the build. */
const folder = new URL('../../docs/samples/', import.meta.url);

const images = { scene: 'room.jpg', product: 'lamp.jpg' } as const;

/** Reads an image of the sample; a JPEG. */
export const readSampleImage = (image: keyof typeof images): Buffer =>
  readFileSync(new URL(images[image], folder));

/** Returns the body of the sample with these texts in place of its images. */
export function buildSample(scene: string, product: string): object {
  const lamp = { title: 'White pendant lamp', category: 'pendant lamp', images: [product] };
  return { sceneImage: scene, products: [lamp] };
}

const dataUrl = (image: keyof typeof images) =>
  `data:image/jpeg;base64,${readSampleImage(image).toString('base64')}`;

/** Returns a body for `POST /visualize` that any deployment accepts, also one that can fetch no URL. */
export function sampleRequest(): string {
  return `${JSON.stringify(buildSample(dataUrl('scene'), dataUrl('product')), null, 2)}\n`;
}
