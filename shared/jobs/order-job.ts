import Joi from 'joi';
import type { JobDefinition } from './job-definition.ts';

/** An order webhook to work off; what it says is in its document, which is the outbox. */
export interface OrderJobData {
  /** `_id` of the order delivery, and the id of the job. */
  deliveryId: string;
}

/**
 * Nothing of an ended job stays: its id is free again at once, so that the sweeper may add the same job
 * again and again until the document says that it is done.
 */
export const orderJob: JobDefinition<OrderJobData> = {
  name: 'order',
  queue: 'order',
  schema: Joi.object<OrderJobData, true>({
    deliveryId: Joi.string()
      .pattern(/^[\w.-]{1,256}$/)
      .required(),
  }).required(),
  options: {
    attempts: 1,
    removeOnComplete: true,
    removeOnFail: true,
    sizeLimit: 1024,
    stackTraceLimit: 3,
    keepLogs: 0,
  },
};
