import type { Queue } from 'bullmq';
import type { AccountDoc } from '../../shared/accounts/account-model.ts';
import type { Database } from '../../shared/database/database.ts';
import { enqueue } from '../../shared/jobs/job-definition.ts';
import { webhookJob } from '../../shared/jobs/webhook-job.ts';
import type { RenderDoc } from '../../shared/renders/render-model.ts';
import { terminalStates } from '../../shared/renders/states.ts';

export interface OutboxDependencies {
  database: Pick<Database, 'renders' | 'accounts'>;
  /** The queue `webhook`. */
  queue: Queue;
}

const perPass = 100;

/** An attempt that was enqueued and has no outcome is enqueued again after this. */
const reenqueueMs = 60_000;

/** Enqueues the webhooks that are due: of renders that have ended, of low credits, and after failed attempts. */
export async function sendWebhooks(outbox: OutboxDependencies): Promise<number> {
  return (await sendOfRenders(outbox)) + (await sendOfAccounts(outbox));
}

async function sendOfRenders({ database, queue }: OutboxDependencies): Promise<number> {
  const now = new Date();
  const due = await database.renders
    .find(
      { 'webhook.state': 'waiting', 'webhook.nextAt': { $lte: now }, state: { $in: terminalStates } },
      { webhook: 1 },
    )
    .limit(perPass)
    .lean<RenderDoc[]>();
  for (const { _id, webhook } of due) {
    const taken = await database.renders.updateOne(
      { _id, 'webhook.state': 'waiting', 'webhook.nextAt': webhook!.nextAt },
      { $set: { 'webhook.nextAt': new Date(now.getTime() + reenqueueMs) } },
    );
    if (taken.modifiedCount === 0) continue;
    await enqueue(queue, webhookJob, { renderId: _id }, { jobId: `${_id}.${now.getTime()}` });
  }
  return due.length;
}

async function sendOfAccounts({ database: { accounts }, queue }: OutboxDependencies): Promise<number> {
  const now = new Date();
  const waiting = { 'lowBalance.webhook.state': 'waiting' };
  const due = await accounts
    .find({ ...waiting, 'lowBalance.webhook.nextAt': { $lte: now } }, { lowBalance: 1 })
    .limit(perPass)
    .lean<AccountDoc[]>();
  for (const { _id, lowBalance } of due) {
    const taken = await accounts.updateOne(
      { _id, ...waiting, 'lowBalance.webhook.nextAt': lowBalance!.webhook!.nextAt },
      { $set: { 'lowBalance.webhook.nextAt': new Date(now.getTime() + reenqueueMs) } },
    );
    if (taken.modifiedCount === 0) continue;
    await enqueue(queue, webhookJob, { account: _id }, { jobId: `${_id}.${now.getTime()}` });
  }
  return due.length;
}
