import { ApiError } from '../../../shared/errors.ts';
import type { RenderDoc } from '../../../shared/renders/render-model.ts';
import { replayWebhook } from '../../../shared/webhooks/replay-webhook.ts';
import type { Operator } from '../operator.ts';
import type { OperatorDependencies } from '../operator-dependencies.ts';

/** Withdraws an open render for no credit; returns null when it has ended. */
export async function withdrawByOperator(
  { withdraw, audit }: Pick<OperatorDependencies, 'withdraw' | 'audit'>,
  by: Operator,
  render: string,
): Promise<RenderDoc | null> {
  const withdrawn = await withdraw(render);
  if (!withdrawn) return null;
  const { account, _id: id } = withdrawn;
  await audit({ ...by, account, action: 'render.withdraw', subject: { kind: 'render', id } });
  return withdrawn;
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
