import { ApiError } from '../errors.ts';
import { newId } from '../ids.ts';
import { isDuplicateKey } from '../mongodb/database-errors.ts';
import type { MemberDoc, MemberModel } from './member-model.ts';
import type { MemberRole } from './roles.ts';

/** Adds a user to an account; who is in it already keeps the former roles. */
export async function addMember(
  members: MemberModel,
  member: Pick<MemberDoc, 'account' | 'user' | 'roles'>,
): Promise<void> {
  await members.create({ _id: newId('mem'), ...member, createdAt: new Date() }).catch((error: unknown) => {
    if (!isDuplicateKey(error)) throw error;
  });
}

/** The memberships of a user, the oldest first; at most 100. */
export async function listMemberships(members: MemberModel, user: string): Promise<MemberDoc[]> {
  const found = await members.find({ user }).limit(100).lean<MemberDoc[]>();
  return found.sort((a, b) => a.createdAt.getTime() - b.createdAt.getTime() || (a._id < b._id ? -1 : 1));
}

/** The team of an account, the oldest member first; at most 1000. */
export async function listMembers(members: MemberModel, account: string): Promise<MemberDoc[]> {
  return members.find({ account }).sort({ createdAt: 1, _id: 1 }).limit(1000).lean<MemberDoc[]>();
}

/**
 * Changes the roles of a member; returns the member as it was.
 * @throws ApiError NOT_FOUND, or CONFLICT when no owner would be left.
 */
export async function changeRoles(
  members: MemberModel,
  { account, member, roles }: { account: string; member: string; roles: MemberRole[] },
): Promise<MemberDoc> {
  const before = await members
    .findOneAndUpdate({ _id: member, account }, { $set: { roles } }, { returnDocument: 'before' })
    .lean<MemberDoc>();
  if (!before) throw noMember();
  if (await hasOwner(members, account)) return before;
  await members.updateOne({ _id: member }, { $set: { roles: before.roles } });
  throw lastOwner();
}

/**
 * Removes a member; returns it.
 * @throws ApiError NOT_FOUND, or CONFLICT when no owner would be left.
 */
export async function removeMember(
  members: MemberModel,
  account: string,
  member: string,
): Promise<MemberDoc> {
  const removed = await members.findOneAndDelete({ _id: member, account }).lean<MemberDoc>();
  if (!removed) throw noMember();
  if (await hasOwner(members, account)) return removed;
  await members.create(removed);
  throw lastOwner();
}

/** Looked at after the change: of two owners who remove each other at once, both stay. */
async function hasOwner(members: MemberModel, account: string): Promise<boolean> {
  return (await members.exists({ account, roles: 'owner' })) !== null;
}

const noMember = () => new ApiError('NOT_FOUND', 'The account has no such member.');

const lastOwner = () =>
  new ApiError('CONFLICT', 'An account needs an owner; make another member an owner first.');
