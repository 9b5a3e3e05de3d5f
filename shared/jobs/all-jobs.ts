import { orderJob } from './order-job.ts';
import { renderJob } from './render-job.ts';
import { trackJob } from './track-job.ts';
import { webhookJob } from './webhook-job.ts';

/** Every job of the platform; a worker refuses to start when one of them has no handler. */
export const allJobs = [renderJob, webhookJob, trackJob, orderJob] as const;
