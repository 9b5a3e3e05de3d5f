import type { ListedDelivery } from '../../shared/deliveries/list-deliveries.ts';
import type { AccountWebhook } from '../../shared/webhooks/webhook-settings.ts';
import {
  buildList,
  flag,
  integer,
  moment,
  namedObject,
  nullable,
  number,
  optional,
  text,
} from '../openapi/schema.ts';

export interface WebhookView {
  url: string | null;
  signed: boolean;
  previousUntil?: Date;
  secret?: string;
}

/** Returns the webhook of an account; `secret` only when it was made just now. */
export const toWebhookView = (webhook: AccountWebhook | undefined, secret?: string): WebhookView => ({
  url: webhook?.url ?? null,
  signed: webhook !== undefined,
  ...(webhook?.previousUntil && { previousUntil: webhook.previousUntil }),
  ...(secret === undefined ? {} : { secret }),
});

export const webhookSchema = namedObject<WebhookView>('AccountWebhook', 'The webhook of an account.', {
  url: nullable(text('Called when renders end; null: only the URLs of requests.', { format: 'uri' })),
  signed: flag('Whether the account has a signing secret.'),
  previousUntil: optional(moment('Until when calls are signed with the former secret too.')),
  secret: optional(text('The signing secret, when it was made just now: no other response has it.')),
});

export interface WebhookTest {
  delivered: boolean;
  status?: number;
  ms: number;
  answer: string;
}

export const webhookTestSchema = namedObject<WebhookTest>('WebhookTest', 'Result of a test message.', {
  delivered: flag('Whether the server accepted it.'),
  status: optional(integer('HTTP status; absent without a response.')),
  ms: number('Duration of the call in milliseconds.', { minimum: 0 }),
  answer: text('The first 500 bytes of the response, or why there was none.'),
});

/** An attempt; the message is that of `body`, cut at 2,000 bytes. */
export type WebhookDelivery = Omit<ListedDelivery, 'eventId'>;

const deliverySchema = namedObject<WebhookDelivery>('WebhookDelivery', 'One attempt to call a webhook.', {
  event: text('Id of the message: of a render, its id.'),
  name: text('Type of the message.'),
  at: moment('When.'),
  attempt: integer('1 for the first.', { minimum: 1 }),
  outcome: text('Consequence.', { examples: ['delivered', 'waiting', 'failed'] }),
  status: optional(integer('HTTP status; absent without a response.')),
  error: optional(text('Why there was no response.')),
  ms: number('Duration in milliseconds.', { minimum: 0 }),
  body: optional(text('The message, cut at 2,000 bytes.')),
  answer: text('The first 500 bytes of the response.'),
});

export const webhookDeliveriesSchema = namedObject<{ deliveries: WebhookDelivery[] }>(
  'WebhookDeliveryList',
  'The newest attempts.',
  { deliveries: buildList(deliverySchema, 'At most 50, newest first.') },
);
