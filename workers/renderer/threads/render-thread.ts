import type { MessagePort } from 'node:worker_threads';
import { collectGarbage } from '../../../shared/process/collect-garbage.ts';
import { countNativeCalls, type NativeCalls } from '../../networks/native-calls.ts';
import { renderLocal } from '../compose/renderer.ts';
import type { LocalReport } from '../report.ts';
import type { LocalRequest } from '../request.ts';
import { asBuffer, respondToTask, type ThreadResponse } from './thread-response.ts';

/** One render as it crosses into the thread: buffers arrive there as plain `Uint8Array`. */
export interface ThreadTask {
  request: LocalRequest;
  progress: MessagePort;
  /** True if things in the scene are detected. */
  detecting: boolean;
  nativeCalls: NativeCalls;
}

export interface ThreadResult {
  png: Uint8Array;
  report: LocalReport;
}

export default function renderTask(task: ThreadTask): Promise<ThreadResponse<ThreadResult>> {
  const { request, progress, detecting, nativeCalls } = task;
  countNativeCalls(nativeCalls);
  return respondToTask(() =>
    renderLocal(withBuffers(request), {
      progress: (share, note) => progress.postMessage({ share, note }),
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
