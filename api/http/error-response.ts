import type { ErrorRequestHandler, RequestHandler, Response } from 'express';
import { BlobsUnavailable } from '../../shared/blobs/blob-storage.ts';
import { ApiError } from '../../shared/errors.ts';
import { backendUnavailable } from '../../shared/jobs/backend-unavailable.ts';
import type { Logger } from '../../shared/log.ts';
import { isBackendUnavailable } from '../../shared/mongodb/database-errors.ts';
import { CallerGone } from './caller-gone.ts';
import { closesAfterResponse, discardRest } from './discard-rest.ts';
import { getRequestUrl } from './record-requests.ts';
import { getContext } from './request-context.ts';

/** Converts any thrown value into an error of the catalogue; an unknown one becomes INTERNAL. */
export function toApiError(error: unknown): ApiError {
  if (error instanceof ApiError) return error;
  if (isBackendUnavailable(error) || error instanceof BlobsUnavailable) return backendUnavailable(error);
  if (isUndecodablePath(error))
    return new ApiError('INVALID_INPUT', 'The path has an invalid percent-encoding; write "%" as "%25".', {
      cause: error,
    });
  return new ApiError('INTERNAL', 'An unexpected error occurred on our side. Retry the request.', {
    cause: error,
  });
}

/** Thrown by the router for a parameter such as `%zz`. */
function isUndecodablePath(error: unknown): boolean {
  return error instanceof URIError;
}

/** A header has visible ASCII only; the names in a path may be the caller's. */
function headerSafe(field: string): string {
  const wellFormed = Buffer.from(field).toString();
  return wellFormed.replace(/[^\x21-\x7e]/gu, encodeURIComponent);
}

/** Writes the Error object with its status and headers. */
function sendError(res: Response, error: ApiError): void {
  const { retryAfter, headers, field } = error.detail;
  if (field !== undefined) res.set('X-Error-Field', headerSafe(field));
  if (retryAfter !== undefined) res.set('Retry-After', String(Math.max(1, Math.ceil(retryAfter))));
  if (headers) res.set(headers);
  const requestUrl = getRequestUrl(res);
  if (requestUrl !== undefined) res.set('X-Request-Log', requestUrl);
  if (error.code === 'UNAUTHORIZED') res.set('WWW-Authenticate', 'Bearer realm="render"');
  res.status(error.status).json(error.toBody());
}

/** Maps errors to responses; the only place that does. */
export function errorResponse(): ErrorRequestHandler {
  return async (error, req, res, _next) => {
    if (res.destroyed || error instanceof CallerGone) {
      getContext(res).log.info('client disconnected');
      res.destroy();
      return;
    }
    const failure = toApiError(error);
    const { log } = getContext(res);
    res.locals.failure = failure;
    logFailure(log, failure, error);
    if (res.headersSent) {
      res.destroy();
      return;
    }
    // Python's urllib sends `Connection: close` and reads the response only after its whole body is sent.
    const discarded = discardRest(req);
    if (closesAfterResponse(req)) await discarded;
    sendError(res, failure);
    if (!(await discarded)) req.socket.destroySoon();
  };
}

/** A render that failed, or a backend that is down, is explained by its message; only bugs get a stack. */
export function logFailure(log: Logger, { code, status, message, cause }: ApiError, error: unknown): void {
  const because = cause instanceof Error ? { cause: cause.message } : {};
  if (code === 'INTERNAL') log.error({ err: error, code }, 'request failed');
  else if (status >= 500) log.warn({ code, reason: message, ...because }, 'request failed');
  else log.info({ code, reason: message }, 'request rejected');
}

export function notFound(): RequestHandler {
  return (req) => {
    throw new ApiError('NOT_FOUND', `${req.method} ${req.path.slice(0, 200)} does not exist; see /docs.`);
  };
}

/** 405 for a known path, with the methods that it supports. */
export function methodNotAllowed(allow: string): RequestHandler {
  return (req) => {
    throw new ApiError('METHOD_NOT_ALLOWED', `${req.method} is not allowed here; use ${allow}.`, {
      headers: { Allow: allow },
    });
  };
}
