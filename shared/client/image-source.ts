import { toBase64 } from './base64.ts';
import type { ProductItem, RenderRequest } from './types.ts';

/**
 * An image of a request: an https URL, a data URL, the `id` of an uploaded file, or the bytes of a JPEG, PNG, WebP or
 * AVIF file. A file on disk is a Blob too: `await openAsBlob('room.jpg')` of `node:fs`, `Bun.file('room.jpg')`, a `File` of a form.
 */
export type ImageSource = string | URL | Blob | ArrayBuffer | Uint8Array | ReadableStream<Uint8Array>;

/** A render request whose images may be files and streams. */
export interface VisualizeRequest extends Omit<RenderRequest, 'sceneImage' | 'products'> {
  sceneImage: ImageSource;
  products: (Omit<ProductItem, 'images'> & { images?: ImageSource[] | null })[];
}

/** Maximum size of one image that the API accepts. */
const maxBytes = 8 * 1024 * 1024;

/**
 * Reads the request with its images as texts; streams are read to their end once.
 * @throws TypeError, RangeError naming the image that is none or is too large
 */
export async function readImages(request: VisualizeRequest): Promise<RenderRequest> {
  const products: ProductItem[] = [];
  for (const [index, product] of (request.products ?? []).entries()) {
    const { images, ...rest } = product;
    const texts = (images ?? []).map((image, at) => imageText(image, `products[${index}].images[${at}]`));
    products.push(images ? { ...rest, images: await Promise.all(texts) } : rest);
  }
  return { ...request, sceneImage: await imageText(request.sceneImage, 'sceneImage'), products };
}

async function imageText(image: ImageSource, field: string): Promise<string> {
  if (typeof image === 'string') return image;
  if (image instanceof URL) return image.href;
  const bytes = await readBytes(image, field);
  // The API determines the type from the content.
  return `data:application/octet-stream;base64,${toBase64(bytes)}`;
}

export async function readBytes(
  image: Exclude<ImageSource, string | URL>,
  field: string,
): Promise<Uint8Array> {
  if (image instanceof Blob) return new Uint8Array(await checked(image, image.size, field).arrayBuffer());
  if (image instanceof ArrayBuffer) return new Uint8Array(checked(image, image.byteLength, field));
  if (image instanceof Uint8Array) return checked(image, image.byteLength, field);
  if (image instanceof ReadableStream) return streamBytes(image, field);
  throw new TypeError(
    `${field} must be an https URL, a data URL, a Blob, an ArrayBuffer, a Uint8Array or a ReadableStream.`,
  );
}

function checked<T>(value: T, bytes: number, field: string): T {
  if (bytes <= maxBytes) return value;
  throw new RangeError(`${field} has more than 8 MiB; send a smaller image.`);
}

async function streamBytes(stream: ReadableStream<Uint8Array>, field: string): Promise<Uint8Array> {
  const reader = stream.getReader();
  const chunks: Uint8Array[] = [];
  let length = 0;
  try {
    for (let read = await reader.read(); !read.done; read = await reader.read()) {
      length += read.value.byteLength;
      checked(undefined, length, field);
      chunks.push(read.value);
    }
  } catch (error) {
    await reader.cancel(error).catch(() => undefined);
    throw error;
  }
  return joined(chunks, length);
}

function joined(chunks: readonly Uint8Array[], length: number): Uint8Array {
  const bytes = new Uint8Array(length);
  let at = 0;
  for (const chunk of chunks) {
    bytes.set(chunk, at);
    at += chunk.byteLength;
  }
  return bytes;
}
