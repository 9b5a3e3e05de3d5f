import { availableParallelism } from 'node:os';
import { MessageChannel, receiveMessageOnPort } from 'node:worker_threads';
import type { Logger } from '../../../shared/log.ts';
import type { RenderOptions } from '../compose/renderer.ts';
import type { LocalRendered } from '../report.ts';
import type { LocalRequest } from '../request.ts';
import { type Answer, asBuffer, resultOf } from './across-threads.ts';
import type { ThreadResult, ThreadTask } from './thread.ts';
import { createThreadPool, type ThreadPool } from './thread-pool.ts';

type Pool = ThreadPool<ThreadTask, Answer<ThreadResult>>;

export interface LocalRendererPool {
  /** Renders in a thread; rejects with the signal's reason at once when aborted (the thread is ended). */
  render(request: LocalRequest, options?: RenderOptions): Promise<LocalRendered>;
  close(): Promise<void>;
}

const idleMs = 60_000;

/**
 * Threads for the local renderer, so that pixel work never holds up job locks and health checks. Threads start
 * when first used and end after a minute of rest; each has an assistant where there are processors for both.
 */
export function createLocalRendererPool(options: { threads: number; log: Logger }): LocalRendererPool {
  const pool: Pool = createThreadPool({
    beside: import.meta.url,
    file: './thread',
    threads: options.threads,
    idleTimeout: idleMs,
    onLost: (error) => options.log.warn({ err: error }, 'local renderer thread failed'),
  });
  const assisted = availableParallelism() >= 2 * options.threads;
  let warned = false;
  return {
    render: async (request, renderOptions = {}) => {
      const rendered = await renderInThread(pool, assisted, request, renderOptions);
      const { poseMissing } = rendered.report;
      if (poseMissing !== undefined && !warned) {
        warned = true;
        options.log.warn({ reason: poseMissing }, 'local renderer works without its person models');
      }
      return rendered;
    },
    close: pool.close,
  };
}

async function renderInThread(
  pool: Pool,
  assisted: boolean,
  request: LocalRequest,
  { signal, progress }: RenderOptions,
): Promise<LocalRendered> {
  signal?.throwIfAborted();
  const { port1, port2 } = new MessageChannel();
  const tell = ({ share, note }: { share: number; note: string }) => progress?.(share, note);
  port1.on('message', tell);
  try {
    const task: ThreadTask = { request, progress: port2, assisted };
    const answer = await pool.run(task, { transferList: [port2], ...(signal ? { signal } : {}) });
    // A busy event loop may read the answer, which comes by another port, before the notes sent ahead of it.
    for (let late = receiveMessageOnPort(port1); late; late = receiveMessageOnPort(port1)) tell(late.message);
    const { png, report } = resultOf(answer);
    return { png: asBuffer(png), report };
  } catch (error) {
    // Piscina's own AbortError says nothing of why; the caller's reason does.
    signal?.throwIfAborted();
    throw error;
  } finally {
    port1.close();
  }
}
