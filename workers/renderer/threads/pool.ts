import { MessageChannel, receiveMessageOnPort } from 'node:worker_threads';
import type { Logger } from '../../../shared/log.ts';
import { createNativeCalls, stopNativeCalls } from '../../networks/native-calls.ts';
import type { RenderOptions } from '../compose/renderer.ts';
import type { LocalRendered } from '../report.ts';
import type { LocalRequest } from '../request.ts';
import type { ThreadResult, ThreadTask } from './render-thread.ts';
import { createThreadPool, type ThreadPool } from './thread-pool.ts';
import { asBuffer, type ThreadResponse, unwrap } from './thread-response.ts';

type RenderThreads = ThreadPool<ThreadTask, ThreadResponse<ThreadResult>>;

/** Options of a render in a thread; the rest of `RenderOptions` does not cross threads. */
export type PoolRenderOptions = Pick<RenderOptions, 'signal' | 'progress'>;

export interface LocalRendererPool {
  /**
   * Renders in a thread. Rejects with a RendererError when a product cannot be rendered, and at once with the
   * signal's reason when aborted (the thread is ended).
   */
  render(request: LocalRequest, options?: PoolRenderOptions): Promise<LocalRendered>;
  close(): Promise<void>;
}

export interface LocalRendererOptions {
  threads: number;
  /** False: places products without detecting things in the scene. */
  detecting: boolean;
  log: Logger;
}

const idleMs = 60_000;

/**
 * Threads for the local renderer, so that pixel work never delays lock renewals and health checks. Threads start
 * when first used and end after a minute without work.
 */
export function createLocalRendererPool(options: LocalRendererOptions): LocalRendererPool {
  const pool: RenderThreads = createThreadPool({
    beside: import.meta.url,
    file: './render-thread',
    threads: options.threads,
    idleTimeout: idleMs,
    onLost: (error) => options.log.warn({ err: error }, 'local renderer thread failed'),
  });
  let warned = false;
  return {
    render: async (request, renderOptions = {}) => {
      const rendered = await renderInThread(pool, options.detecting, request, renderOptions);
      const { poseMissing, detectorMissing } = rendered.report;
      const reason = poseMissing ?? detectorMissing;
      if (reason !== undefined && !warned) {
        warned = true;
        options.log.warn({ reason }, 'local renderer works without one of its models');
      }
      return rendered;
    },
    close: pool.close,
  };
}

async function renderInThread(
  pool: RenderThreads,
  detecting: boolean,
  request: LocalRequest,
  { signal, progress }: PoolRenderOptions,
): Promise<LocalRendered> {
  signal?.throwIfAborted();
  const { port1, port2 } = new MessageChannel();
  const report = ({ share, note }: { share: number; note: string }) => progress?.(share, note);
  port1.on('message', report);
  try {
    const nativeCalls = createNativeCalls();
    const task: ThreadTask = { request, progress: port2, detecting, nativeCalls };
    const response = await pool.run(task, {
      transferList: [port2],
      beforeEnd: () => stopNativeCalls(nativeCalls),
      ...(signal && { signal }),
    });
    // A busy event loop may read the response, which arrives at another port, before the progress sent ahead of it.
    for (let late = receiveMessageOnPort(port1); late; late = receiveMessageOnPort(port1))
      report(late.message);
    const result = unwrap(response);
    return { png: asBuffer(result.png), report: result.report };
  } finally {
    port1.close();
  }
}
