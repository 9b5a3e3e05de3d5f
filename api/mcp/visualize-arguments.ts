import Joi from 'joi';
import { validate } from '../../shared/validation/validate.ts';
import { maxIdempotencyKey } from '../http/idempotency-key.ts';
import { parseOrder, type ReadOrder } from '../visualize/read-request.ts';
import { visualizeRequest } from '../visualize/request-schema.ts';
import type { InlineImages } from './mcp-call.ts';
import { toolInput } from './tool-schema.ts';

/** Besides the fields of `POST /visualize`: its Idempotency-Key. */
const keyRules = Joi.object<{ idempotency_key?: string }>({
  idempotency_key: Joi.string()
    .max(maxIdempotencyKey)
    .empty(null)
    .description(
      'A new value starts a new render of arguments that were rendered before; the same value returns the same render for 24 hours.',
    ),
});

export const visualizeInput = toolInput((visualizeRequest as Joi.ObjectSchema).concat(keyRules));

/**
 * Validates the arguments.
 * @param retryMs how long the arguments themselves are the key where none is given
 * @throws ApiError INVALID_INPUT naming the argument
 */
export function readArguments(
  given: unknown,
  { discard, spilled }: InlineImages,
  retryMs: number,
): ReadOrder {
  // The SDK has checked that the arguments are an object.
  const { idempotency_key, ...request } = given as Record<string, unknown>;
  const { idempotency_key: key } = validate(keyRules, { idempotency_key });
  const { scene, products, fingerprint } = parseOrder(request, spilled);
  const own = { key: `mcp:${fingerprint}`, keepMs: retryMs };
  const idempotency = { ...(key === undefined ? own : { key }), fingerprint };
  return { scene, products, idempotency, discard };
}
