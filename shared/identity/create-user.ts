import type { Database } from '../database/database.ts';
import { newId, randomBase62 } from '../ids.ts';
import { hourMs } from '../time.ts';
import type { UserDoc } from './library-models.ts';

export interface NewUser {
  email: string;
  name: string;
  /** The hash of a password that has been confirmed; absent: the person chooses one by a link. */
  passwordHash?: string;
}

type Collections = Pick<Database, 'users' | 'credentials'>;

/** Creates a user by hand instead of by a sign-up, unless the address has one; returns the user. */
export async function createUser({ users, credentials }: Collections, user: NewUser): Promise<UserDoc> {
  const email = user.email.toLowerCase();
  const known = await users.findOne({ email }).lean<UserDoc>();
  if (known) return known;
  const now = new Date();
  const times = { createdAt: now, updatedAt: now };
  const isConfirmed = user.passwordHash !== undefined;
  const _id = newId('usr');
  await users.create({ _id, email, name: user.name, emailVerified: isConfirmed, ...times });
  if (user.passwordHash !== undefined) {
    const credential = { userId: _id, accountId: _id, providerId: 'credential', password: user.passwordHash };
    await credentials.create({ _id: newId('crd'), ...credential, ...times });
  }
  return (await users.findOne({ _id }).lean<UserDoc>())!;
}

/** Returns the path of a page on which the user chooses a password, once, within an hour. */
export async function createPasswordLink(
  { verifications }: Pick<Database, 'verifications'>,
  user: string,
  now = new Date(),
): Promise<string> {
  const token = randomBase62(32);
  await verifications.create({
    _id: newId('ver'),
    identifier: `reset-password:${token}`,
    value: user,
    expiresAt: new Date(now.getTime() + hourMs),
    createdAt: now,
    updatedAt: now,
  });
  return `/sign-in/new-password?${new URLSearchParams({ token })}`;
}
