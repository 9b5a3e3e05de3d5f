import type { Request, Response } from 'express';
import type { AuditEntry } from '../../shared/audit/audit.ts';
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

/** The same for a user who is about to sign in. */
export function byUser(
  { req, res }: Call,
  user: { id: string; email: string },
): Pick<AuditEntry, 'actor' | 'from'> {
  const userAgent = req.get('user-agent')?.slice(0, maxAgentLength);
  return {
    actor: { kind: 'person', id: user.id, name: user.email },
    from: {
      requestId: getContext(res).requestId,
      ...(req.ip === undefined ? {} : { address: req.ip }),
      ...(userAgent === undefined ? {} : { userAgent }),
    },
  };
}
