import { hashPassword } from 'better-auth/crypto';
import { createAccount } from '../../../shared/accounts/accounts.ts';
import { grantCredits } from '../../../shared/credits/credits.ts';
import type { Database } from '../../../shared/database/database.ts';
import { createUser } from '../../../shared/identity/create-user.ts';
import { addMember } from '../../../shared/identity/members.ts';
import { newId } from '../../../shared/ids.ts';
import { createKey } from '../../../shared/keys/keys.ts';
import { type BusyAccount, seedAccount } from './seed-account.ts';
import { seedCosts } from './seed-costs.ts';
import { seedStores } from './seed-stores.ts';
import type { PageSizes } from './sizes.ts';

/** A person with every role. */
export const visitor = { email: 'ada@example.com', password: 'the password of the bench' } as const;

const keyCount = 10;

/** Fills a database for the pages; returns the account of the person who visits them. */
export async function seedPages(
  database: Database,
  sizes: PageSizes,
  say: (line: string) => void,
): Promise<BusyAccount> {
  const account = await createVisitor(database);
  await seedAccount(database, account, sizes);
  say(`pages: ${sizes.renders} renders with their calls and lines of the ledger are there`);
  await seedStores(database, account.id, sizes);
  say(`pages: ${sizes.stores} stores, ${sizes.products} products and ${sizes.events} events are there`);
  await seedCosts(database, sizes);
  return account;
}

async function createVisitor(database: Database): Promise<BusyAccount> {
  const { _id: id } = await createAccount(database.accounts, { name: 'Bench' });
  await grantCredits(database, { account: id, grantId: newId('grant'), amount: 1_000_000, at: new Date() });
  const passwordHash = await hashPassword(visitor.password);
  const user = await createUser(database, { email: visitor.email, name: 'Ada', passwordHash });
  await database.users.updateOne({ _id: user._id }, { $set: { isOperator: true } });
  await addMember(database.members, { account: id, user: user._id, roles: ['owner'] });
  const keys: string[] = [];
  for (let count = 0; count < keyCount; count++) {
    const { keyId } = await createKey(database.keys, { account: id, mode: 'live', name: `Key ${count}` });
    keys.push(keyId);
  }
  return { id, keys };
}
