import type { MessagePort } from 'node:worker_threads';
import { collectGarbage } from '../../../shared/process/collect-garbage.ts';
import { renderLocal } from '../compose/renderer.ts';
import type { LocalReport } from '../report.ts';
import type { LocalRequest } from '../request.ts';
import { createHelperThread, type HelperThread } from './create-helper-thread.ts';
import { asBuffer, respondToTask, type ThreadResponse } from './thread-response.ts';

/** One render as it crosses into the thread: buffers arrive there as plain `Uint8Array`. */
export interface ThreadTask {
  request: LocalRequest;
  progress: MessagePort;
  /** True if there is a processor for a helper thread. */
  helped: boolean;
  /** True if things in the scene are detected. */
  detecting: boolean;
}

export interface ThreadResult {
  png: Uint8Array;
  report: LocalReport;
}

let helper: HelperThread | undefined;

export default function renderTask(task: ThreadTask): Promise<ThreadResponse<ThreadResult>> {
  const { request, progress, helped, detecting } = task;
  if (helped) helper ??= createHelperThread();
  return respondToTask(() =>
    renderLocal(withBuffers(request), {
      progress: (share, note) => progress.postMessage({ share, note }),
      ...(helper ? { helper } : {}),
      ...(detecting ? {} : { detect: () => Promise.resolve([]) }),
      // With a single product, collecting at the end is soon enough.
      ...(request.products.length > 1 ? { pause: collectGarbage } : {}),
    }),
  ).finally(() => setImmediate(collectGarbage));
}

const withBuffers = (request: LocalRequest): LocalRequest => ({
  ...request,
  scene: asBuffer(request.scene),
  products: request.products.map((product) => ({ ...product, images: product.images.map(asBuffer) })),
});
