import { Readable } from 'node:stream';
import type { ProviderImage, ProviderProduct, ProviderRequest } from './provider.ts';

/** A multiple of 3, so that the base64 of the slices joins to the base64 of the whole. */
const sliceBytes = 48 * 1024;

type Part = string | ProviderImage;

/**
 * The JSON body of a prediction: `{ id, input: { scene, images, prompt, products } }` with the images as
 * data URLs. They are encoded slice by slice while they are sent: held as one string, six products
 * with four photos each would cost 2.7 times their size again in every running render.
 */
export interface CogInput {
  /** Bytes of the whole body, known before the first is encoded. */
  contentLength: number;
  /** A fresh stream of the body; every try needs its own. */
  stream(): Readable;
}

export function createCogInput(id: string, request: ProviderRequest): CogInput {
  const parts = bodyParts(id, request);
  return {
    contentLength: parts.reduce((sum, part) => sum + partLength(part), 0),
    stream: () => Readable.from(chunksOf(parts), { objectMode: false }),
  };
}

function bodyParts(id: string, request: ProviderRequest): Part[] {
  const images = request.products.flatMap((product) => product.images);
  const list = images.flatMap((image, index): Part[] => [index === 0 ? '"' : ',"', image, '"']);
  const prompt = JSON.stringify(request.prompt);
  const products = JSON.stringify(describeProducts(request.products));
  return [
    `{"id":${JSON.stringify(id)},"input":{"scene":"`,
    request.scene,
    '","images":[',
    ...list,
    `],"prompt":${prompt},"products":${products}}}`,
  ];
}

/** What the model learns of each product; `images` are positions in the input's `images`. */
function describeProducts(products: ProviderProduct[]) {
  let next = 0;
  return products.map(({ title, category, color, tags, images }) => ({
    title,
    category,
    color,
    tags,
    images: images.map(() => next++),
  }));
}

const dataUrlPrefix = (image: ProviderImage) => `data:${image.mime};base64,`;

function partLength(part: Part): number {
  if (typeof part === 'string') return Buffer.byteLength(part);
  return dataUrlPrefix(part).length + 4 * Math.ceil(part.bytes.length / 3);
}

function* chunksOf(parts: Part[]): Generator<Buffer> {
  for (const part of parts) {
    if (typeof part === 'string') {
      yield Buffer.from(part);
      continue;
    }
    yield Buffer.from(dataUrlPrefix(part));
    for (let at = 0; at < part.bytes.length; at += sliceBytes) {
      yield Buffer.from(part.bytes.toString('base64', at, at + sliceBytes), 'latin1');
    }
  }
}
