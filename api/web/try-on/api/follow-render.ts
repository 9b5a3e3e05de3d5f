import { readEvents } from '../../../../shared/client/event-stream.ts';
import type { TryOnView } from '../../../../shared/try-on/contract.ts';
import { type Connection, isOpen } from '../state/app-state.ts';
import type { Api } from './client.ts';
import { RequestFailure } from './failure.ts';

/** The server sends a comment every 15 s; a connection that is silent for longer has been lost without notice. */
const silentForMs = 40_000;
/** Between two polls; the last one is used from then on. */
const pollAfterMs = [1000, 2000, 4000, 8000, 10_000] as const;
/** Polls before the stream is tried again. */
const pollsPerStream = 3;

interface Options {
  api: Pick<Api, 'render' | 'renderEvents'>;
  id: string;
  signal: AbortSignal;
  onView: (view: TryOnView) => void;
  onConnection: (connection: Connection) => void;
  /** Resolves after the time, or as soon as the page is seen or the network is there again. */
  pause: (ms: number, signal: AbortSignal) => Promise<void>;
}

/**
 * Reports every state of a render until it has ended or the signal aborts: by server-sent events, and by polling
 * while those do not arrive. A lost network is waited for. Throws `RequestFailure` when the render is not there.
 */
export async function followRender(options: Options): Promise<void> {
  const { signal, onConnection } = options;
  let failed = 0;
  while (!signal.aborted) {
    if (failed % (pollsPerStream + 1) === 0 && (await followStream(options))) return;
    if (signal.aborted) return;
    const outcome = await poll(options);
    if (outcome === 'ended') return;
    onConnection(outcome === 'unreachable' ? 'offline' : 'polling');
    await options.pause(pollAfterMs[Math.min(failed, pollAfterMs.length - 1)]!, signal);
    failed += 1;
  }
}

/** Returns true when the render has ended; false when the stream ended before it. */
async function followStream({ api, id, signal, onView, onConnection }: Options): Promise<boolean> {
  const stream = new AbortController();
  const abort = () => stream.abort();
  signal.addEventListener('abort', abort, { once: true });
  let silence = setTimeout(abort, silentForMs);
  const heard = () => {
    clearTimeout(silence);
    silence = setTimeout(abort, silentForMs);
  };
  try {
    for await (const { event, data } of readEvents(await api.renderEvents(id, stream.signal), heard)) {
      if (event !== 'state') continue;
      const view = JSON.parse(data) as TryOnView;
      onConnection('live');
      onView(view);
      if (!isOpen(view)) return true;
    }
    return false;
  } catch (error) {
    if (isGone(error)) throw error;
    return false;
  } finally {
    clearTimeout(silence);
    signal.removeEventListener('abort', abort);
    stream.abort();
  }
}

async function poll({ api, id, signal, onView }: Options): Promise<'open' | 'ended' | 'unreachable'> {
  try {
    const view = await api.render(id, signal);
    onView(view);
    return isOpen(view) ? 'open' : 'ended';
  } catch (error) {
    if (isGone(error)) throw error;
    return 'unreachable';
  }
}

function isGone(error: unknown): boolean {
  return error instanceof RequestFailure && (error.status === 404 || error.status === 401);
}
