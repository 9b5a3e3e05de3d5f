import type { Request, RequestHandler, Response } from 'express';
import { onceEnded } from './caller-gone.ts';

/** Notes what became of requests. */
export interface ResponseObserver {
  /** A request has arrived. */
  begin?(): void;
  /** Its response is complete, or its connection has closed; `ms` after it arrived. */
  end(req: Request, res: Response, ms: number): void;
}

/** Listens once for all observers: a request that waits for its render keeps what it is given for minutes. */
export function observeResponses(observers: readonly ResponseObserver[]): RequestHandler {
  return (req, res, next) => {
    const startedAt = performance.now();
    for (const observer of observers) observer.begin?.();
    onceEnded(res, () => {
      const ms = performance.now() - startedAt;
      for (const observer of observers) observer.end(req, res, ms);
    });
    next();
  };
}
