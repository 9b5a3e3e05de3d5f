import Joi from 'joi';
import type { JobDefinition } from './job-definition.ts';

/**
 * A render to run. Everything else is read from the render document when the job is picked up: the
 * queue only delivers, the document decides, and Redis contains no customer data.
 */
export interface RenderJobData {
  renderId: string;
}

const hour = 3600;

/**
 * One attempt, BullMQ's default: providers are retried inside the handler, and a render whose worker died is queued
 * again by the sweeper under a new job id. For the same reason its Worker runs with
 * `maxStalledCount: 0`: BullMQ would otherwise start the job again besides the sweeper, even with
 * one attempt.
 *
 * Ended jobs are kept for a while for operators who use Bull Board; nothing in the project reads them.
 */
export const renderJob: JobDefinition<RenderJobData> = {
  name: 'render',
  queue: 'render',
  schema: Joi.object<RenderJobData, true>({
    renderId: Joi.string()
      .pattern(/^[\w-]{1,64}$/)
      .required(),
  })
    // Jobs of the previous release carry it, and nothing reads it; accepted for one release.
    .pattern(Joi.valid('deadlineAt'), Joi.any())
    .required(),
  options: {},
  kept: {
    removeOnComplete: { age: hour, count: 1000 },
    removeOnFail: { age: 24 * hour, count: 5000 },
  },
};

/** BullMQ keeps a job id once: each time a render is enqueued, counted by its document, it needs a new one. */
export function renderJobId(renderId: string, enqueueCount: number): string {
  return `${renderId}.${enqueueCount}`;
}

/** Returns the render that a job id of `renderJobId` belongs to. */
export function renderIdOfJob(jobId: string): string {
  const dot = jobId.lastIndexOf('.');
  return dot === -1 ? jobId : jobId.slice(0, dot);
}
