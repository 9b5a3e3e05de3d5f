import type { AccountDoc } from '../../../shared/accounts/account-model.ts';
import type { UserDoc } from '../../../shared/identity/library-models.ts';
import { listMemberships } from '../../../shared/identity/members.ts';
import type { OperatorDependencies } from '../operator-dependencies.ts';

type Models = OperatorDependencies['database'];

/** An account in a list. */
export type ListedAccount = Pick<AccountDoc, '_id' | 'name' | 'credits' | 'suspended' | 'createdAt'>;

const summary = { name: 1, credits: 1, suspended: 1, createdAt: 1 } as const;

/** Lists accounts, the newest first: ids sort by time. `before` is the id of the last one that was seen. */
export function listAccounts(
  { accounts }: Models,
  { before, limit }: { before?: string | undefined; limit: number },
): Promise<ListedAccount[]> {
  const filter = before ? { _id: { $lt: before } } : {};
  return accounts.find(filter, summary).sort({ _id: -1 }).limit(limit).lean<ListedAccount[]>();
}

/** Finds accounts by their id, by the e-mail address of a member, by the slug of a store, or by how their name begins. */
export async function findAccounts(models: Models, text: string, limit: number): Promise<ListedAccount[]> {
  const ids = text.includes('@') ? await findByEmail(models, text) : await findByIdOrStore(models, text);
  if (ids.length > 0 || text.includes('@'))
    return models.accounts
      .find({ _id: { $in: ids } }, summary)
      .limit(limit)
      .lean<ListedAccount[]>();
  const name = { $gte: text, $lt: `${text}\uffff` };
  return models.accounts.find({ name }, summary).sort({ name: 1 }).limit(limit).lean<ListedAccount[]>();
}

/** Returns the ids of the accounts that a user is in. */
export async function findByEmail(
  { users, members }: Pick<Models, 'users' | 'members'>,
  email: string,
): Promise<string[]> {
  const user = await users.findOne({ email: email.toLowerCase() }, { _id: 1 }).lean<UserDoc>();
  return user ? (await listMemberships(members, user._id)).map(({ account }) => account) : [];
}

async function findByIdOrStore({ accounts, stores }: Models, text: string): Promise<string[]> {
  if (await accounts.exists({ _id: text })) return [text];
  const store = await stores.findOne({ slug: text }, { account: 1 }).lean();
  return store ? [store.account] : [];
}
