import { RenderConnectionError, RenderInterrupted } from './errors.ts';
import { readEvents, type ServerEvent } from './event-stream.ts';
import { createInterruption } from './interruption.ts';
import { toPath } from './read-render.ts';
import type { EndedRender } from './render-states.ts';
import { createRetries } from './retries.ts';
import type { Transport } from './transport.ts';
import type { ProgressEvent, QueuedEvent } from './types.ts';

/** An event that a render reports. */
export type RenderEvent =
  | { type: 'queued'; data: QueuedEvent }
  | { type: 'progress'; data: ProgressEvent }
  /** The last one. */
  | { type: 'done'; data: EndedRender };

interface StreamOptions {
  signal?: AbortSignal | undefined;
  timeoutMs: number;
  maxRetries: number;
}

/** The API sends a comment every 15 s; a stream that is silent for longer has been lost without notice. */
export const silentForMs = 40_000;

/** Yields the events of a render until it has ended; a lost connection continues after the newest event. */
export async function* streamEvents(
  transport: Transport,
  id: string,
  { signal, timeoutMs, maxRetries }: StreamOptions,
): AsyncGenerator<RenderEvent, void> {
  const interruption = createInterruption(signal, timeoutMs);
  let retries = createRetries(maxRetries, interruption);
  let newest: string | undefined;
  try {
    for (;;) {
      try {
        for await (const { event, data, id: eventId } of connect(
          transport,
          id,
          interruption.signal,
          newest,
        )) {
          newest = eventId ?? newest;
          retries = createRetries(maxRetries, interruption);
          yield { type: event, data: JSON.parse(data) } as RenderEvent;
          if (event === 'done') return;
        }
      } catch (error) {
        await retries.pauseAfter(error);
        continue;
      }
      await retries.pauseAfter(new RenderConnectionError('The event stream ended before the render.'));
    }
  } finally {
    interruption.end(new RenderInterrupted('AbortError', 'The events are no longer read.'));
    interruption.close();
  }
}

/** Yields the events of one connection. */
async function* connect(
  transport: Transport,
  id: string,
  signal: AbortSignal,
  newest: string | undefined,
): AsyncGenerator<ServerEvent, void> {
  const received: ServerEvent[] = [];
  let wake = () => {};
  let end: { error?: unknown } | undefined;
  const last = newest === undefined ? {} : { 'Last-Event-ID': newest };
  const headers = { Accept: 'text/event-stream', ...last };
  const request = { path: `${toPath(id)}/events`, headers, signal, timeoutMs: silentForMs };
  const reading = transport(request, async ({ body }, heard) => {
    if (!body) return;
    for await (const event of readEvents(body, heard)) {
      received.push(event);
      wake();
    }
  });
  reading
    .then(
      () => {
        end = {};
      },
      (error: unknown) => {
        end = { error };
      },
    )
    .finally(() => wake());
  for (;;) {
    for (let event = received.shift(); event; event = received.shift()) yield event;
    if (end && 'error' in end) throw end.error;
    if (end) return;
    await new Promise<void>((resolve) => {
      wake = resolve;
    });
  }
}
