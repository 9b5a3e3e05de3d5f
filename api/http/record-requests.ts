import type { Request, RequestHandler, Response } from 'express';
import type { ApiError } from '../../shared/errors.ts';
import type { ApiKeyDoc } from '../../shared/keys/key-model.ts';
import type { RecordedRequest, RequestLog } from '../../shared/requests/request-log.ts';
import { getContext } from './request-context.ts';

export interface RequestRecording {
  log: Pick<RequestLog, 'record'>;
  /** Public origin of the pages. */
  baseUrl: string;
}

/** A caller that was gone before its response was complete, as in the logs of nginx. */
const callerGone = 499;

/** Records each call with a key in the request log of its account, and lets errors name their entry there. */
export function recordRequests({ log, baseUrl }: RequestRecording): RequestHandler {
  return (req, res, next) => {
    const at = new Date();
    const startedAt = performance.now();
    const { requestId } = getContext(res);
    res.locals.requestUrl = `${baseUrl}/developers/requests/${encodeURIComponent(requestId)}`;
    res.once('close', () => {
      const key = res.locals.key as ApiKeyDoc | undefined;
      if (key) log.record({ ...describe(req, res, key), at, ms: Math.round(performance.now() - startedAt) });
    });
    next();
  };
}

/** Returns the URL at which the owner of the key finds this call; undefined for a call without a known key. */
export const getRequestUrl = (res: Response): string | undefined =>
  res.locals.key ? (res.locals.requestUrl as string | undefined) : undefined;

function describe(req: Request, res: Response, key: ApiKeyDoc): Omit<RecordedRequest, 'at' | 'ms'> {
  const failure = res.locals.failure as ApiError | undefined;
  const renderId = res.get('X-Render-Id');
  return {
    account: key.account,
    keyId: key._id,
    mode: key.mode,
    requestId: getContext(res).requestId,
    method: req.method,
    path: req.path.slice(0, 200),
    status: res.writableFinished ? res.statusCode : callerGone,
    ...(failure ? describeFailure(failure) : {}),
    ...(renderId ? { renderId } : {}),
    ...(res.get('Idempotent-Replayed') ? { replayed: true as const } : {}),
    ...(req.ip ? { address: req.ip } : {}),
  };
}

const describeFailure = ({ code, message, detail: { field } }: ApiError) => ({
  code,
  message: message.slice(0, 500),
  ...(field === undefined ? {} : { field: field.slice(0, 200) }),
});
