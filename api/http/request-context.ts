import type { RequestHandler, Response } from 'express';
import { newId } from '../../shared/ids.ts';
import type { ApiKeyDoc } from '../../shared/keys/key-model.ts';
import type { Logger } from '../../shared/log.ts';
import type { ResponseObserver } from './observe-responses.ts';

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
  return (req, res, next) => {
    const given = req.get('x-request-id') ?? '';
    const requestId = acceptable.test(given) ? given : newId('req');
    const context: RequestContext = { requestId, log: log.child({ requestId }), receivedAt: now() };
    res.locals.context = context;
    res.set('X-Request-Id', requestId);
    next();
  };
}

export function getContext(res: Response): RequestContext {
  return res.locals.context as RequestContext;
}

/** Logs each request whose response is complete, with the account and the render that it concerned, where there are any. */
export const requestLines: ResponseObserver = {
  end(req, res, ms) {
    if (!res.writableFinished) return;
    const key = res.locals.key as Pick<ApiKeyDoc, 'account'> | undefined;
    const renderId = res.get('X-Render-Id');
    const subject = { ...(key && { account: key.account }), ...(renderId && { renderId }) };
    const { method, path } = req;
    const level = probes.has(path) && res.statusCode < 500 ? 'debug' : 'info';
    const line = { method, path, status: res.statusCode, ms: Math.round(ms), ...subject };
    getContext(res).log[level](line, 'request');
  },
};
