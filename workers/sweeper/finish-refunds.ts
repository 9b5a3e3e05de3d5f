import { applyRefunds, finishRefund } from '../../shared/credits/refunds.ts';
import { dayMs } from '../../shared/time.ts';
import type { SweepDependencies } from './sweep-dependencies.ts';

const linesPerPass = 500;

/** Completes refunds that are in the ledger but not yet on their render or in their account. */
export async function finishRefunds({ database }: SweepDependencies): Promise<number> {
  const since = new Date(Date.now() - dayMs);
  const lines = await database.ledger
    .find({ kind: 'refund', at: { $gt: since } })
    .sort({ at: -1 })
    .limit(linesPerPass)
    .lean();
  let finished = 0;
  for (const { renderId = '', note: reason = '', at } of lines) {
    if (await finishRefund(database, { renderId, reason, at })) finished += 1;
  }
  for (const account of new Set(lines.map((line) => line.account))) {
    finished += await applyRefunds(database, account);
  }
  return finished;
}
