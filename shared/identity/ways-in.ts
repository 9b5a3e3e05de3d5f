import type { Database } from '../database/database.ts';

type Collections = Pick<Database, 'passkeys' | 'credentials'>;

/** The provider of a password in `credentials`. */
export const passwordProvider = 'credential';

/** Returns true if a user has a password. */
export async function hasPassword(
  { credentials }: Pick<Collections, 'credentials'>,
  userId: string,
): Promise<boolean> {
  return (await credentials.exists({ userId, providerId: passwordProvider })) !== null;
}

/** Returns true if a user can sign in: by a passkey, or with one of these providers. */
export async function hasWayIn(
  { passkeys, credentials }: Collections,
  userId: string,
  providers: readonly string[],
): Promise<boolean> {
  if ((await passkeys.exists({ user: userId })) !== null) return true;
  return (await credentials.exists({ userId, providerId: { $in: providers } })) !== null;
}
