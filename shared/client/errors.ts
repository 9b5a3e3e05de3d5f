import type { EndedRender } from './render-states.ts';
import type { ErrorObject } from './types.ts';

/** `UNEXPECTED_RESPONSE`: the response is not one of this API; a proxy or a wrong `baseUrl` sent it. */
export type RenderApiErrorCode = ErrorObject['code'] | 'UNEXPECTED_RESPONSE';

interface ApiErrorDetail {
  status: number;
  code: RenderApiErrorCode;
  message: string;
  remaining_credits?: number | undefined;
  developers_url?: string | undefined;
  field?: string | undefined;
  requestId?: string | undefined;
  renderId?: string | undefined;
  retryAfterSeconds?: number | undefined;
}

/** The API responded with an error, or a render ended without a result. Compare `code`; nothing is charged. */
export class RenderApiError extends Error {
  override readonly name = 'RenderApiError';
  readonly code: RenderApiErrorCode;
  /** HTTP status; of a render that ended without a result, the status of its code. */
  readonly status: number;
  /** Credits left, on 402. */
  readonly remaining_credits: number | undefined;
  /** Page where credits are bought; on 402. */
  readonly developers_url: string | undefined;
  /** Path of the first wrong field, on 400, e.g. `products[1].images[0]`. */
  readonly field: string | undefined;
  /** The id under which the API's logs have the request. */
  readonly requestId: string | undefined;
  readonly renderId: string | undefined;
  /** Seconds to wait before a retry, if the API sends them. */
  readonly retryAfterSeconds: number | undefined;

  constructor(detail: ApiErrorDetail) {
    super(detail.message);
    this.code = detail.code;
    this.status = detail.status;
    this.remaining_credits = detail.remaining_credits;
    this.developers_url = detail.developers_url;
    this.field = detail.field;
    this.requestId = detail.requestId;
    this.renderId = detail.renderId;
    this.retryAfterSeconds = detail.retryAfterSeconds;
  }
}

/**
 * No response arrived, after all retries; `cause` is the error of `fetch`. A render may have been accepted before: only a
 * retry with the same `idempotencyKey` is sure not to pay twice.
 */
export class RenderConnectionError extends Error {
  override readonly name = 'RenderConnectionError';
}

/** `signal` was aborted, or `timeoutMs` has passed. */
export class RenderInterrupted extends Error {
  override readonly name: 'AbortError' | 'TimeoutError';
  /**
   * The render after it was cancelled: `usage.credits` is what it cost, 0 unless it had ended before. Undefined when no
   * render was accepted, or the API could not be reached to cancel it.
   */
  readonly render: EndedRender | undefined;

  constructor(name: 'AbortError' | 'TimeoutError', message: string, render?: EndedRender) {
    super(message);
    this.name = name;
    this.render = render;
  }
}

/** Returns the error of a response other than 2xx. Reads its body. */
export async function errorOfResponse(response: Response): Promise<RenderApiError> {
  const body: unknown = await response.json().catch(() => undefined);
  const header = (name: string) => response.headers.get(name) ?? undefined;
  const { status } = response;
  return new RenderApiError({
    status,
    ...(isErrorObject(body) ? body : unexpected(status)),
    field: header('x-error-field'),
    requestId: header('x-request-id'),
    renderId: header('x-render-id'),
    retryAfterSeconds: parseSeconds(header('retry-after')),
  });
}

/** Returns the error of a response that this API does not send. */
export function unexpected(status: number): { code: 'UNEXPECTED_RESPONSE'; message: string } {
  const message = `The response (status ${status}) is not one of the render API; check baseUrl and proxies.`;
  return { code: 'UNEXPECTED_RESPONSE', message };
}

function isErrorObject(body: unknown): body is ErrorObject {
  if (typeof body !== 'object' || body === null) return false;
  return 'code' in body && typeof body.code === 'string' && 'message' in body;
}

/** `Retry-After` in seconds: a number, or an HTTP date (RFC 9110 §10.2.3). */
function parseSeconds(header: string | undefined): number | undefined {
  if (header === undefined) return undefined;
  const seconds = /^\d+$/.test(header) ? Number(header) : (Date.parse(header) - Date.now()) / 1000;
  return Number.isFinite(seconds) ? Math.max(0, seconds) : undefined;
}
