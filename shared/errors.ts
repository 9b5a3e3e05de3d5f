/**
 * The error catalogue: every failure that a caller can receive, with its HTTP status and the `code` of the
 * Error object (specification "Errors"; the specification leaves other codes open).
 * An `ApiError` is created where the failure is understood, and converted to HTTP in one place, at the edge.
 */
export const errorCatalogue = {
  INVALID_INPUT: { status: 400, error: 'Invalid input' },
  UNAUTHORIZED: { status: 401, error: 'Unauthorized' },
  INSUFFICIENT_CREDITS: { status: 402, error: 'Insufficient credits' },
  FORBIDDEN: { status: 403, error: 'Forbidden' },
  STORE_CONTEXT: { status: 403, error: 'Store context refused' },
  NOT_FOUND: { status: 404, error: 'Not found' },
  METHOD_NOT_ALLOWED: { status: 405, error: 'Method not allowed' },
  REQUEST_TIMEOUT: { status: 408, error: 'Request timeout' },
  CONFLICT: { status: 409, error: 'Conflict' },
  IDEMPOTENCY_CONFLICT: { status: 409, error: 'Idempotency conflict' },
  CANCELLED: { status: 409, error: 'Render cancelled' },
  EXPIRED: { status: 410, error: 'Result expired' },
  UNSUPPORTED_MEDIA_TYPE: { status: 415, error: 'Unsupported media type' },
  IDEMPOTENCY_MISMATCH: { status: 422, error: 'Idempotency key reused' },
  RATE_LIMITED: { status: 429, error: 'Rate limit exceeded' },
  INTERNAL: { status: 500, error: 'Internal error' },
  MODEL_ERROR: { status: 502, error: 'Render failed' },
  MODEL_UNAVAILABLE: { status: 503, error: 'Render unavailable' },
  SERVICE_UNAVAILABLE: { status: 503, error: 'Service unavailable' },
} as const satisfies Record<string, { status: number; error: string }>;

export type ErrorCode = keyof typeof errorCatalogue;

/** The body of every error response (specification "Error object"). */
export interface ErrorBody {
  error: string;
  code: ErrorCode;
  message: string;
  remaining_credits?: number;
  developers_url?: string;
  /** Key of the text that the try-on shows to its shopper. */
  reason?: string;
}

export interface ApiErrorDetail {
  /** Seconds after which to retry; becomes the `Retry-After` header. */
  retryAfter?: number;
  /** Path of the offending field, e.g. `products[1].images[0]`. */
  field?: string;
  remainingCredits?: number;
  developersUrl?: string;
  reason?: string;
  /** Extra response headers, e.g. `Allow` on 405. */
  headers?: Record<string, string>;
  cause?: unknown;
}

/** A failure that is shown to the caller; `message` is one sentence that says what to do. */
export class ApiError extends Error {
  readonly code: ErrorCode;
  readonly detail: ApiErrorDetail;

  constructor(code: ErrorCode, message: string, detail: ApiErrorDetail = {}) {
    super(message, detail.cause === undefined ? undefined : { cause: detail.cause });
    this.name = 'ApiError';
    this.code = code;
    this.detail = detail;
  }

  get status(): number {
    return errorCatalogue[this.code].status;
  }

  /** Builds the Error object of the specification. */
  toBody(): ErrorBody {
    const { remainingCredits, developersUrl, reason } = this.detail;
    return {
      error: errorCatalogue[this.code].error,
      code: this.code,
      message: this.message,
      ...(remainingCredits === undefined ? {} : { remaining_credits: remainingCredits }),
      ...(developersUrl === undefined ? {} : { developers_url: developersUrl }),
      ...(reason === undefined ? {} : { reason }),
    };
  }
}

/** Creates a 400 that names the field. */
export function invalidInput(field: string, problem: string, cause?: unknown): ApiError {
  return new ApiError('INVALID_INPUT', `${field} ${problem}`, { field, cause });
}
