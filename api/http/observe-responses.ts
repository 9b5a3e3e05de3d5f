import type { Request, RequestHandler, Response } from 'express';
import { onceEnded } from './caller-gone.ts';

/** Notes what became of requests. */
export interface ResponseObserver {
  /** A request has arrived. */
  begin?(): void;
  end(req: Request, res: Response, ended: Ended): void;
}

interface Ended {
  /** Since the request arrived. */
  ms: number;
  /** Of the response; `callerGone` when the connection closed before it was complete. */
  status: number;
}

/** As in the logs of nginx. */
export const callerGone = 499;

/** Listens once for all observers: a request that waits for its render keeps what it is given for minutes. */
export function observeResponses(observers: readonly ResponseObserver[]): RequestHandler {
  return (req, res, next) => {
    const startedAt = performance.now();
    for (const observer of observers) observer.begin?.();
    onceEnded(res, (isComplete) => {
      const ended = { ms: performance.now() - startedAt, status: isComplete ? res.statusCode : callerGone };
      for (const observer of observers) observer.end(req, res, ended);
    });
    next();
  };
}
