import type { Request } from 'express';
import { ApiError } from '../../shared/errors.ts';
import { assertUsable } from '../../shared/keys/assert-usable.ts';
import type { OperatorTokenDoc, OperatorTokenModel } from '../../shared/operators/operator-token-model.ts';
import { findOperatorToken } from '../../shared/operators/operator-tokens.ts';
import { requirePresented } from './authenticate.ts';

/**
 * Returns the operator token that a request has as bearer token, read for every request.
 * @throws ApiError UNAUTHORIZED, or FORBIDDEN for an address that it does not allow.
 */
export async function authenticateOperatorToken(
  operatorTokens: OperatorTokenModel,
  req: Request,
): Promise<OperatorTokenDoc> {
  const token = await findOperatorToken(
    operatorTokens,
    requirePresented(req, 'operator token', 'OPERATOR_TOKEN'),
  );
  if (!token || token.revokedAt)
    throw new ApiError(
      'UNAUTHORIZED',
      'This is no valid operator token; create one with: npm run admin -- operator-token create',
    );
  assertUsable(token, req.ip, new Date());
  return token;
}
