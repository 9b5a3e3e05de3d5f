import type { AccountModel } from '../accounts/account-model.ts';
import type { DeliveryLogModel } from '../deliveries/delivery-model.ts';
import { addDelivery } from '../deliveries/list-deliveries.ts';
import { ApiError } from '../errors.ts';
import { newId } from '../ids.ts';
import type { Outbound } from '../outbound/outbound.ts';
import type { SecretBox } from '../secrets/secret-box.ts';
import { isDelivered, sendWebhook, type WebhookResult } from './send-webhook.ts';
import { openWebhookSecrets, readWebhook } from './webhook-settings.ts';

export interface TestWebhookDependencies {
  accounts: AccountModel;
  deliveries: DeliveryLogModel;
  outbound: Pick<Outbound, 'request'>;
  box: SecretBox;
}

const type = 'webhook.test';

/**
 * Sends one signed message without a render to the account's URL, without retries.
 * @throws ApiError NOT_FOUND, CONFLICT when no URL is saved.
 */
export async function sendTestWebhook(
  { accounts, deliveries, outbound, box }: TestWebhookDependencies,
  account: string,
): Promise<WebhookResult & { delivered: boolean }> {
  const webhook = await readWebhook(accounts, account);
  if (!webhook?.url) throw new ApiError('CONFLICT', 'Set the URL of the webhook before sending a test.');
  const id = newId('test');
  const at = new Date();
  const body = JSON.stringify({ type, timestamp: at.toISOString(), data: {} });
  const secrets = openWebhookSecrets(box, account, webhook);
  const result = await sendWebhook(outbound, { url: webhook.url, id, body, secrets });
  const delivered = isDelivered(result);
  const { refusal, ...kept } = result;
  await addDelivery(deliveries, account, {
    ...{ event: id, name: type, at, attempt: 1 },
    outcome: delivered ? 'delivered' : 'failed',
    ...kept,
    ...(refusal === undefined ? {} : { error: refusal }),
  });
  return { ...result, delivered };
}
