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

/** A try that was handed out and not heard of again is handed out anew after this. */
const handedOutMs = 60_000;

/** Hands out the webhooks that are due: of renders that have ended, and of tries that failed. */
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
      { $set: { 'webhook.nextAt': new Date(now.getTime() + handedOutMs) } },
    );
    if (taken.modifiedCount === 0) continue;
    await enqueue(queue, webhookJob, { renderId: _id }, { jobId: `${_id}.${now.getTime()}` });
  }
  return due.length;
}
