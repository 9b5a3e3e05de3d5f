import { newId } from '../ids.ts';
import { isDuplicateKey } from '../mongodb/database-errors.ts';
import type { MemberDoc, MemberModel } from './member-model.ts';

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
  return found.sort((a, b) => a.createdAt.getTime() - b.createdAt.getTime());
}
