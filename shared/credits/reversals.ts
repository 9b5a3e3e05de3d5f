import { getDriver } from '../mongodb/driver.ts';
import { appendOnce, type CreditModels } from './credits.ts';

export interface Reversal {
  account: string;
  /** Of the payment that was refunded, or of its dispute. */
  paymentId: string;
  /** Credits of that payment to take back in all, with those of earlier refunds of it. */
  credits: number;
  note: string;
  at: Date;
}

/**
 * Takes credits back whose payment was refunded or is disputed; reports of one refund that arrive twice, or in another order, take
 * them once. The ledger line comes before the account, so that the sweeper can finish what a crash interrupted. Returns
 * how many were taken back of that payment in all.
 */
export async function reverseCredits(models: CreditModels, reversal: Reversal): Promise<number> {
  const { account, paymentId, credits, note, at } = reversal;
  const prefix = `${paymentId}.reversal.`;
  let taken: number;
  for (;;) {
    const lines = await findReversals(models, account);
    taken = sum(lines.filter(({ _id }) => _id.startsWith(prefix)));
    if (taken >= credits) break;
    // The id says what was taken before: of two processes that read the same, one appends its line.
    const line = { account, kind: 'reversal', amount: credits - taken, note, at } as const;
    if (await appendOnce(models.ledger, { _id: `${prefix}${taken}`, ...line })) break;
  }
  await applyReversals(models, account);
  return Math.max(taken, credits);
}

/**
 * Raises `reversed` towards the sum of the ledger's reversals, by a compare-and-set as for grants, as far as credits
 * are available: those that renders hold or have spent are not touched, and what is still owed is taken from the next
 * ones. Returns how many were taken.
 */
export async function applyReversals(models: CreditModels, account: string): Promise<number> {
  for (;;) {
    const doc = await getDriver(models.accounts).findOne({ _id: account }, { projection: { credits: 1 } });
    if (!doc) throw new Error(`account ${account} does not exist`);
    const { reversed, available, owed = 0 } = doc.credits;
    const missing = sum(await findReversals(models, account)) - (reversed ?? 0);
    const taken = Math.min(missing, available);
    if (missing <= 0 || (taken === 0 && owed === missing)) return 0;
    const { modifiedCount } = await getDriver(models.accounts).updateOne(
      {
        ...{ _id: account, 'credits.available': { $gte: taken } },
        'credits.reversed': reversed ?? { $exists: false },
      },
      {
        $inc: { 'credits.reversed': taken, 'credits.available': -taken },
        $set: { 'credits.owed': missing - taken },
      },
    );
    if (modifiedCount === 1) return taken;
  }
}

const findReversals = ({ ledger }: Pick<CreditModels, 'ledger'>, account: string) =>
  getDriver(ledger)
    .find({ account, kind: 'reversal' }, { projection: { amount: 1 } })
    .toArray();

const sum = (lines: readonly { amount: number }[]) => lines.reduce((total, { amount }) => total + amount, 0);
