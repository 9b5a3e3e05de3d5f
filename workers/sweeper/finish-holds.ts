import type { AccountDoc, Hold } from '../../shared/accounts/account-model.ts';
import { settleHold } from '../../shared/credits/credits.ts';
import type { RenderDoc } from '../../shared/renders/render-model.ts';
import { type Settlement, settlementOf } from '../../shared/renders/settlements.ts';
import { isTerminal } from '../../shared/renders/states.ts';
import type { SweepDependencies } from './sweep-dependencies.ts';

const accountsPerPass = 200;
const holdsPerAccount = 500;

/** A hold younger than this is still being settled by the process that decided its render. */
const settleGraceMs = 1_000;

export type HoldVerdict = 'wait' | Settlement;

/**
 * What becomes of an open hold, from the render it names:
 * - no such render, or another hold pays for the render: release;
 * - the render is `new`: wait, its API may be about to accept it (it is abandoned first if not);
 * - the render has ended: as the table of transitions says.
 */
export function judgeHold(hold: Hold, render: Pick<RenderDoc, 'state' | 'holdId'> | undefined): HoldVerdict {
  if (!render) return 'release';
  if (render.state === 'new') return 'wait';
  if (render.holdId !== hold.holdId) return 'release';
  if (!isTerminal(render.state)) return 'wait';
  return settlementOf(render.state);
}

/** Settles holds that a crash left open between the decision and the account. */
export async function finishHolds(dependencies: SweepDependencies): Promise<number> {
  const accounts = await dependencies.database.accounts
    .find({ 'credits.held': { $gt: 0 } }, { holds: 1 })
    .limit(accountsPerPass)
    .lean<AccountDoc[]>();
  let finished = 0;
  for (const account of accounts) finished += await finishAccount(dependencies, account);
  return finished;
}

async function finishAccount({ database }: SweepDependencies, account: AccountDoc): Promise<number> {
  const before = Date.now() - settleGraceMs;
  const holds = account.holds.filter((hold) => hold.at.getTime() < before).slice(0, holdsPerAccount);
  if (holds.length === 0) return 0;
  const renders = await database.renders
    .find({ _id: { $in: holds.map((hold) => hold.renderId) } }, { state: 1, holdId: 1 })
    .lean<RenderDoc[]>();
  const byId = new Map(renders.map((render) => [render._id, render]));
  let finished = 0;
  for (const { holdId, renderId, at } of holds) {
    const outcome = judgeHold({ holdId, renderId, at }, byId.get(renderId));
    if (outcome === 'wait') continue;
    await settleHold(database, { account: account._id, holdId, renderId, outcome, at: new Date() });
    finished += 1;
  }
  return finished;
}
