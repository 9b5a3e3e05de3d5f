import type { ErrorRequestHandler } from 'express';
import { ApiError, type ApiErrorDetail, type ErrorCode } from '../../shared/errors.ts';
import { DecodeQueueFull } from '../../shared/images/decode-slots.ts';
import { CallerGone } from '../http/caller-gone.ts';
import { toApiError } from '../http/error-response.ts';
import { failureReasons } from './failure-reason.ts';

/** Sentences that name the merchant's account or the render's id, in the words of a shopper. */
const shopperMessages: Partial<Record<ErrorCode, string>> = {
  INSUFFICIENT_CREDITS: 'This store has paused its try-on; come back later.',
  MODEL_UNAVAILABLE: 'The try-on is not available at the moment. Retry in a moment.',
};

/** Codes whose reason depends on where they come from: without one of their own they have none. */
const withoutReason: ReadonlySet<ErrorCode> = new Set([
  'INVALID_INPUT',
  'UNAUTHORIZED',
  'NOT_FOUND',
  'EXPIRED',
]);

/** Passes errors on as a shopper may read them: with a `reason`, without the merchant's balance. */
export const shopperError: ErrorRequestHandler = (thrown, _req, _res, next) => {
  if (thrown instanceof CallerGone) return next(thrown);
  if (thrown instanceof DecodeQueueFull) return next(tooBusy(thrown));
  const error = toApiError(thrown);
  const { code, detail } = error;
  const reason = detail.reason ?? (withoutReason.has(code) ? undefined : failureReasons[code].reason);
  const message = shopperMessages[code];
  if (message === undefined && reason === detail.reason) return next(thrown);
  next(
    new ApiError(code, message ?? error.message, {
      ...publicDetail(detail),
      ...(reason && { reason }),
      cause: thrown,
    }),
  );
};

const tooBusy = (cause: unknown) =>
  new ApiError('RATE_LIMITED', 'Too many photos are being checked. Retry in a moment.', {
    retryAfter: 5,
    reason: 'rate_limited',
    cause,
  });

function publicDetail({ retryAfter, field, headers }: ApiErrorDetail): ApiErrorDetail {
  const { Location: _, ...shown } = headers ?? {};
  return {
    ...(retryAfter === undefined ? {} : { retryAfter }),
    ...(field === undefined ? {} : { field }),
    headers: shown,
  };
}
