import { type WithdrawDependencies, withdrawRender } from '../../shared/renders/withdraw-render.ts';
import { readWithdrawals, removeWithdrawal } from '../../shared/renders/withdrawal-notes.ts';

/** The API that saved a note works on it itself for that long. */
const graceMs = 5_000;
const notesPerPass = 100;

/** Cancels or refunds the renders of APIs that were killed after their 503 promised no charge. */
export async function finishWithdrawals(dependencies: WithdrawDependencies): Promise<number> {
  let finished = 0;
  for (const { renderId, reason, at } of await readWithdrawals(dependencies, notesPerPass)) {
    if (Date.now() - at < graceMs) continue;
    const outcome = await withdrawRender(dependencies, renderId, reason);
    await removeWithdrawal(dependencies, renderId);
    if (outcome !== 'not charged') finished += 1;
  }
  return finished;
}
