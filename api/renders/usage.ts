import type { AccountDoc, AccountModel } from '../../shared/accounts/account-model.ts';
import { countCredits } from '../../shared/credits/count-credits.ts';
import type { CreditModels } from '../../shared/credits/credits.ts';
import { readOne } from '../../shared/mongodb/read-one.ts';
import { settleRender } from '../../shared/renders/end-render.ts';
import type { RenderDoc } from '../../shared/renders/render-model.ts';

/** `usage` of the specification. */
export interface Usage {
  credits: number;
  balance: number;
}

/** The available credits, or null when there is no such account. */
export async function readBalance(accounts: AccountModel, account: string): Promise<number | null> {
  const doc = await accounts.findById(account, { 'credits.available': 1 }).lean<AccountDoc>();
  return doc ? doc.credits.available : null;
}

/**
 * Reads the cost of a succeeded render and the balance of the account that paid for it. A hold that is still
 * open (its worker died between the decision and the settlement) is settled first.
 */
export async function readUsage(models: CreditModels, render: RenderDoc): Promise<Usage> {
  const credits = countCredits(render);
  const fields = { 'credits.available': 1, 'holds.holdId': 1 };
  const account = await readOne(models.accounts, '_id', render.account, fields);
  if (!account) throw new Error(`account ${render.account} does not exist`);
  const unsettled = account.holds.some((hold) => hold.holdId === render.holdId);
  if (!unsettled || !render.holdId) return { credits, balance: account.credits.available };
  await settleRender(models, render);
  return readUsage(models, render);
}
