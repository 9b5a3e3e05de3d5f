import Joi from 'joi';
import { ApiError } from '../errors.ts';
import { newId } from '../ids.ts';
import { generateKey, hashKey, isWellFormedKey, keyHint } from '../keys/key-format.ts';
import { network } from '../keys/manage-keys.ts';
import { readOne } from '../mongodb/read-one.ts';
import { dayMs } from '../time.ts';
import { validate } from '../validation/validate.ts';
import type { OperatorTokenDoc, OperatorTokenModel } from './operator-token-model.ts';

export interface OperatorTokenOrder {
  name: string;
  /** Days until it expires. */
  days: number;
  addresses?: string[];
}

const maxDays = 366;

const orderRule = Joi.object<OperatorTokenOrder, true>({
  name: Joi.string().trim().min(1).max(100).required().prefs({ convert: true }),
  days: Joi.number().integer().min(1).max(maxDays).required(),
  addresses: Joi.array().items(network).min(1).max(50),
});

/** Creates an operator token; only this call returns the token itself. @throws ApiError INVALID_INPUT */
export async function createOperatorToken(
  operatorTokens: OperatorTokenModel,
  input: OperatorTokenOrder,
  now = new Date(),
): Promise<{ token: string; tokenId: string; expiresAt: Date }> {
  const { days, ...order } = validate(orderRule, input);
  const token = generateKey('operator');
  const tokenId = newId('opt');
  const expiresAt = new Date(now.getTime() + days * dayMs);
  const kept = { hash: hashKey(token), hint: keyHint(token), createdAt: now, expiresAt };
  await operatorTokens.create({ _id: tokenId, ...order, ...kept });
  return { token, tokenId, expiresAt };
}

/** Finds the token's document, revoked or not; read each time, so that revoking works at once. */
export async function findOperatorToken(
  operatorTokens: OperatorTokenModel,
  presented: string,
): Promise<OperatorTokenDoc | null> {
  return isWellFormedKey(presented, 'operator') ? readOne(operatorTokens, 'hash', hashKey(presented)) : null;
}

/** Lists the operator tokens, the newest first; maximum 100. */
export async function listOperatorTokens(operatorTokens: OperatorTokenModel): Promise<OperatorTokenDoc[]> {
  return operatorTokens.find({}, { hash: 0 }).sort({ _id: -1 }).limit(100).lean<OperatorTokenDoc[]>();
}

/** Revokes an operator token from the next request on. @throws ApiError NOT_FOUND */
export async function revokeOperatorToken(
  operatorTokens: OperatorTokenModel,
  tokenId: string,
  now = new Date(),
): Promise<void> {
  await operatorTokens.updateOne(
    { _id: tokenId, revokedAt: { $exists: false } },
    { $set: { revokedAt: now } },
  );
  if (await operatorTokens.exists({ _id: tokenId })) return;
  throw new ApiError('NOT_FOUND', `There is no operator token ${tokenId}; see operator-token list.`);
}
