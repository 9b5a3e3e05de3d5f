import type { Database } from '../../shared/database/database.ts';
import { sentBytesKept } from '../../shared/deliveries/delivery-model.ts';
import { addDelivery } from '../../shared/deliveries/list-deliveries.ts';
import { ApiError } from '../../shared/errors.ts';
import type { WebhookJobData } from '../../shared/jobs/webhook-job.ts';
import type { Outbound } from '../../shared/outbound/outbound.ts';
import { createImageUrls, toImageUrl } from '../../shared/renders/image-url.ts';
import type { RenderDoc } from '../../shared/renders/render-model.ts';
import type { SecretBox } from '../../shared/secrets/secret-box.ts';
import { buildRenderMessage } from '../../shared/webhooks/render-message.ts';
import { isDelivered, sendWebhook, type WebhookResult } from '../../shared/webhooks/send-webhook.ts';
import { openWebhookSecrets, readWebhook } from '../../shared/webhooks/webhook-settings.ts';
import { getRetryDelay } from '../retries/schedules.ts';
import type { JobContext } from '../runtime.ts';

export interface WebhookDependencies {
  database: Database;
  outbound: Outbound;
  box: SecretBox;
  /** Public origin, for the link to the image. */
  baseUrl: string;
}

const gone = 410;

/** One attempt of one webhook; its outcome and the time of the next are written to the render document. */
export async function deliverWebhook(
  dependencies: WebhookDependencies,
  { renderId }: WebhookJobData,
  context: JobContext,
): Promise<string> {
  const { renders, deliveries } = dependencies.database;
  const render = await renders.findOne({ _id: renderId, 'webhook.state': 'waiting' }).lean<RenderDoc>();
  if (!render?.webhook) return 'skipped';
  const attempt = render.webhook.attempt + 1;
  const { box, baseUrl } = dependencies;
  const imageUrl = toImageUrl(createImageUrls(box), baseUrl, renderId);
  const message = buildRenderMessage(render, baseUrl, imageUrl);
  const body = JSON.stringify(message);
  const result = await send(dependencies, render, body, context.signal);
  const { status, refusal, ...kept } = result;
  const delivered = isDelivered(result);
  const wait = delivered || status === gone ? undefined : getRetryDelay('webhook', attempt);
  const state = delivered ? 'delivered' : wait === undefined ? 'failed' : 'waiting';
  await renders.updateOne(
    { _id: renderId, 'webhook.state': 'waiting', 'webhook.attempt': render.webhook.attempt },
    {
      $set: {
        'webhook.state': state,
        'webhook.attempt': attempt,
        'webhook.nextAt': new Date(Date.now() + (wait ?? 0)),
        ...(status === undefined ? {} : { 'webhook.status': status }),
      },
    },
  );
  await addDelivery(deliveries, render.account, {
    ...{ event: renderId, name: message.type, at: new Date(), attempt, outcome: state },
    ...kept,
    body: body.slice(0, sentBytesKept),
    ...(status === undefined ? {} : { status }),
    ...(refusal === undefined ? {} : { error: refusal }),
  });
  context.log.info({ renderId, attempt, status, state }, 'webhook');
  return state;
}

async function send(
  { database, outbound, box }: WebhookDependencies,
  render: RenderDoc,
  body: string,
  signal: AbortSignal,
): Promise<WebhookResult> {
  const webhook = await readWebhook(database.accounts, render.account).catch(withoutAccount);
  if (!webhook || !render.webhook) return { ms: 0, answer: 'The account has no signing secret.' };
  const secrets = openWebhookSecrets(box, render.account, webhook);
  const call = { url: render.webhook.url, id: render._id, body, secrets, signal };
  return sendWebhook(outbound, call);
}

function withoutAccount(error: unknown): undefined {
  if (error instanceof ApiError && error.code === 'NOT_FOUND') return undefined;
  throw error;
}
