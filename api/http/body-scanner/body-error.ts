import { ApiError } from '../../../shared/errors.ts';

export type BodyErrorKind =
  | 'content-type'
  | 'charset'
  | 'encoding'
  | 'syntax'
  | 'too-large'
  | 'skeleton-too-large'
  | 'image-too-large'
  | 'bad-base64'
  | 'aborted'
  | 'timeout';

export interface BodyErrorDetail {
  /** Where in the document, e.g. `products[1].images[0]`; absent when no single field is to blame. */
  field?: string;
  /** The limit that was passed, in bytes (sizes) or milliseconds (time). */
  limit?: number;
  cause?: unknown;
}

/** A request body that cannot be taken; `message` is a sentence the caller may read. */
export class BodyError extends Error {
  readonly kind: BodyErrorKind;
  readonly detail: BodyErrorDetail;

  constructor(kind: BodyErrorKind, message: string, detail: BodyErrorDetail = {}) {
    super(message, detail.cause === undefined ? undefined : { cause: detail.cause });
    this.name = 'BodyError';
    this.kind = kind;
    this.detail = detail;
  }

  /** Every kind is a 400 with the Error object (decisions.md "Error object"), naming the field when known. */
  toApiError(): ApiError {
    const { field } = this.detail;
    return new ApiError('INVALID_INPUT', field === undefined ? this.message : `${field}: ${this.message}`, {
      ...(field === undefined ? {} : { field }),
      cause: this,
    });
  }
}
