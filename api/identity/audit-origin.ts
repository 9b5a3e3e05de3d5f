import type { Request, Response } from 'express';
import type { AuditEntry } from '../../shared/audit/audit.ts';
import type { ApiKeyDoc } from '../../shared/keys/key-model.ts';
import type { OperatorTokenDoc } from '../../shared/operators/operator-token-model.ts';
import { getContext } from '../http/request-context.ts';
import type { Person } from './person.ts';

interface Call {
  req: Request;
  res: Response;
}

const maxAgentLength = 200;

/** Who caused an audit entry and from where, for a person who is signed in. */
export function byPerson({
  req,
  res,
  person,
}: Call & { person: Person }): Pick<AuditEntry, 'account' | 'actor' | 'from'> {
  const { user, account } = person;
  return { ...(account && { account: account.id }), ...byUser({ req, res }, user) };
}

/** The same for the holder of an API key. */
export function byKey({
  req,
  res,
  key,
}: Call & { key: ApiKeyDoc }): Pick<AuditEntry, 'account' | 'actor' | 'from'> {
  const { _id: id, account, name } = key;
  return { account, actor: { kind: 'key', id, name }, from: getOrigin({ req, res }) };
}

/** The same for an operator: a person, or the program that has a token. */
export function byOperator(
  call: Call & ({ person: Person } | { operatorToken: OperatorTokenDoc }),
): Pick<AuditEntry, 'account' | 'actor' | 'from'> {
  if ('person' in call) return byPerson(call);
  const { _id: id, name } = call.operatorToken;
  return { actor: { kind: 'operator token', id, name }, from: getOrigin(call) };
}

/** The same for a user who is about to sign in. */
export function byUser(
  { req, res }: Call,
  user: { id: string; email: string },
): Pick<AuditEntry, 'actor' | 'from'> {
  return { actor: { kind: 'person', id: user.id, name: user.email }, from: getOrigin({ req, res }) };
}

function getOrigin({ req, res }: Call): NonNullable<AuditEntry['from']> {
  const userAgent = req.get('user-agent')?.slice(0, maxAgentLength);
  return {
    requestId: getContext(res).requestId,
    ...(req.ip === undefined ? {} : { address: req.ip }),
    ...(userAgent === undefined ? {} : { userAgent }),
  };
}
