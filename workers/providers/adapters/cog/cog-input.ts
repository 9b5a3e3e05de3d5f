import { pickDescriptor } from '../../../../shared/renders/product-descriptor.ts';
import { dataUrlOf, jsonBody, type StreamedBody } from '../../http/streamed-body.ts';
import type { ProviderProduct, ProviderRequest } from '../../provider.ts';

/** The JSON body of a prediction: `{ id, input: { scene, images, prompt, products } }` with the images as data URLs. */
export function createCogInput(id: string, request: ProviderRequest): StreamedBody {
  const { scene, products, prompt } = request;
  const images = products.flatMap((product) => product.images);
  const input = {
    scene: dataUrlOf(scene),
    images: images.map(dataUrlOf),
    prompt,
    products: describeProducts(products),
  };
  return jsonBody({ id, input });
}

/** What the model receives of each product; `images` are positions in the input's `images`. */
function describeProducts(products: ProviderProduct[]) {
  let next = 0;
  return products.map((product) => ({
    ...pickDescriptor(product),
    images: product.images.map(() => next++),
  }));
}
