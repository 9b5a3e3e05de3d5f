import type { AccountDoc } from '../../shared/accounts/account-model.ts';
import type { WebhookOutbox } from '../../shared/deliveries/webhook-outbox.ts';
import { invalidInput } from '../../shared/errors.ts';
import { type Outbound, OutboundRefused } from '../../shared/outbound/outbound.ts';
import type { RenderOrder } from './render-order.ts';

export const webhookHeader = 'X-Webhook-Url';

/**
 * Returns the webhook to call when this render has ended: the URL of the order, else the account's.
 * @throws ApiError INVALID_INPUT when the account has no signing secret, or the URL may not be called.
 */
export async function toWebhook(
  webhook: RenderOrder['webhook'],
  account: Pick<AccountDoc, 'webhook'>,
  outbound: Pick<Outbound, 'assertResolves'>,
  signal: AbortSignal,
): Promise<WebhookOutbox | undefined> {
  if (webhook === 'none') return undefined;
  const given = webhook.url;
  const url = given ?? account.webhook?.url;
  if (!url) return undefined;
  if (!account.webhook) {
    throw invalidInput(
      webhookHeader,
      'needs a signing secret; save a webhook at /developers/webhooks, which creates one.',
    );
  }
  if (given !== undefined) await assertCallable(given, outbound, signal);
  return { url, state: 'waiting', attempt: 0, nextAt: new Date() };
}

async function assertCallable(
  url: string,
  outbound: Pick<Outbound, 'assertResolves'>,
  signal: AbortSignal,
): Promise<void> {
  try {
    await outbound.assertResolves(url, signal);
  } catch (error) {
    throw error instanceof OutboundRefused ? invalidInput(webhookHeader, error.message, error) : error;
  }
}
