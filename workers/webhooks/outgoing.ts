import type { AccountDoc } from '../../shared/accounts/account-model.ts';
import type { Database } from '../../shared/database/database.ts';
import type { WebhookOutbox } from '../../shared/deliveries/webhook-outbox.ts';
import type { WebhookJobData } from '../../shared/jobs/webhook-job.ts';
import { getDriver } from '../../shared/mongodb/driver.ts';
import { createImageUrls, toImageUrl } from '../../shared/renders/image-url.ts';
import type { RenderDoc } from '../../shared/renders/render-model.ts';
import type { SecretBox } from '../../shared/secrets/secret-box.ts';
import { buildLowBalanceMessage } from '../../shared/webhooks/low-balance-message.ts';
import { buildRenderMessage } from '../../shared/webhooks/render-message.ts';
import type { WebhookMessage } from '../../shared/webhooks/webhook-message.ts';

/** A message that waits in a document for its next attempt. */
export interface Outgoing {
  /** The same on every attempt. */
  id: string;
  account: string;
  webhook: WebhookOutbox;
  message: WebhookMessage;
  /** Writes the outcome of this attempt, unless the webhook was sent again meanwhile. */
  save(outcome: Pick<WebhookOutbox, 'state' | 'attempt' | 'nextAt' | 'status'>): Promise<void>;
}

interface OutgoingDependencies {
  database: Pick<Database, 'renders' | 'accounts'>;
  box: SecretBox;
  /** Public origin, for the link to the image. */
  baseUrl: string;
}

/** Finds the message of a job; undefined when it waits no longer. */
export function findOutgoing(
  dependencies: OutgoingDependencies,
  job: WebhookJobData,
): Promise<Outgoing | undefined> {
  return 'renderId' in job
    ? findOfRender(dependencies, job.renderId)
    : findOfAccount(dependencies, job.account);
}

async function findOfRender(
  { database: { renders }, box, baseUrl }: OutgoingDependencies,
  renderId: string,
): Promise<Outgoing | undefined> {
  const render = await renders.findOne({ _id: renderId, 'webhook.state': 'waiting' }).lean<RenderDoc>();
  if (!render?.webhook) return undefined;
  const { webhook, account } = render;
  const message = buildRenderMessage(render, baseUrl, toImageUrl(createImageUrls(box), baseUrl, renderId));
  const unchanged = { _id: renderId, 'webhook.state': 'waiting', 'webhook.attempt': webhook.attempt };
  const save: Outgoing['save'] = async (outcome) => {
    await getDriver(renders).updateOne(unchanged, { $set: prefixKeys('webhook', outcome) });
  };
  return { id: renderId, account, webhook, message, save };
}

async function findOfAccount(
  { database: { accounts } }: OutgoingDependencies,
  account: string,
): Promise<Outgoing | undefined> {
  const path = 'lowBalance.webhook';
  const doc = await accounts
    .findOne({ _id: account, [`${path}.state`]: 'waiting' }, { lowBalance: 1 })
    .lean<Pick<AccountDoc, 'lowBalance'>>();
  const { threshold = 0, since: at, available = 0, webhook } = doc?.lowBalance ?? {};
  if (!webhook || !at) return undefined;
  const message = buildLowBalanceMessage({ account, threshold, available, at });
  const unchanged = { _id: account, 'lowBalance.since': at, [`${path}.attempt`]: webhook.attempt };
  const save: Outgoing['save'] = async (outcome) => {
    await getDriver(accounts).updateOne(unchanged, { $set: prefixKeys(path, outcome) });
  };
  return { id: `low_${account}_${at.getTime()}`, account, webhook, message, save };
}

const prefixKeys = (path: string, fields: object): Record<string, unknown> =>
  Object.fromEntries(Object.entries(fields).map(([name, value]) => [`${path}.${name}`, value]));
