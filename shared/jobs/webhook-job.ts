import Joi from 'joi';
import type { JobDefinition } from './job-definition.ts';

/** The URL and the secret are read when the job runs: neither is kept in Redis. */
export type WebhookJobData = { renderId: string } | { account: string };

const id = Joi.string().pattern(/^[\w-]{1,64}$/);

/**
 * Calls a caller's own server when a render has ended, or the credits of its account are low; the document of the
 * render or the account is the outbox.
 */
export const webhookJob: JobDefinition<WebhookJobData> = {
  name: 'webhook',
  queue: 'webhook',
  schema: Joi.object<WebhookJobData>({ renderId: id, account: id }).xor('renderId', 'account').required(),
  options: {
    attempts: 1,
    removeOnComplete: true,
    removeOnFail: { age: 3600, count: 1000 },
    sizeLimit: 1024,
    stackTraceLimit: 3,
    keepLogs: 0,
  },
};
