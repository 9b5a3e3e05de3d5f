import { ApiError, type ApiErrorDetail } from '../../../shared/errors.ts';

export type BodyErrorKind =
  | 'content-type'
  | 'syntax'
  | 'structure'
  | 'too-large'
  | 'skeleton-too-large'
  | 'image-too-large'
  | 'bad-base64'
  | 'aborted'
  | 'timeout';

export interface BodyErrorDetail extends ApiErrorDetail {
  /** The limit that was exceeded, in bytes (sizes) or milliseconds (time). */
  limit?: number;
}

/** A request body that cannot be accepted: 400, or 408 when it stalls. The message begins with the field when it is known. */
export class BodyError extends ApiError {
  readonly kind: BodyErrorKind;
  declare readonly detail: BodyErrorDetail;

  constructor(kind: BodyErrorKind, problem: string, detail: BodyErrorDetail = {}) {
    super(
      kind === 'timeout' ? 'REQUEST_TIMEOUT' : 'INVALID_INPUT',
      detail.field === undefined ? problem : `${detail.field} ${problem}`,
      detail,
    );
    this.name = 'BodyError';
    this.kind = kind;
  }
}
