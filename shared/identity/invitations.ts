import type { AccountModel } from '../accounts/account-model.ts';
import { newId } from '../ids.ts';
import { dayMs } from '../time.ts';
import type { InvitationDoc, InvitationModel } from './invitation-model.ts';
import type { UserDoc } from './library-models.ts';
import type { MemberModel } from './member-model.ts';
import { addMember } from './members.ts';

export const invitationDays = 7;

/** Invites an address into an account, or invites it again with other roles; returns the invitation. */
export async function invite(
  invitations: InvitationModel,
  { account, email, roles, invitedBy }: Pick<InvitationDoc, 'account' | 'email' | 'roles' | 'invitedBy'>,
  now = new Date(),
): Promise<InvitationDoc> {
  const until = new Date(now.getTime() + invitationDays * dayMs);
  const change = {
    $set: { roles, until, ...(invitedBy === undefined ? {} : { invitedBy }) },
    $setOnInsert: { _id: newId('inv'), createdAt: now },
  };
  const invited = await invitations
    .findOneAndUpdate({ account, email: email.toLowerCase() }, change, {
      upsert: true,
      returnDocument: 'after',
    })
    .lean<InvitationDoc>();
  return invited!;
}

/** Returns true if an address has an open invitation to any account. */
export async function isInvited(invitations: InvitationModel, email: string): Promise<boolean> {
  return (await invitations.exists({ email, until: { $gt: new Date() } })) !== null;
}

/** The open invitations of an account; at most 1000. */
export async function listInvitations(
  invitations: InvitationModel,
  account: string,
  now = new Date(),
): Promise<InvitationDoc[]> {
  return invitations
    .find({ account, until: { $gt: now } })
    .limit(1000)
    .lean<InvitationDoc[]>();
}

/** The open invitations of a person with the names of their accounts; at most 100. */
export async function listOwnInvitations(
  { invitations, accounts }: { invitations: InvitationModel; accounts: AccountModel },
  email: string,
  now = new Date(),
): Promise<(InvitationDoc & { accountName: string })[]> {
  const open = await invitations
    .find({ email, until: { $gt: now } })
    .limit(100)
    .lean<InvitationDoc[]>();
  const named = await accounts.find({ _id: { $in: open.map(({ account }) => account) } }, { name: 1 }).lean();
  const names = new Map(named.map(({ _id, name }) => [_id, name]));
  return open.map((each) => ({ ...each, accountName: names.get(each.account) ?? each.account }));
}

/** Withdraws an invitation; returns it, or null when there is none with that id in the account. */
export async function withdrawInvitation(
  invitations: InvitationModel,
  account: string,
  id: string,
): Promise<InvitationDoc | null> {
  return invitations.findOneAndDelete({ _id: id, account }).lean<InvitationDoc>();
}

/**
 * Makes a person a member of the account that invited the person's address; null when that invitation is gone. The
 * invitation goes last: one that was cut off can be accepted again.
 */
export async function acceptInvitation(
  { invitations, members }: { invitations: InvitationModel; members: MemberModel },
  user: Pick<UserDoc, '_id' | 'email'>,
  id: string,
  now = new Date(),
): Promise<InvitationDoc | null> {
  const mine = { _id: id, email: user.email, until: { $gt: now } };
  const invitation = await invitations.findOne(mine).lean<InvitationDoc>();
  if (!invitation) return null;
  await addMember(members, { account: invitation.account, user: user._id, roles: invitation.roles });
  await invitations.deleteOne({ _id: id });
  return invitation;
}
