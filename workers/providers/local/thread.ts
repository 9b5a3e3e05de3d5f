import type { MessagePort } from 'node:worker_threads';
import { renderLocal } from './renderer.ts';
import type { LocalReport, LocalRequest } from './types.ts';

/** One render as it crosses into the thread: buffers arrive there as plain `Uint8Array`. */
export interface ThreadTask {
  request: LocalRequest;
  progress: MessagePort;
}

export default async function renderTask({
  request,
  progress,
}: ThreadTask): Promise<{ png: ArrayBuffer; report: LocalReport }> {
  const { png, report } = await renderLocal(withBuffers(request), {
    progress: (share, note) => progress.postMessage({ share, note }),
  });
  return { png: new Uint8Array(png).buffer, report };
}

/** Structured cloning keeps the bytes and forgets the `Buffer` class. */
function withBuffers(request: LocalRequest): LocalRequest {
  const buffer = (bytes: Uint8Array): Buffer => Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  return {
    ...request,
    scene: buffer(request.scene),
    products: request.products.map((product) => ({ ...product, images: product.images.map(buffer) })),
  };
}
