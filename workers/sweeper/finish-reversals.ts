import { applyReversals } from '../../shared/credits/reversals.ts';
import { dayMs } from '../../shared/time.ts';
import type { SweepDependencies } from './sweep-dependencies.ts';

const accountsPerPass = 500;

/** Takes credits back as the ledger says: what a crash interrupted, and what was not available before. */
export async function finishReversals({ database }: Pick<SweepDependencies, 'database'>): Promise<number> {
  const since = new Date(Date.now() - dayMs);
  const recent = await database.ledger.distinct('account', { kind: 'reversal', at: { $gt: since } });
  const owing = await database.accounts
    .find({ 'credits.owed': { $gt: 0 }, 'credits.available': { $gt: 0 } }, { _id: 1 })
    .limit(accountsPerPass)
    .lean();
  const accounts = new Set([...recent.slice(0, accountsPerPass), ...owing.map(({ _id }) => _id)]);
  let finished = 0;
  for (const account of accounts) if ((await applyReversals(database, account)) > 0) finished += 1;
  return finished;
}
