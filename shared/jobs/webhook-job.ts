import Joi from 'joi';
import type { JobDefinition } from './job-definition.ts';

/** The URL and the secret are read when the job runs: neither is kept in Redis. */
export interface WebhookJobData {
  renderId: string;
}

/** Calls a caller's own server when a render has ended; the render document is the outbox. */
export const webhookJob: JobDefinition<WebhookJobData> = {
  name: 'webhook',
  queue: 'webhook',
  schema: Joi.object<WebhookJobData, true>({
    renderId: Joi.string()
      .pattern(/^[\w-]{1,64}$/)
      .required(),
  }).required(),
  options: {
    attempts: 1,
    removeOnComplete: true,
    removeOnFail: { age: 3600, count: 1000 },
    sizeLimit: 1024,
    stackTraceLimit: 3,
    keepLogs: 0,
  },
};
