import type { Request, Response } from 'express';
import type { UserDoc } from '../../shared/identity/library-models.ts';
import { listMemberships } from '../../shared/identity/members.ts';
import { ensureAccount } from '../../shared/identity/own-account.ts';
import { byUser } from './audit-origin.ts';
import { sendCookies, toLibraryHeaders } from './identity.ts';
import type { IdentityDependencies } from './identity-dependencies.ts';
import { toLocalPath } from './local-path.ts';
import { seeOther } from './send-page.ts';

interface Entering {
  req: Request;
  res: Response;
  /** Of the user whose password or code was right. */
  userId: string;
  /** With the cookie of the new session. */
  headers: Headers;
  /** The page that was wanted. */
  to: string;
}

/**
 * Ends a sign-in: the browser has the new session, the one before it is over, and the person sees the page that was
 * wanted, or the first one of the own room.
 */
export async function enter(dependencies: IdentityDependencies, entering: Entering): Promise<void> {
  const { database, audit, identity } = dependencies;
  const { req, res, userId, headers, to } = entering;
  const user = (await database.users.findOne({ _id: userId }).lean<UserDoc>())!;
  const auth = await identity();
  const former = await auth.api.getSession({ headers: toLibraryHeaders(req) });
  if (former) await (await auth.$context).internalAdapter.deleteSession(former.session.token);
  await ensureAccount(database, user);
  await audit({ ...byUser({ req, res }, { id: userId, email: user.email }), action: 'session.create' });
  sendCookies(res, headers);
  seeOther(res, toLocalPath(to) ?? (await findHome(dependencies, user)));
}

/** The first page of a person's room. */
async function findHome({ database }: IdentityDependencies, user: UserDoc): Promise<string> {
  const [first] = await listMemberships(database.members, user._id);
  if (first) return first.roles.some((role) => role !== 'merchant') ? '/developers' : '/dashboard';
  return user.isOperator ? '/ops' : '/developers/accounts';
}
