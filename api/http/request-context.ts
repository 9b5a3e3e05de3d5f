import type { RequestHandler, Response } from 'express';
import { newId } from '../../shared/ids.ts';
import type { ApiKeyDoc } from '../../shared/keys/key-model.ts';
import type { Logger } from '../../shared/log.ts';
import { readTraceId } from '../../shared/trace-context.ts';
import { callerGone, type ResponseObserver } from './observe-responses.ts';

/** Values of one request that handlers need; stored in `res.locals`. */
export interface RequestContext {
  requestId: string;
  log: Logger;
  /** The `traceparent` header, where traces are followed and it is valid. */
  traceparent?: string;
  /** Epoch ms, by the clock of the fleet. */
  receivedAt: number;
}

/** Called every few seconds by orchestrators and Prometheus: at `info` they would be most of the log. */
const probes = new Set(['/healthz', '/readyz', '/metrics']);

const acceptable = /^[\w.:@/+=-]{1,128}$/;

export interface RequestContextOptions {
  /** Default: this machine's clock. */
  now?: (() => number) | undefined;
  /** `TRACE_CONTEXT`; default: false. */
  followTraces?: boolean | undefined;
}

/**
 * Gives each request an id (the caller's `X-Request-Id` when it matches `acceptable`) and a logger with that id and, if
 * asked for, that of the trace.
 */
export function requestContext(
  log: Logger,
  { now = Date.now, followTraces = false }: RequestContextOptions = {},
): RequestHandler {
  return (req, res, next) => {
    const given = req.get('x-request-id') ?? '';
    const requestId = acceptable.test(given) ? given : newId('req');
    const traceparent = followTraces ? req.get('traceparent') : undefined;
    const traceId = readTraceId(traceparent);
    res.locals.context = new Context(log, {
      requestId,
      traceId,
      ...(traceId && traceparent && { traceparent }),
      receivedAt: now(),
    });
    res.set('X-Request-Id', requestId);
    next();
  };
}

/** Makes the logger when it is first used: 0.4 KB that a call which waits does not need. */
class Context implements RequestContext {
  readonly requestId: string;
  readonly traceparent?: string;
  readonly receivedAt: number;
  readonly #parent: Logger;
  readonly #traceId: string | undefined;
  #log: Logger | undefined;

  constructor(parent: Logger, { traceId, ...facts }: ContextFacts) {
    this.#parent = parent;
    this.#traceId = traceId;
    this.requestId = facts.requestId;
    this.receivedAt = facts.receivedAt;
    if (facts.traceparent !== undefined) this.traceparent = facts.traceparent;
  }

  get log(): Logger {
    const traceId = this.#traceId;
    this.#log ??= this.#parent.child({ requestId: this.requestId, ...(traceId && { traceId }) });
    return this.#log;
  }
}

interface ContextFacts extends Omit<RequestContext, 'log'> {
  traceId: string | undefined;
}

export function getContext(res: Response): RequestContext {
  return res.locals.context as RequestContext;
}

/** Logs each request whose response is complete, with the account and the render that it concerned, where there are any. */
export const requestLines: ResponseObserver = {
  end(req, res, { ms, status }) {
    if (status === callerGone) return;
    const key = res.locals.key as Pick<ApiKeyDoc, 'account'> | undefined;
    const renderId = res.get('X-Render-Id');
    const subject = { ...(key && { account: key.account }), ...(renderId && { renderId }) };
    const { method, path } = req;
    const level = probes.has(path) && status < 500 ? 'debug' : 'info';
    const line = { method, path, status, ms: Math.round(ms), ...subject };
    getContext(res).log[level](line, 'request');
  },
};
