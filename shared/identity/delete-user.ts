import type { Database } from '../database/database.ts';
import { ApiError } from '../errors.ts';
import { listKeys, revokeKey } from '../keys/keys.ts';
import { listMembers, listMemberships, removeMember } from './members.ts';

type Collections = Pick<
  Database,
  'users' | 'sessions' | 'credentials' | 'twoFactors' | 'passkeys' | 'members' | 'keys'
>;

/**
 * Deletes a user with everything that is about the person alone. An account without other members stays for its ledger,
 * with its keys revoked. The user goes last, so that a deletion that was cut off can be made again.
 * @throws ApiError CONFLICT for the only owner of an account with other members.
 */
export async function deleteUser(database: Collections, user: string): Promise<void> {
  const { users, sessions, credentials, twoFactors, passkeys, members } = database;
  for (const { _id, account } of await listMemberships(members, user)) {
    const team = await listMembers(members, account);
    if (team.length > 1) await removeMember(members, account, _id).catch(nameAccount(account));
    else await closeAccount(database, account, _id);
  }
  await sessions.deleteMany({ userId: user });
  await Promise.all([
    credentials.deleteMany({ userId: user }),
    twoFactors.deleteMany({ userId: user }),
    passkeys.deleteMany({ user }),
  ]);
  await users.deleteOne({ _id: user });
}

async function closeAccount({ keys, members }: Collections, account: string, member: string): Promise<void> {
  const open = (await listKeys(keys, account)).filter(({ revokedAt }) => !revokedAt);
  for (const { _id } of open) await revokeKey(keys, _id);
  await members.deleteOne({ _id: member });
}

const nameAccount = (account: string) => (error: unknown) => {
  if (!(error instanceof ApiError) || error.code !== 'CONFLICT') throw error;
  throw new ApiError('CONFLICT', `${account}: ${error.message}`);
};
