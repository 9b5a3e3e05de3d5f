import { applyGrants } from '../../shared/credits/credits.ts';
import { dayMs } from '../../shared/time.ts';
import type { SweepDependencies } from './sweep-dependencies.ts';

/** A grant whose process died after its ledger line is looked for this long. */
const lookBackMs = dayMs;
const accountsPerPass = 500;

/** Applies grants that are in the ledger but not yet in their account. */
export async function finishGrants({ database }: SweepDependencies): Promise<number> {
  const since = new Date(Date.now() - lookBackMs);
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
