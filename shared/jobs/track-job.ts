import Joi from 'joi';
import type { JobDefinition } from './job-definition.ts';

/** An event to forward; event, endpoint and write key are read when the job is picked up. */
export interface TrackJobData {
  /** `_id` of the event document. */
  eventId: string;
}

const minute = 60;

/**
 * One attempt, BullMQ's default: the schedule of retries is in the event document, which is the outbox. At a thousand
 * jobs a second the ended ones would fill Redis, so only a few are kept for operators to inspect.
 */
export const trackJob: JobDefinition<TrackJobData> = {
  name: 'track',
  queue: 'track',
  schema: Joi.object<TrackJobData, true>({
    eventId: Joi.string()
      .pattern(/^[\w.-]{1,128}$/)
      .required(),
  }).required(),
  options: {},
  kept: {
    removeOnComplete: { age: 10 * minute, count: 100 },
    removeOnFail: { age: 60 * minute, count: 1000 },
  },
};

/** BullMQ keeps a job id once: each job of an event, counted by its document, needs its own. */
export function trackJobId(eventId: string, delivery: number): string {
  return `${eventId}.${delivery}`;
}
