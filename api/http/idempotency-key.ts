import type { Request } from 'express';
import { ApiError } from '../../shared/errors.ts';

/** Characters. */
export const maxIdempotencyKey = 255;

/** Reads the `Idempotency-Key` of a request, if any. @throws ApiError INVALID_INPUT when it is empty or too long. */
export function readIdempotencyKey(req: Request): string | undefined {
  const key = req.get('idempotency-key');
  if (key === undefined) return undefined;
  if (key.length === 0 || key.length > maxIdempotencyKey) {
    throw new ApiError('INVALID_INPUT', `Idempotency-Key must have 1 to ${maxIdempotencyKey} characters.`, {
      field: 'Idempotency-Key',
    });
  }
  return key;
}
