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

type End = (isComplete: boolean) => void;

/** One listener of each response for all who wait for its end: each of their own costs 0.4 KB of a call that waits. */
const endings = new WeakMap<Response, End[]>();

/**
 * Calls `end` when the response is complete, or some turns of the event loop after its connection has closed before.
 * Whether it is complete is of the moment of its `close`: whoever writes to it afterwards finishes it all the same.
 */
export function onceEnded(res: Response, end: End): void {
  const known = endings.get(res);
  if (known) return void known.push(end);
  endings.set(res, [end]);
  res.on('close', () => callEnds(res));
}

function callEnds(res: Response): void {
  const ends = endings.get(res) ?? [];
  endings.delete(res);
  if (res.writableFinished) for (const end of ends) end(true);
  else
    inSlices(() => {
      for (const end of ends) end(false);
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
