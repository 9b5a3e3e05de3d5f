import type { MessagePort } from 'node:worker_threads';
import { collectGarbage } from '../../../shared/process/collect-garbage.ts';
import { renderLocal } from '../compose/renderer.ts';
import type { LocalReport } from '../report.ts';
import type { LocalRequest } from '../request.ts';
import { type Answer, answered, asBuffer } from './across-threads.ts';
import { type Assistant, createAssistant } from './assistant.ts';

/** One render as it crosses into the thread: buffers arrive there as plain `Uint8Array`. */
export interface ThreadTask {
  request: LocalRequest;
  progress: MessagePort;
  /** Whether there is a processor for a second thread. */
  assisted: boolean;
}

export interface ThreadResult {
  png: Uint8Array;
  report: LocalReport;
}

let assistant: Assistant | undefined;

export default function renderTask(task: ThreadTask): Promise<Answer<ThreadResult>> {
  const { request, progress, assisted } = task;
  if (assisted) assistant ??= createAssistant();
  return answered(() =>
    renderLocal(withBuffers(request), {
      progress: (share, note) => progress.postMessage({ share, note }),
      ...(assistant ? { assistant } : {}),
      // For one product alone the end is soon enough.
      ...(request.products.length > 1 ? { pause: collectGarbage } : {}),
    }),
  ).finally(() => setImmediate(collectGarbage));
}

const withBuffers = (request: LocalRequest): LocalRequest => ({
  ...request,
  scene: asBuffer(request.scene),
  products: request.products.map((product) => ({ ...product, images: product.images.map(asBuffer) })),
});
