import { setTimeout } from 'node:timers/promises';
import type { Response } from 'express';
import { signalOfCaller } from './caller-gone.ts';

/** Sends the headers of a response that consists of server-sent events. */
export function beginEvents(res: Response): void {
  res.status(200).set({
    'Content-Type': 'text/event-stream; charset=utf-8',
    'Cache-Control': 'no-store',
    'X-Accel-Buffering': 'no',
  });
  res.flushHeaders();
}

/** Writes one server-sent event. */
export function sendEvent(res: Response, event: string, data: object, id?: number): void {
  res.write(`${id === undefined ? '' : `id: ${id}\n`}event: ${event}\ndata: ${JSON.stringify(data)}\n\n`);
}

/** Writes a comment: proxies close silent connections (WHATWG HTML, "Server-sent events"). */
export function keepAlive(res: Response): void {
  res.write(': keep-alive\n\n');
}

interface Turns {
  /** Aborts when this process stops. */
  stopping: AbortSignal;
  everyMs: number;
  /** Called at once and then every `everyMs`; the stream ends when it returns false. */
  turn(): Promise<boolean>;
}

/** Keeps a response open as server-sent events until a turn ends it, its client has gone or this process stops. */
export async function streamTurns(res: Response, { stopping, everyMs, turn }: Turns): Promise<void> {
  // A stop could no longer add it to a response that has begun: the connection would stay open until the deadline.
  res.set('Connection', 'close');
  beginEvents(res);
  const ended = new AbortController();
  const end = () => ended.abort();
  // Not `AbortSignal.any`: on Node 20, each one stays with a signal that lives as long as the process.
  const sources = [stopping, signalOfCaller(res)];
  for (const source of sources) source.addEventListener('abort', end);
  if (sources.some(({ aborted }) => aborted)) end();
  try {
    while (!ended.signal.aborted && (await turn()))
      await setTimeout(everyMs, undefined, { signal: ended.signal }).catch(() => undefined);
  } finally {
    for (const source of sources) source.removeEventListener('abort', end);
    res.end();
  }
}
