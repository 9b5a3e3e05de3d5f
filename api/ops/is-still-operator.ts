import type { Database } from '../../shared/database/database.ts';
import type { Person } from '../identity/person.ts';
import { sharedPasswordUser } from './shared-password.ts';

/**
 * Returns true while the session of an operator is valid and its user is one, without extending the session. The shared
 * password is valid for as long as the process runs.
 */
export async function isStillOperator(
  { sessions, users }: Pick<Database, 'sessions' | 'users'>,
  { user, session }: Pick<Person, 'user' | 'session'>,
): Promise<boolean> {
  if (user.id === sharedPasswordUser) return true;
  const [open, operator] = await Promise.all([
    sessions.exists({ _id: session.id, expiresAt: { $gt: new Date() } }),
    users.exists({ _id: user.id, isOperator: true }),
  ]);
  return open !== null && operator !== null;
}
