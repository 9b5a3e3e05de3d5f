import { failpoint } from '../failpoints.ts';
import { getDriver } from '../mongodb/driver.ts';
import { settleRender } from '../renders/end-render.ts';
import type { RenderDoc, RenderModel } from '../renders/render-model.ts';
import { appendOnce, type CreditModels } from './credits.ts';

export interface RefundModels extends CreditModels {
  renders: RenderModel;
}

/** The refund of a hold is one ledger line, whose id follows from the hold's: a second one cannot be written. */
const toRefundId = (holdId: string) => `${holdId}.refund`;

/**
 * Gives the credit of a succeeded render back, once; returns false when it cost nothing. The capture is
 * completed first. The ledger line comes before the document and the account, so that the sweeper can
 * finish what a crash interrupted (`finishRefund`).
 */
export async function refundRender(
  models: RefundModels,
  render: RenderDoc,
  { reason, at }: { reason: string; at: Date },
): Promise<boolean> {
  const { account, holdId, keyId } = render;
  if (render.state !== 'succeeded' || !holdId) return false;
  await settleRender(models, render, at);
  const line = {
    _id: toRefundId(holdId),
    account,
    kind: 'refund',
    amount: 1,
    renderId: render._id,
    keyId,
  } as const;
  await appendOnce(models.ledger, { ...line, note: reason, at });
  failpoint('refund.after-ledger');
  await finishRefund(models, { renderId: render._id, reason, at });
  await applyRefunds(models, account);
  return true;
}

/** Marks the render of a refund that is in the ledger; returns false when it is marked already. */
export async function finishRefund(
  { renders }: Pick<RefundModels, 'renders'>,
  { renderId, reason, at }: { renderId: string; reason: string; at: Date },
): Promise<boolean> {
  const { modifiedCount } = await getDriver(renders).updateOne(
    { _id: renderId, refund: { $exists: false } },
    { $set: { refund: { reason, at } } },
  );
  return modifiedCount === 1;
}

/**
 * Raises `refunded` to the number of the ledger's refunds, by a compare-and-set as for grants; returns
 * how many were missing.
 */
export async function applyRefunds(models: CreditModels, account: string): Promise<number> {
  for (;;) {
    const doc = await getDriver(models.accounts).findOne({ _id: account }, { projection: { credits: 1 } });
    if (!doc) throw new Error(`account ${account} does not exist`);
    const { refunded } = doc.credits;
    const missing = (await models.ledger.countDocuments({ account, kind: 'refund' })) - (refunded ?? 0);
    if (missing <= 0) return 0;
    const { modifiedCount } = await getDriver(models.accounts).updateOne(
      { _id: account, 'credits.refunded': refunded ?? { $exists: false } },
      { $inc: { 'credits.refunded': missing, 'credits.spent': -missing, 'credits.available': missing } },
    );
    if (modifiedCount === 1) return missing;
  }
}
