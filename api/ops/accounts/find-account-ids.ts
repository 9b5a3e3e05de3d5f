import type { Database } from '../../../shared/database/database.ts';
import { findByEmail } from './account-queries.ts';

/** Returns the accounts that the filter of a list means: the id of one, or the e-mail address of a member. */
export function findAccountIds(
  database: Pick<Database, 'users' | 'members'>,
  text: string,
): Promise<string[]> | string[] {
  return text.includes('@') ? findByEmail(database, text) : [text];
}
