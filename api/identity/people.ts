import type { Request, Response } from 'express';
import type { AccountModel } from '../../shared/accounts/account-model.ts';
import type { SessionDoc, UserDoc } from '../../shared/identity/library-models.ts';
import type { MemberModel } from '../../shared/identity/member-model.ts';
import { listMemberships } from '../../shared/identity/members.ts';
import type { Role } from '../../shared/identity/roles.ts';
import type { Signer } from '../../shared/secrets/signer.ts';
import { type Identity, sendCookies, toLibraryHeaders } from './identity.ts';
import type { AccountName, Person } from './person.ts';

/** Finds the person of a request by its session; undefined without a valid one. */
export type People = (req: Request, res: Response) => Promise<Person | undefined>;

export interface PeopleOptions {
  identity: Identity;
  members: MemberModel;
  accounts: AccountModel;
  /** Of the tokens of forms. */
  signer: Signer;
}

const sessionCookie = /(?:^|; )(?:__Host-)?identity\.session_token=/;

/** Roles are read for each request, so that a change of them takes effect at once. */
export function createPeople(options: PeopleOptions): People {
  const { identity, signer } = options;
  return async (req, res) => {
    // Most visitors have none: the library is not even loaded for them.
    if (!sessionCookie.test(req.get('cookie') ?? '')) return undefined;
    const auth = await identity();
    const headers = toLibraryHeaders(req);
    const found = await auth.api.getSession({ headers, returnHeaders: true });
    sendCookies(res, found.headers);
    if (!found.response) return undefined;
    const { user, session } = found.response as unknown as LibrarySession;
    return {
      user: {
        id: user.id,
        name: user.name,
        email: user.email,
        twoFactorEnabled: user.twoFactorEnabled === true,
      },
      session: { id: session.id, token: session.token, startedAt: new Date(session.createdAt) },
      ...(await readRoles(options, user, session.account)),
      formToken: signer.sign(session.id),
    };
  };
}

interface LibrarySession {
  user: Omit<UserDoc, '_id'> & { id: string };
  session: Omit<SessionDoc, '_id'> & { id: string };
}

async function readRoles(
  { members, accounts }: Pick<PeopleOptions, 'members' | 'accounts'>,
  user: LibrarySession['user'],
  chosen: string | undefined,
): Promise<Pick<Person, 'roles' | 'account' | 'accounts'>> {
  const operator: Role[] = user.isOperator ? ['operator'] : [];
  const memberships = await listMemberships(members, user.id);
  const current = memberships.find(({ account }) => account === chosen) ?? memberships[0];
  if (!current) return { roles: operator, accounts: [] };
  const named = await readNames(
    accounts,
    memberships.map(({ account }) => account),
  );
  const account = named.find(({ id }) => id === current.account);
  return { roles: [...current.roles, ...operator], accounts: named, ...(account && { account }) };
}

/** The accounts with these ids, in their order. */
async function readNames(accounts: AccountModel, ids: string[]): Promise<AccountName[]> {
  const found = await accounts.find({ _id: { $in: ids } }, { name: 1 }).lean();
  const names = new Map(found.map(({ _id, name }) => [_id, name]));
  return ids.flatMap((id) => (names.has(id) ? [{ id, name: names.get(id)! }] : []));
}
