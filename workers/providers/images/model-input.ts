import type { Size } from '../../../shared/images/output.ts';
import { buildPrompt, noteMargin } from '../prompt.ts';
import {
  ProviderError,
  type ProviderImage,
  type ProviderProduct,
  type ProviderRequest,
} from '../provider.ts';
import { type Canvas, fitToShapes } from './canvas.ts';
import { lighterImage } from './lighter-image.ts';

export interface ModelLimits<Shape extends Size> {
  /** Images in one request, the scene included. */
  images: number;
  /** Bytes of all images together, before base64. */
  bytes: number;
  /** Shapes the model can deliver. */
  shapes: readonly [Shape, ...Shape[]];
}

export interface ModelInput<Shape extends Size> extends Pick<Canvas<Shape>, 'shape' | 'cut'> {
  /** The scene first, then the references of each product in their order. */
  images: ProviderImage[];
  /** Its image numbers are positions in `images`, counted from 1. */
  prompt: string;
}

/**
 * Builds the input of a model that takes a list of images and a text. Images over the limit of bytes are
 * compressed first: two photos as PNG can fill a request that has room for ten as JPEG. References over the
 * limit of images are dropped from the end of each product, so that every product keeps its best ones.
 * @throws ProviderError `rejected` when not even one image of each product fits.
 */
export async function createModelInput<Shape extends Size>(
  request: ProviderRequest,
  limits: ModelLimits<Shape>,
): Promise<ModelInput<Shape>> {
  const { scene, products, prompt } = await withinBytes(request, limits.bytes);
  const canvas = await fitToShapes(scene, limits.shapes);
  const kept = fittingReferences(products, {
    images: limits.images - 1,
    bytes: limits.bytes - canvas.scene.bytes.length,
  });
  const complete = kept.every(({ images }, index) => images.length === products[index]!.images.length);
  const text = complete ? prompt : buildPrompt(kept);
  return {
    images: [canvas.scene, ...kept.flatMap(({ images }) => images)],
    prompt: canvas.margin ? noteMargin(text, canvas.margin) : text,
    shape: canvas.shape,
    cut: canvas.cut,
  };
}

async function withinBytes(request: ProviderRequest, maxBytes: number): Promise<ProviderRequest> {
  const all = [request.scene, ...request.products.flatMap(({ images }) => images)];
  if (all.reduce((sum, { bytes }) => sum + bytes.length, 0) <= maxBytes) return request;
  const products = await Promise.all(
    request.products.map(async (product) => ({
      ...product,
      images: await Promise.all(product.images.map(lighterImage)),
    })),
  );
  return { ...request, scene: await lighterImage(request.scene), products };
}

type Room = { images: number; bytes: number };

/** Returns the first image of each product, then the second ones, and so on while there is room. */
function fittingReferences(products: readonly ProviderProduct[], room: Room): ProviderProduct[] {
  const kept = products.map((product) => ({ ...product, images: [] as ProviderImage[] }));
  const rounds = Math.max(...products.map(({ images }) => images.length));
  let left = room;
  for (let round = 0; round < rounds; round++) {
    for (const [index, { images }] of products.entries()) {
      const image = images[round];
      if (!image) continue;
      const after = { images: left.images - 1, bytes: left.bytes - image.bytes.length };
      if (after.images < 0 || after.bytes < 0) {
        if (round === 0) throw new ProviderError('rejected', 'The model does not accept that many images.');
        continue;
      }
      kept[index]!.images.push(image);
      left = after;
    }
  }
  return kept;
}
