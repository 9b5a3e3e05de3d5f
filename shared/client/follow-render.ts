import { readEvents } from './event-stream.ts';
import { pause } from './interruption.ts';
import type { ProgressReport } from './progress.ts';
import { isEnded, readRender, toPath } from './read-render.ts';
import { silentForMs } from './render-events.ts';
import type { EndedRender, Render } from './render-states.ts';
import { isRetryable } from './retries.ts';
import type { Transport } from './transport.ts';
import type { ProgressEvent, QueuedEvent } from './types.ts';

/** Pauses between polls; the last one is used from then on. */
const pollPausesMs = [1000, 2000, 4000, 8000, 10_000] as const;
/** Polls before the stream is tried again. */
const pollsPerStream = 3;

interface FollowOptions {
  transport: Transport;
  id: string;
  signal: AbortSignal;
  report: ProgressReport;
}

/**
 * Waits until a render has ended, and returns it: by server-sent events, and by polling while those do not arrive. A
 * lost network is waited for. @throws RenderApiError when the render cannot be read, the reason of the signal
 */
export async function followRender(options: FollowOptions): Promise<EndedRender> {
  const { signal } = options;
  const stream = new StreamReader(options);
  for (let quiet = 0; ; quiet = stream.delivered ? 0 : quiet + 1) {
    if (quiet % (pollsPerStream + 1) === 0) {
      const ended = await stream.read();
      if (ended) return ended;
    }
    const polled = await poll(options);
    if (polled && isEnded(polled)) return polled;
    await pause(pollPausesMs[Math.min(quiet, pollPausesMs.length - 1)]!, signal);
  }
}

class StreamReader {
  /** True if the last connection delivered an event. */
  delivered = false;
  readonly #options: FollowOptions;
  #lastEventId: string | undefined;

  constructor(options: FollowOptions) {
    this.#options = options;
  }

  /** Returns the ended render, or undefined when the stream ended before it. @throws the reason of the signal */
  async read(): Promise<EndedRender | undefined> {
    const { transport, id, signal } = this.#options;
    this.delivered = false;
    const lastEventId = this.#lastEventId === undefined ? {} : { 'Last-Event-ID': this.#lastEventId };
    const headers = { Accept: 'text/event-stream', ...lastEventId };
    const request = { path: `${toPath(id)}/events`, headers, signal, timeoutMs: silentForMs };
    try {
      return await transport(request, (response, heard) => this.#readBody(response, heard));
    } catch {
      // Polling finds out whether the render cannot be read at all.
      if (signal.aborted) throw signal.reason;
      return undefined;
    }
  }

  async #readBody({ body }: Response, heard: () => void): Promise<EndedRender | undefined> {
    if (!body) return undefined;
    for await (const { event, data, id } of readEvents(body, heard)) {
      this.delivered = true;
      this.#lastEventId = id ?? this.#lastEventId;
      if (event === 'done') return JSON.parse(data) as EndedRender;
      if (event === 'queued') this.#options.report.queued(JSON.parse(data) as QueuedEvent);
      if (event === 'progress') this.#options.report.running(JSON.parse(data) as ProgressEvent);
    }
    return undefined;
  }
}

async function poll({ transport, id, signal, report }: FollowOptions): Promise<Render | undefined> {
  try {
    const render = await readRender(transport, id, { image: 'none', signal });
    report.polled(render);
    return render;
  } catch (error) {
    if (isRetryable(error)) return undefined;
    throw error;
  }
}
