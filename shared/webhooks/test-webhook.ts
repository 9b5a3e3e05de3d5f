import type { AccountModel } from '../accounts/account-model.ts';
import { type DeliveryLogModel, sentBytesKept } from '../deliveries/delivery-model.ts';
import { addDelivery } from '../deliveries/list-deliveries.ts';
import { ApiError } from '../errors.ts';
import { newId } from '../ids.ts';
import type { Outbound } from '../outbound/outbound.ts';
import { terminalStates } from '../renders/states.ts';
import type { SecretBox } from '../secrets/secret-box.ts';
import { buildLowBalanceMessage } from './low-balance-message.ts';
import { buildSampleMessage } from './render-message.ts';
import { isDelivered, sendWebhook, type WebhookResult } from './send-webhook.ts';
import type { WebhookMessage } from './webhook-message.ts';
import { openWebhookSecrets, readWebhook } from './webhook-settings.ts';

export interface TestWebhookDependencies {
  accounts: AccountModel;
  deliveries: DeliveryLogModel;
  outbound: Pick<Outbound, 'request'>;
  box: SecretBox;
  /** Public origin of the API. */
  baseUrl: string;
}

/** Types of test messages: an empty one, and one for each event. */
export const testTypes = [
  'webhook.test',
  ...terminalStates.map((state) => `render.${state}` as const),
  'credits.low',
] as const;
export type TestType = (typeof testTypes)[number];

/**
 * Sends one signed message to the account's URL, without retries; that of a render is about one that does not exist, that of low credits about a balance of 9.
 * @throws ApiError NOT_FOUND, CONFLICT when no URL is saved.
 */
export async function sendTestWebhook(
  { accounts, deliveries, outbound, box, baseUrl }: TestWebhookDependencies,
  account: string,
  type: TestType = 'webhook.test',
): Promise<WebhookResult & { delivered: boolean }> {
  const webhook = await readWebhook(accounts, account);
  if (!webhook?.url) throw new ApiError('CONFLICT', 'Set the URL of the webhook before sending a test.');
  const id = newId('test');
  const at = new Date();
  const body = JSON.stringify(buildTestMessage(type, { account, baseUrl, at }));
  const secrets = openWebhookSecrets(box, account, webhook);
  const result = await sendWebhook(outbound, { url: webhook.url, id, body, secrets });
  const delivered = isDelivered(result);
  const { refusal, ...kept } = result;
  await addDelivery(deliveries, account, {
    ...{ event: id, name: type, at, attempt: 1 },
    outcome: delivered ? 'delivered' : 'failed',
    ...kept,
    body: body.slice(0, sentBytesKept),
    ...(refusal === undefined ? {} : { error: refusal }),
  });
  return { ...result, delivered };
}

function buildTestMessage(
  type: TestType,
  { account, baseUrl, at }: { account: string; baseUrl: string; at: Date },
): WebhookMessage {
  if (type === 'credits.low') return buildLowBalanceMessage({ account, threshold: 10, available: 9, at });
  const state = terminalStates.find((each) => type === `render.${each}`);
  if (state) return buildSampleMessage(state, baseUrl, at);
  return { type, timestamp: at.toISOString(), data: {} };
}
