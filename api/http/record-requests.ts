import type { Request, Response } from 'express';
import type { ApiError } from '../../shared/errors.ts';
import type { ApiKeyDoc } from '../../shared/keys/key-model.ts';
import type { RecordedRequest, RequestLog } from '../../shared/requests/request-log.ts';
import type { ResponseObserver } from './observe-responses.ts';
import { getContext } from './request-context.ts';

export interface RequestRecording {
  log: Pick<RequestLog, 'record'>;
  /** Public origin of the pages. */
  baseUrl: string;
}

/** Records each call with a key in the request log of its account. */
export function recordRequests(log: Pick<RequestLog, 'record'>): ResponseObserver {
  return {
    end(req, res, { ms, status }) {
      const key = res.locals.key as ApiKeyDoc | undefined;
      if (key) log.record({ ...describe(req, res, key), status, ms: Math.round(ms) });
    },
  };
}

/** Returns the URL at which the owner of the key finds this call; undefined for a call that is not recorded. */
export function getRequestUrl(res: Response): string | undefined {
  const { recordedAt } = res.app.locals as { recordedAt?: string };
  if (!res.locals.key || recordedAt === undefined) return undefined;
  return `${recordedAt}/developers/requests/${encodeURIComponent(getContext(res).requestId)}`;
}

function describe(req: Request, res: Response, key: ApiKeyDoc): Omit<RecordedRequest, 'ms' | 'status'> {
  const { requestId, receivedAt } = getContext(res);
  const failure = res.locals.failure as ApiError | undefined;
  const renderId = res.get('X-Render-Id');
  return {
    account: key.account,
    keyId: key._id,
    mode: key.mode,
    requestId,
    at: new Date(receivedAt),
    method: req.method,
    path: req.path.slice(0, 200),
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
