import { ApiError } from '../../../shared/errors.ts';
import type { RenderDoc } from '../../../shared/renders/render-model.ts';
import { replayWebhook } from '../../../shared/webhooks/replay-webhook.ts';
import type { Operator } from '../operator.ts';
import type { OperatorDependencies } from '../operator-dependencies.ts';

/** Withdraws an open render for no credit; returns false when it has ended. */
export const withdrawByOperator = (
  { withdraw, audit }: Pick<OperatorDependencies, 'withdraw' | 'audit'>,
  by: Operator,
  id: string,
) => auditRender(audit, by, 'render.withdraw', withdraw(id));

/** Gives a running render to another worker; returns false when it is not running, or has no attempt left. */
export const retryByOperator = (
  { retry, audit }: Pick<OperatorDependencies, 'retry' | 'audit'>,
  by: Operator,
  id: string,
) => auditRender(audit, by, 'render.retry', retry(id));

/** Returns whether something was done. */
async function auditRender(
  audit: OperatorDependencies['audit'],
  by: Operator,
  action: string,
  changing: Promise<RenderDoc | null>,
): Promise<boolean> {
  const changed = await changing;
  if (!changed) return false;
  await audit({ ...by, account: changed.account, action, subject: { kind: 'render', id: changed._id } });
  return true;
}

/** Sends the webhook of a render again, with all of its attempts. @throws ApiError NOT_FOUND, CONFLICT */
export async function replayWebhookByOperator(
  { database, audit }: Pick<OperatorDependencies, 'database' | 'audit'>,
  by: Operator,
  id: string,
): Promise<void> {
  const { account } = (await database.renders.findById(id, { account: 1 }).lean<RenderDoc>()) ?? {};
  if (account === undefined) throw new ApiError('NOT_FOUND', 'There is no such render.');
  await replayWebhook(database, account, id);
  await audit({ ...by, account, action: 'webhook.replay', subject: { kind: 'render', id } });
}
