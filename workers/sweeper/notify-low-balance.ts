import type { AccountDoc } from '../../shared/accounts/account-model.ts';
import { type Crossing, markCrossing } from '../../shared/credits/low-balance.ts';
import type { Database } from '../../shared/database/database.ts';
import { listMembers } from '../../shared/identity/members.ts';
import type { Mailer } from '../../shared/mail/mailer.ts';

interface LowBalanceDependencies {
  database: Database;
  mailer: Pick<Mailer, 'send'>;
  /** Public origin, for the link to the top-up. */
  baseUrl: string;
}

const accountsPerPass = 500;
const fields = { name: 1, credits: 1, lowBalance: 1, webhook: 1 } as const;

/**
 * Notifies accounts whose available credits have fallen below their threshold, once per crossing: a mail to those who
 * see the credits, and the webhook. Accounts are checked page by page, over several passes.
 */
export function createNotifyLowBalance(dependencies: LowBalanceDependencies): () => Promise<number> {
  const { accounts } = dependencies.database;
  let checkedUpTo = '';
  return async () => {
    const page = await accounts
      .find({ 'lowBalance.threshold': { $gt: 0 }, _id: { $gt: checkedUpTo } }, fields)
      .sort({ _id: 1 })
      .limit(accountsPerPass)
      .lean<Required<AccountDoc>[]>();
    checkedUpTo = page.length === accountsPerPass ? page.at(-1)!._id : '';
    let notified = 0;
    for (const account of page) {
      const crossing = await markCrossing(accounts, account);
      if (!crossing) continue;
      await sendMails(dependencies, crossing);
      notified += 1;
    }
    return notified;
  };
}

async function sendMails(
  { database, mailer, baseUrl }: LowBalanceDependencies,
  { account, name, available, threshold }: Crossing,
): Promise<void> {
  const members = await listMembers(database.members, account);
  const readers = members.filter(({ roles }) =>
    roles.some((role) => role === 'owner' || role === 'developer'),
  );
  const users = await database.users.find({ _id: { $in: readers.map(({ user }) => user) } }).lean();
  const text = [
    `The account ${name} has ${available} credits left, fewer than the ${threshold} at which you wanted to know. Without credits, renders are refused.`,
    'Top up, or change the number:',
    `${baseUrl}/developers/credits#top-up`,
  ].join('\n\n');
  for (const { email, emailVerified } of users)
    if (emailVerified) mailer.send({ to: email, subject: `${name}: ${available} credits left`, text });
}
