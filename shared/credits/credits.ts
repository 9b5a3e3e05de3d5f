import type { AccountDoc, AccountModel, Credits } from '../accounts/account-model.ts';
import { failpoint } from '../failpoints.ts';
import { holdSettled } from '../metrics/measurements.ts';
import { getDriver } from '../mongodb/driver.ts';
import { insertIfNew } from '../mongodb/insert-new.ts';
import type { Settlement } from '../renders/settlements.ts';
import { toDay } from './daily-starts.ts';
import type { LedgerDoc, LedgerModel } from './ledger-model.ts';

export interface CreditModels {
  accounts: AccountModel;
  ledger: LedgerModel;
}

/** Maximum open holds of one account: keeps its document far below MongoDB's 16 MiB. */
const maxOpenHolds = 5000;

/**
 * Sets one credit aside for a render; returns false when none is available. A server that carries it out twice, because
 * the first reply was lost, sets one aside. When the outcome is unknown (a time-out), never call it again with the
 * same hold id: the first call may still arrive after the hold has been settled.
 */
export async function holdCredit(
  { accounts }: Pick<CreditModels, 'accounts'>,
  hold: { account: string; holdId: string; renderId: string; at: Date },
): Promise<boolean> {
  const { account, ...entry } = hold;
  const free = { 'credits.available': { $gte: 1 }, 'credits.held': { $lt: maxOpenHolds } };
  const { matchedCount } = await getDriver(accounts).updateOne(
    { _id: account, ...free, 'holds.holdId': { $ne: hold.holdId } },
    { $inc: { 'credits.available': -1, 'credits.held': 1 }, $push: { holds: entry } },
  );
  if (matchedCount === 1) return true;
  const held = { _id: account, 'holds.holdId': hold.holdId };
  return (await getDriver(accounts).countDocuments(held, { limit: 1 })) === 1;
}

export interface HoldSettlement {
  account: string;
  holdId: string;
  renderId: string;
  /** As in the render. */
  keyId?: string | undefined;
  outcome: Settlement;
  /** Counts a release among the uncharged starts of the account (`isUnchargedStart`). */
  unchargedStart?: boolean;
  at: Date;
}

/**
 * Ends a hold: one ledger line, then one update of the account. Both do nothing the second time (the
 * line's id is the hold's id; the account's hold is pulled by id). The ledger line comes first, so an
 * open hold is all that the sweeper needs to finish what a crash interrupted.
 */
export async function settleHold(models: CreditModels, settlement: HoldSettlement): Promise<void> {
  const { account, holdId, renderId, keyId, outcome, unchargedStart = false, at } = settlement;
  failpoint('settle.before-ledger');
  const note = unchargedStart ? { note: unchargedStartNote } : {};
  const line: LedgerDoc = {
    _id: holdId,
    account,
    kind: outcome,
    amount: 1,
    renderId,
    ...(keyId ? { keyId } : {}),
    ...note,
    at,
  };
  if (await appendOnce(models.ledger, line)) holdSettled.publish({ outcome, unchargedStart });
  failpoint('settle.before-account');
  await settleOnAccount(models, settlement);
  failpoint('settle.after-account');
}

/** The reason of such a release in the ledger. */
const unchargedStartNote = 'uncharged start: a provider may have worked for this render';

/** Moves the credit, and counts the start in the same update: both happen once, however often a hold is settled. */
async function settleOnAccount(
  { accounts }: Pick<CreditModels, 'accounts'>,
  { account, holdId, outcome, unchargedStart, at }: HoldSettlement,
): Promise<void> {
  const hold = { _id: account, 'holds.holdId': holdId };
  const pull = { $pull: { holds: { holdId } } };
  const moved = { 'credits.held': -1, [outcome === 'capture' ? 'credits.spent' : 'credits.available']: 1 };
  const counter = outcome === 'capture' ? 'charged' : 'uncharged';
  if (outcome === 'release' && !unchargedStart) {
    await getDriver(accounts).updateOne(hold, { ...pull, $inc: moved });
    return;
  }
  const today = { $gte: toDay(at) };
  const add = async () => {
    const inc = { ...moved, [`starts.${counter}`]: 1 };
    return getDriver(accounts).updateOne({ ...hold, 'starts.day': today }, { ...pull, $inc: inc });
  };
  if ((await add()).matchedCount === 1) return;
  const starts = { day: toDay(at), charged: 0, uncharged: 0, [counter]: 1 };
  const { matchedCount } = await getDriver(accounts).updateOne(
    { ...hold, 'starts.day': { $not: today } },
    { ...pull, $inc: moved, $set: { starts } },
  );
  // Another process has begun the day in between; or the hold is settled already.
  if (matchedCount === 0) await add();
}

/** Appends a line to the ledger; returns false when its id is there already. */
export const appendOnce = (ledger: LedgerModel, line: LedgerDoc): Promise<boolean> =>
  insertIfNew(ledger, line);

/** That grant id was used before for another account or amount. */
export class GrantConflict extends Error {
  override name = 'GrantConflict';
}

/**
 * Adds credits once per `grantId`, however often it is called, and returns the account's credits.
 * @throws GrantConflict when the id was used with another account or amount.
 * @throws RangeError when `amount` is not a whole number from 1 to 1,000,000,000.
 */
export async function grantCredits(
  models: CreditModels,
  grant: { account: string; grantId: string; amount: number; note?: string; at: Date },
): Promise<Credits> {
  const { account, grantId, amount, note, at } = grant;
  if (!Number.isInteger(amount) || amount < 1 || amount > 1e9) {
    throw new RangeError('amount must be a whole number from 1 to 1,000,000,000');
  }
  const appended = await appendOnce(models.ledger, {
    _id: grantId,
    account,
    kind: 'grant',
    amount,
    ...(note ? { note } : {}),
    at,
  });
  if (!appended) await assertSameGrant(models.ledger, grant);
  return applyGrants(models, account);
}

async function assertSameGrant(
  ledger: LedgerModel,
  { grantId, account, amount }: { grantId: string; account: string; amount: number },
): Promise<void> {
  const line = await ledger.findById(grantId).lean<LedgerDoc>();
  if (!line || (line.kind === 'grant' && line.account === account && line.amount === amount)) return;
  throw new GrantConflict(
    `${grantId} is already the id of a ${line.kind} of ${line.amount} credits to ${line.account}; use another id.`,
  );
}

/**
 * Raises `granted` to the sum of the ledger's grants. The compare-and-set on `granted`, which only
 * grows, makes each grant count once even when the process that wrote its line died.
 */
export async function applyGrants(models: CreditModels, account: string): Promise<Credits> {
  for (;;) {
    const doc = await models.accounts.findById(account, { credits: 1 }).lean<AccountDoc>();
    if (!doc) throw new Error(`account ${account} does not exist`);
    const lines = await models.ledger.find({ account, kind: 'grant' }, { amount: 1 }).lean<LedgerDoc[]>();
    const missing = lines.reduce((sum, line) => sum + line.amount, 0) - doc.credits.granted;
    if (missing <= 0) return doc.credits;
    await models.accounts.updateOne(
      { _id: account, 'credits.granted': doc.credits.granted },
      { $inc: { 'credits.granted': missing, 'credits.available': missing } },
    );
  }
}
