import type { AccountDoc, Hold } from '../../shared/accounts/account-model.ts';
import { settleHold } from '../../shared/credits/credits.ts';
import type { Database } from '../../shared/database/database.ts';
import type { RenderDoc } from '../../shared/renders/render-model.ts';
import { getSettlement, type Settlement } from '../../shared/renders/settlements.ts';
import { isTerminal } from '../../shared/renders/states.ts';
import { isUnchargedStart } from '../../shared/renders/uncharged-start.ts';
import type { SweepDependencies } from './sweep-dependencies.ts';

const accountsPerPass = 200;
const holdsPerQuery = 500;

/** A hold younger than this is still being settled by the process that decided its render. */
const settleGraceMs = 1_000;

export type HoldVerdict = 'wait' | Settlement;

/**
 * Decides what to do with an open hold, from the render it names:
 * - no such render, or another hold pays for the render: release;
 * - the render is `new`: wait, its API may be about to accept it (it is abandoned first if not);
 * - the render has ended: as the table of transitions says.
 */
export function judgeHold(hold: Hold, render: Pick<RenderDoc, 'state' | 'holdId'> | undefined): HoldVerdict {
  if (!render) return 'release';
  if (render.state === 'new') return 'wait';
  if (render.holdId !== hold.holdId) return 'release';
  if (!isTerminal(render.state)) return 'wait';
  return getSettlement(render.state);
}

/**
 * Settles holds that a crash left open between the decision and the account. Accounts are checked page by page,
 * over several passes and from the beginning again: those with long waiting renders do not keep others back.
 */
export function createFinishHolds(dependencies: SweepDependencies): () => Promise<number> {
  let checkedUpTo = '';
  return async () => {
    const accounts = await dependencies.database.accounts
      .find({ 'credits.held': { $gt: 0 }, _id: { $gt: checkedUpTo } }, { holds: 1 })
      .sort({ _id: 1 })
      .limit(accountsPerPass)
      .lean<AccountDoc[]>();
    checkedUpTo = accounts.length === accountsPerPass ? accounts.at(-1)!._id : '';
    let finished = 0;
    for (const account of accounts) finished += await finishAccount(dependencies, account);
    return finished;
  };
}

async function finishAccount({ database }: SweepDependencies, account: AccountDoc): Promise<number> {
  const before = Date.now() - settleGraceMs;
  const holds = account.holds.filter((hold) => hold.at.getTime() < before);
  let finished = 0;
  for (let from = 0; from < holds.length; from += holdsPerQuery) {
    finished += await finishSome(database, account._id, holds.slice(from, from + holdsPerQuery));
  }
  return finished;
}

async function finishSome(database: Database, account: string, holds: Hold[]): Promise<number> {
  const renders = await database.renders
    .find({ _id: { $in: holds.map((hold) => hold.renderId) } }, { products: 0, report: 0, chain: 0 })
    .lean<RenderDoc[]>();
  const byId = new Map(renders.map((render) => [render._id, render]));
  let finished = 0;
  for (const { holdId, renderId, at } of holds) {
    const render = byId.get(renderId);
    const outcome = judgeHold({ holdId, renderId, at }, render);
    if (outcome === 'wait') continue;
    const unchargedStart = render?.holdId === holdId && isUnchargedStart(render);
    const settled = { account, holdId, renderId, keyId: render?.keyId, outcome, unchargedStart };
    await settleHold(database, { ...settled, at: new Date() });
    finished += 1;
  }
  return finished;
}
