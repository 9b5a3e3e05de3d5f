import type { NextFunction, Request, RequestHandler, Response } from 'express';
import { newId } from '../../shared/ids.ts';
import type { ApiKeyDoc } from '../../shared/keys/key-model.ts';
import type { Logger } from '../../shared/log.ts';

/** Values of one request that handlers need; stored in `res.locals`. */
export interface RequestContext {
  requestId: string;
  log: Logger;
  /** Epoch ms, by the clock of the fleet. */
  receivedAt: number;
}

/** Called every few seconds by orchestrators and Prometheus: at `info` they would be most of the log. */
const probes = new Set(['/healthz', '/readyz', '/metrics']);

const acceptable = /^[\w.:@/+=-]{1,128}$/;

/** Gives each request an id (the caller's `X-Request-Id` when it matches `acceptable`) and a logger with that id. */
export function requestContext(log: Logger, now: () => number = Date.now): RequestHandler {
  return (req: Request, res: Response, next: NextFunction) => {
    const given = req.get('x-request-id') ?? '';
    const requestId = acceptable.test(given) ? given : newId('req');
    const context: RequestContext = { requestId, log: log.child({ requestId }), receivedAt: now() };
    res.locals.context = context;
    res.set('X-Request-Id', requestId);
    const startedAt = performance.now();
    res.once('finish', () => logOutcome(req, res, context, Math.round(performance.now() - startedAt)));
    next();
  };
}

export function getContext(res: Response): RequestContext {
  return res.locals.context as RequestContext;
}

/** One line per request, with the account and the render that it concerned, where there are any. */
function logOutcome(req: Request, res: Response, context: RequestContext, ms: number): void {
  const key = res.locals.key as Pick<ApiKeyDoc, 'account'> | undefined;
  const renderId = res.get('X-Render-Id');
  const subject = { ...(key && { account: key.account }), ...(renderId && { renderId }) };
  const { method, path } = req;
  const level = probes.has(path) && res.statusCode < 500 ? 'debug' : 'info';
  context.log[level]({ method, path, status: res.statusCode, ms, ...subject }, 'request');
}
