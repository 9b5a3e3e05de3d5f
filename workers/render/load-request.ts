import type { BlobStorage } from '../../shared/blobs/blob-storage.ts';
import { pickDescriptor } from '../../shared/renders/product-descriptor.ts';
import type { RenderDoc, StoredImage } from '../../shared/renders/render-model.ts';
import { getSimulation } from '../../shared/renders/simulations.ts';
import { buildPrompt } from '../providers/prompt.ts';
import type { ProviderImage, ProviderRequest } from '../providers/provider.ts';

/** This worker cannot read an image of the request; another may. */
export class InputUnreadable extends Error {
  override name = 'InputUnreadable';

  constructor(cause: unknown) {
    super('an input of the render cannot be read', { cause });
  }
}

/** Reads each image of a render once and builds the request for the providers. */
export async function loadRequest(
  blobs: BlobStorage,
  render: RenderDoc,
  signal: AbortSignal,
): Promise<ProviderRequest> {
  const loaded = new Map<string, Promise<Buffer>>();
  const load = async ({ blob, mime, width, height }: StoredImage): Promise<ProviderImage> => {
    const bytes = loaded.get(blob) ?? blobs.get(blob, { signal, likely: mime });
    loaded.set(blob, bytes);
    return { bytes: await bytes, mime, width, height };
  };
  const scene = await load(render.scene);
  const products = await Promise.all(
    render.products.map(async (product) => ({
      ...pickDescriptor(product),
      images: await Promise.all(product.images.map(load)),
    })),
  );
  const { width, height } = render.output;
  const simulation = getSimulation(render);
  return {
    renderId: render._id,
    traceparent: render.traceparent,
    scene,
    products,
    prompt: buildPrompt(products),
    output: { width, height },
    ...(simulation ? { simulation } : {}),
  };
}
