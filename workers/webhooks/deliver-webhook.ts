import type { AccountDoc } from '../../shared/accounts/account-model.ts';
import { creditsOf } from '../../shared/credits/credits-of.ts';
import type { Database } from '../../shared/database/database.ts';
import type { WebhookJobData } from '../../shared/jobs/webhook-job.ts';
import { type Outbound, OutboundRefused } from '../../shared/outbound/outbound.ts';
import type { RenderDoc } from '../../shared/renders/render-model.ts';
import { productResults, renderView } from '../../shared/renders/render-view.ts';
import type { SecretBox } from '../../shared/secrets/secret-box.ts';
import { nextTryAfter } from '../../shared/webhooks/retry-schedule.ts';
import { signatureHeaders } from '../../shared/webhooks/signature.ts';
import type { JobContext } from '../runtime.ts';

export interface WebhookDependencies {
  database: Database;
  outbound: Outbound;
  box: SecretBox;
  /** Public origin, for the link to the image. */
  baseUrl: string;
}

/** Standard Webhooks recommends 15 to 30 s. */
const timeoutMs = 15_000;
const connectTimeoutMs = 5_000;
const maxResponseBytes = 16 * 1024;
const gone = 410;

/** One attempt of one webhook; its outcome and the time of the next are written to the render document. */
export async function deliverWebhook(
  dependencies: WebhookDependencies,
  { renderId }: WebhookJobData,
  context: JobContext,
): Promise<string> {
  const { renders } = dependencies.database;
  const render = await renders.findOne({ _id: renderId, 'webhook.state': 'waiting' }).lean<RenderDoc>();
  if (!render?.webhook) return 'skipped';
  const attempt = render.webhook.attempt + 1;
  const status = await send(dependencies, render, context.signal);
  const delivered = status !== undefined && status >= 200 && status < 300;
  const wait = delivered || status === gone ? undefined : nextTryAfter(attempt);
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
  context.log.info({ renderId, attempt, status, state }, 'webhook');
  return state;
}

/** The HTTP status, or undefined without a response. */
async function send(
  { database, outbound, box, baseUrl }: WebhookDependencies,
  render: RenderDoc,
  signal: AbortSignal,
): Promise<number | undefined> {
  const account = await database.accounts.findById(render.account, { webhook: 1 }).lean<AccountDoc>();
  if (!account?.webhook) return undefined;
  const body = JSON.stringify(message(render, baseUrl));
  const secret = box.open(account.webhook.secret, render.account);
  const signed = { id: render._id, timestamp: Math.floor(Date.now() / 1000), body };
  try {
    const { status } = await outbound.request(render.webhook!.url, {
      method: 'POST',
      headers: {
        'Content-Type': 'application/json',
        'User-Agent': 'render-platform',
        ...signatureHeaders(secret, signed),
      },
      body,
      timeoutMs,
      connectTimeoutMs,
      maxResponseBytes,
      overlong: 'cut',
      signal,
    });
    return status;
  } catch (error) {
    if (error instanceof OutboundRefused) return undefined;
    throw error;
  }
}

/** The body of a webhook: the render without its image, and the URL of the image. */
function message(render: RenderDoc, baseUrl: string): object {
  const succeeded = render.state === 'succeeded';
  return {
    type: `render.${render.state}`,
    timestamp: (render.endedAt ?? new Date()).toISOString(),
    data: {
      ...renderView(render, baseUrl),
      ...(succeeded
        ? { imageUrl: `${baseUrl}/visualize/${render._id}/image`, products: productResults(render) }
        : {}),
      usage: { credits: creditsOf(render) },
    },
  };
}
