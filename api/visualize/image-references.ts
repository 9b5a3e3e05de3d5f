import { invalidInput } from '../../shared/errors.ts';
import { sha256Hex } from '../../shared/ids.ts';
import { pickDescriptor } from '../../shared/renders/product-descriptor.ts';
import type { SpilledString } from '../http/body-scanner/spool.ts';
import type { VisualizeRequest } from './request-schema.ts';

/** Where the bytes of one image are; `field` is its path in the request. */
export type ImageReference =
  | { field: string; kind: 'file'; path: string; bytes: number; sha256: string }
  | { field: string; kind: 'inline'; data: Buffer; sha256: string }
  | { field: string; kind: 'url'; url: string };

export interface RequestImages {
  scene: ImageReference;
  products: ImageReference[][];
}

const base64DataUrl = /^data:[^,]*;base64,([A-Za-z0-9+/]*={0,2})$/i;

/** Decodes a short data URL; `Buffer.from` skips invalid characters silently, so the alphabet is checked first. */
function decodeDataUrl(field: string, value: string): Buffer {
  const payload = base64DataUrl.exec(value)?.[1];
  if (!payload || payload.length % 4 !== 0) {
    throw invalidInput(field, 'is not a base64 data URL; send data:image/png;base64,… or an https URL.');
  }
  return Buffer.from(payload, 'base64');
}

function reference(field: string, value: string, spilled: Map<string, SpilledString>): ImageReference {
  const file = spilled.get(value);
  if (file?.data) return { field, kind: 'inline', data: file.data, sha256: file.sha256 };
  if (file) return { field, kind: 'file', path: file.path, bytes: file.bytes, sha256: file.sha256 };
  if (!/^data:/i.test(value)) return { field, kind: 'url', url: value };
  const data = decodeDataUrl(field, value);
  return { field, kind: 'inline', data, sha256: sha256Hex(data) };
}

/** Locates the bytes of every image in a request. */
export function referencesOf(request: VisualizeRequest, spilled: Map<string, SpilledString>): RequestImages {
  return {
    scene: reference('sceneImage', request.sceneImage, spilled),
    products: request.products.map((product, index) =>
      product.images.map((image, at) => reference(`products[${index}].images[${at}]`, image, spilled)),
    ),
  };
}

function identity(image: ImageReference): string {
  return image.kind === 'url' ? image.url : `sha256:${image.sha256}`;
}

/**
 * A digest of what a request means: equal for equal requests however their JSON is written, so that
 * an Idempotency-Key used for another body is noticed.
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
