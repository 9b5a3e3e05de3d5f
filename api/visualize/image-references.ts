import { fileId } from '../../shared/files/file-model.ts';
import { sha256Hex } from '../../shared/ids.ts';
import { pickDescriptor } from '../../shared/renders/product-descriptor.ts';
import { decodeDataUrl } from '../http/body-scanner/data-url-text.ts';
import type { SpilledString } from '../http/body-scanner/spool.ts';
import type { ImageReference } from '../renders/render-order.ts';
import type { VisualizeRequest } from './request-schema.ts';

export interface RequestImages {
  scene: ImageReference;
  products: ImageReference[][];
}

function reference(field: string, value: string, spilled: Map<string, SpilledString>): ImageReference {
  const file = spilled.get(value);
  if (file?.data) return { field, kind: 'inline', data: file.data, sha256: file.sha256 };
  if (file) return { field, kind: 'file', path: file.path, bytes: file.bytes, sha256: file.sha256 };
  if (fileId.test(value)) return { field, kind: 'uploaded', id: value };
  if (!/^data:/i.test(value)) return { field, kind: 'url', url: value };
  const data = decodeDataUrl(field, value);
  return { field, kind: 'inline', data, sha256: sha256Hex(data) };
}

/** Locates the bytes of every image in a request. */
export function collectReferences(
  request: VisualizeRequest,
  spilled: Map<string, SpilledString>,
): RequestImages {
  return {
    scene: reference('sceneImage', request.sceneImage, spilled),
    products: request.products.map((product, index) =>
      product.images.map((image, at) => reference(`products[${index}].images[${at}]`, image, spilled)),
    ),
  };
}

function identity(image: ImageReference): string {
  if (image.kind === 'url') return image.url;
  return image.kind === 'uploaded' ? image.id : `sha256:${image.sha256}`;
}

/**
 * Returns a digest of a request's meaning: equal for equal requests however their JSON is written, so that an
 * Idempotency-Key used for another body is noticed.
 */
export function fingerprint(request: VisualizeRequest, images: RequestImages): string {
  const meaning = {
    scene: identity(images.scene),
    products: request.products.map((item, index) => ({
      ...pickDescriptor(item),
      productUrl: item.productUrl,
      storeSlug: item.storeSlug,
      productId: item.productId,
      variantId: item.variantId,
      images: images.products[index]!.map(identity),
    })),
  };
  return sha256Hex(JSON.stringify(meaning));
}
