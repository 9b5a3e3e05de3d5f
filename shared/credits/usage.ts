import type { AccountDoc, AccountModel } from '../accounts/account-model.ts';
import { driverOf } from '../database/driver.ts';
import type { RenderDoc } from '../renders/render-model.ts';
import { type CreditModels, settleHold } from './credits.ts';

/** `usage` of the specification. */
export interface Usage {
  credits: number;
  balance: number;
}

/** Credits that can still be spent, or null when there is no such account. */
export async function readBalance(accounts: AccountModel, account: string): Promise<number | null> {
  const doc = await accounts.findById(account, { 'credits.available': 1 }).lean<AccountDoc>();
  return doc ? doc.credits.available : null;
}

/**
 * What a succeeded render cost, read from the account that paid for it. A hold that is still open
 * (its worker died between the decision and the settlement) is settled first.
 */
export async function readUsage(stores: CreditModels, render: RenderDoc): Promise<Usage> {
  const credits = render.holdId ? 1 : 0;
  const account = await driverOf(stores.accounts).findOne(
    { _id: render.account },
    { projection: { 'credits.available': 1, 'holds.holdId': 1 } },
  );
  if (!account) throw new Error(`account ${render.account} does not exist`);
  const unsettled = account.holds.some((hold) => hold.holdId === render.holdId);
  if (!unsettled || !render.holdId) return { credits, balance: account.credits.available };
  await settleHold(stores, {
    account: render.account,
    holdId: render.holdId,
    renderId: render._id,
    outcome: 'capture',
    at: new Date(),
  });
  return readUsage(stores, render);
}
