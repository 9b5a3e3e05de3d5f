import { applyGrants } from '../../shared/credits/credits.ts';
import { dayMs } from '../../shared/time.ts';
import type { SweepDependencies } from './sweep-dependencies.ts';

/** Grants whose process died after the ledger entry are searched this far back. */
const searchBackMs = dayMs;
const accountsPerPass = 500;

/** Applies grants that are in the ledger but not yet in their account. */
export async function finishGrants({ database }: SweepDependencies): Promise<number> {
  const since = new Date(Date.now() - searchBackMs);
  const accounts = await database.ledger.distinct('account', { kind: 'grant', at: { $gt: since } });
  let finished = 0;
  for (const account of accounts.slice(0, accountsPerPass)) {
    const before = await database.accounts.findById(account, { credits: 1 }).lean();
    if (!before) continue;
    const after = await applyGrants(database, account);
    if (after.granted !== before.credits.granted) finished += 1;
  }
  return finished;
}
