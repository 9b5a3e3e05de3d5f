import type { Database } from '../../shared/database/database.ts';
import { sentBytesKept } from '../../shared/deliveries/delivery-model.ts';
import { addDelivery } from '../../shared/deliveries/list-deliveries.ts';
import { ApiError } from '../../shared/errors.ts';
import type { WebhookJobData } from '../../shared/jobs/webhook-job.ts';
import type { Outbound } from '../../shared/outbound/outbound.ts';
import type { SecretBox } from '../../shared/secrets/secret-box.ts';
import { isDelivered, sendWebhook, type WebhookResult } from '../../shared/webhooks/send-webhook.ts';
import { openWebhookSecrets, readWebhook } from '../../shared/webhooks/webhook-settings.ts';
import { getRetryDelay } from '../retries/schedules.ts';
import type { JobContext } from '../runtime.ts';
import { findOutgoing, type Outgoing } from './outgoing.ts';

export interface WebhookDependencies {
  database: Database;
  outbound: Outbound;
  box: SecretBox;
  /** Public origin, for the link to the image. */
  baseUrl: string;
}

const gone = 410;

/** One attempt of one webhook; its outcome and the time of the next are written to its document. */
export async function deliverWebhook(
  dependencies: WebhookDependencies,
  job: WebhookJobData,
  context: JobContext,
): Promise<string> {
  const outgoing = await findOutgoing(dependencies, job);
  if (!outgoing) return 'skipped';
  const { id, account, message } = outgoing;
  const attempt = outgoing.webhook.attempt + 1;
  const body = JSON.stringify(message);
  const result = await send(dependencies, outgoing, body, context.signal);
  const { status, refusal, ...kept } = result;
  const delivered = isDelivered(result);
  const wait = delivered || status === gone ? undefined : getRetryDelay('webhook', attempt);
  const state = delivered ? 'delivered' : wait === undefined ? 'failed' : 'waiting';
  const nextAt = new Date(Date.now() + (wait ?? 0));
  await outgoing.save({ state, attempt, nextAt, ...(status === undefined ? {} : { status }) });
  await addDelivery(dependencies.database.deliveries, account, {
    ...{ event: id, name: message.type, at: new Date(), attempt, outcome: state },
    ...kept,
    body: body.slice(0, sentBytesKept),
    ...(status === undefined ? {} : { status }),
    ...(refusal === undefined ? {} : { error: refusal }),
  });
  context.log.info({ ...job, attempt, status, state }, 'webhook');
  return state;
}

async function send(
  { database, outbound, box }: WebhookDependencies,
  { id, account, webhook: { url } }: Outgoing,
  body: string,
  signal: AbortSignal,
): Promise<WebhookResult> {
  const webhook = await readWebhook(database.accounts, account).catch(withoutAccount);
  if (!webhook) return { ms: 0, answer: 'The account has no signing secret.' };
  const secrets = openWebhookSecrets(box, account, webhook);
  return sendWebhook(outbound, { url, id, body, secrets, signal });
}

function withoutAccount(error: unknown): undefined {
  if (error instanceof ApiError && error.code === 'NOT_FOUND') return undefined;
  throw error;
}
