import { hashPassword } from 'better-auth/crypto';
import type { Database } from '../shared/database/database.ts';
import { createUser } from '../shared/identity/create-user.ts';
import { addMember } from '../shared/identity/members.ts';
import { type DemoPerson, demoPeople, makeDemoPassword } from './platform/demo-password.ts';

/** Creates a person of each role in the demo account, once per database; all have the password of the data folder. */
export async function addDemoPeople(database: Database, account: string, dataDir: string): Promise<void> {
  const password = await makeDemoPassword(dataDir);
  const passwordHash = await hashPassword(password);
  for (const person of demoPeople) await addPerson(database, account, { ...person, passwordHash });
}

async function addPerson(
  { users, credentials, members }: Database,
  account: string,
  { role, email, name, passwordHash }: DemoPerson & { passwordHash: string },
): Promise<void> {
  const { _id: user } = await createUser({ users, credentials }, { email, name, passwordHash });
  // On a database of an earlier data folder.
  await credentials.updateOne({ userId: user }, { $set: { password: passwordHash } });
  if (role === 'operator') await users.updateOne({ _id: user }, { $set: { isOperator: true } });
  else await addMember(members, { account, user, roles: [role] });
}
