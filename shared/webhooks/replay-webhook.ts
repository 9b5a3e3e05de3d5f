import type { AccountModel } from '../accounts/account-model.ts';
import { ApiError } from '../errors.ts';
import type { RenderDoc, RenderModel } from '../renders/render-model.ts';
import { terminalStates } from '../renders/states.ts';
import { readWebhook } from './webhook-settings.ts';

/**
 * Has the webhook of an ended render sent again, with all of its attempts: to the URL of the request, else to
 * the account's. The sweeper enqueues it within seconds.
 * @throws ApiError NOT_FOUND, CONFLICT when the render has not ended or there is no URL or secret.
 */
export async function replayWebhook(
  { accounts, renders }: { accounts: AccountModel; renders: RenderModel },
  account: string,
  renderId: string,
): Promise<void> {
  const saved = await readWebhook(accounts, account);
  const render = await renders
    .findOne({ _id: renderId, account }, { webhook: 1, state: 1 })
    .lean<RenderDoc>();
  if (!render) throw new ApiError('NOT_FOUND', `This account has no render ${renderId}.`);
  const url = render.webhook?.url ?? saved?.url;
  if (!saved || !url) throw new ApiError('CONFLICT', 'This account has no webhook URL or signing secret.');
  const webhook = { url, state: 'waiting' as const, attempt: 0, nextAt: new Date() };
  const { modifiedCount } = await renders.updateOne(
    { _id: renderId, state: { $in: terminalStates }, 'webhook.state': { $ne: 'waiting' } },
    { $set: { webhook } },
  );
  if (modifiedCount === 0) {
    throw new ApiError('CONFLICT', `Render ${renderId} has not ended, or its webhook is still being sent.`);
  }
}
