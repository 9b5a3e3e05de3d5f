import type { AccountModel } from '../accounts/account-model.ts';
import { createAccount } from '../accounts/accounts.ts';
import { newId } from '../ids.ts';
import { isDuplicateKey } from '../mongodb/database-errors.ts';
import type { InvitationModel } from './invitation-model.ts';
import { isInvited } from './invitations.ts';
import type { UserDoc, UserModel } from './library-models.ts';
import type { MemberModel } from './member-model.ts';
import { addMember } from './members.ts';

interface Collections {
  users: UserModel;
  accounts: AccountModel;
  members: MemberModel;
  invitations: InvitationModel;
}

/**
 * Gives someone who signs in an account to work in, unless there is one, or an invitation, or the person is an operator.
 * Each step may be made twice, so that a sign-in that was cut off is completed by the next one.
 */
export async function ensureAccount(database: Collections, user: UserDoc): Promise<void> {
  if (user.isOperator || (await database.members.exists({ user: user._id }))) return;
  if (!(await isInvited(database.invitations, user.email))) await createOwnAccount(database, user, user.name);
}

/** Creates the account of a user with that name, and makes the user its owner; returns its id. */
export async function createOwnAccount(
  { users, accounts, members }: Collections,
  user: UserDoc,
  name: string,
): Promise<string> {
  // The id is kept first: two sign-ins at once make one account.
  await users.updateOne(
    { _id: user._id, ownAccount: { $exists: false } },
    { $set: { ownAccount: newId('acc') } },
  );
  const kept = await users.findOne({ _id: user._id }, { ownAccount: 1 }).lean();
  const account = kept!.ownAccount!;
  await createAccount(accounts, { id: account, name }).catch((error: unknown) => {
    if (!isDuplicateKey(error)) throw error;
  });
  await addMember(members, { account, user: user._id, roles: ['owner'] });
  return account;
}
