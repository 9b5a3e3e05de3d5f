import Joi from 'joi';
import type { JobDefinition } from './job-definition.ts';

/** An order webhook to process; its content is in its document, which is the outbox. */
export interface OrderJobData {
  /** `_id` of the order delivery, and the id of the job. */
  deliveryId: string;
}

/**
 * An ended job is removed at once and frees its id, so that the sweeper can add the same job again until the
 * document says that it is processed.
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
