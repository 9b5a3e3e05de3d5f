import type { Queue } from 'bullmq';
import type { Database } from '../../shared/database/database.ts';
import { enqueue } from '../../shared/jobs/job-definition.ts';
import { webhookJob } from '../../shared/jobs/webhook-job.ts';
import type { RenderDoc } from '../../shared/renders/render-model.ts';
import { terminalStates } from '../../shared/renders/states.ts';

export interface WebhookOutbox {
  database: Pick<Database, 'renders'>;
  /** The queue `webhook`. */
  queue: Queue;
}

const perPass = 100;

/** An attempt that was enqueued and has no outcome is enqueued again after this. */
const reenqueueMs = 60_000;

/** Enqueues the webhooks that are due: of renders that have ended, and after failed attempts. */
export async function sendWebhooks({ database, queue }: WebhookOutbox): Promise<number> {
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
