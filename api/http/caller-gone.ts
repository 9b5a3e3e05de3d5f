import type { Readable } from 'node:stream';
import type { Response } from 'express';
import { createSlices } from '../../shared/async/slices.ts';

/** Throwing it ends a request without a response: the client has disconnected. */
export class CallerGone extends Error {
  override name = 'CallerGone';
}

/** Returns true if the connection closed before the response was complete. */
const isCallerGone = (res: Response): boolean => res.destroyed && !res.writableFinished;

/**
 * Thousands of callers leave at the same moment when their proxy does: 0.3 ms of ours for each of them would keep the event
 * loop from all others.
 */
const inSlices = createSlices(10);

/**
 * Calls `end` when the response is complete, or some turns of the event loop after its connection has closed before.
 * Whether it is complete is of the moment of its `close`: whoever writes to it afterwards finishes it all the same.
 */
export function onceEnded(res: Response, end: (isComplete: boolean) => void): void {
  res.once('close', () => {
    if (res.writableFinished) end(true);
    else inSlices(() => end(false));
  });
}

const signals = new WeakMap<Response, AbortSignal>();

/**
 * Aborts with CallerGone when the connection closes before the response is complete. It listens to the response, once
 * for whoever asks: `close` of the request already comes when its body has been read.
 */
export function signalOfCaller(res: Response): AbortSignal {
  const signal = signals.get(res) ?? createSignal(res);
  signals.set(res, signal);
  return signal;
}

function createSignal(res: Response): AbortSignal {
  const controller = new AbortController();
  // `closed` stays false for a response that waited behind another one of its connection.
  if (isCallerGone(res)) controller.abort(new CallerGone());
  else
    onceEnded(res, (isComplete) => {
      if (!isComplete) controller.abort(new CallerGone());
    });
  return controller.signal;
}

/**
 * Returns what was opened for a response.
 * @throws CallerGone when the connection closed meanwhile, after closing it: a pipeline to such a response never ends.
 */
export function unlessCallerGone<Opened extends { body: Readable }>(res: Response, opened: Opened): Opened {
  if (!isCallerGone(res)) return opened;
  opened.body.destroy();
  throw new CallerGone();
}
