import { pickDescriptor } from '../../../../shared/renders/product-descriptor.ts';
import { jsonBody, type StreamedBody, toDataUrl } from '../../http/streamed-body.ts';
import type { ProviderProduct, ProviderRequest } from '../../provider.ts';

/**
 * Builds the JSON body of a prediction: `{ id, input: { scene, images, prompt, products } }` with the images as data
 * URLs.
 */
export function createCogInput(id: string, request: ProviderRequest): StreamedBody {
  const { scene, products, prompt } = request;
  const images = products.flatMap((product) => product.images);
  const input = {
    scene: toDataUrl(scene),
    images: images.map(toDataUrl),
    prompt,
    products: describeProducts(products),
  };
  return jsonBody({ id, input });
}

/** Builds the model's description of each product; `images` are positions in the input's `images`. */
function describeProducts(products: ProviderProduct[]) {
  let next = 0;
  return products.map((product) => ({
    ...pickDescriptor(product),
    images: product.images.map(() => next++),
  }));
}
