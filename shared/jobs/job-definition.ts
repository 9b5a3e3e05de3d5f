import { type Job, type JobsOptions, type Queue, UnrecoverableError, type WorkerOptions } from 'bullmq';
import type Joi from 'joi';
import { ApiError } from '../errors.ts';
import { check } from '../validation/validate.ts';
import { backendUnavailable } from './backend-unavailable.ts';

/**
 * One kind of job: its name, its queue, its data and how long BullMQ keeps it. The data is validated on both
 * sides, because a fleet in the middle of a deploy runs two versions.
 */
export interface JobDefinition<Data extends object> {
  name: string;
  queue: string;
  schema: Joi.ObjectSchema<Data>;
  options: JobsOptions;
  /**
   * Which of the ended jobs a worker keeps. Every job carries its own options, and Redis keeps a job in 0.4 KB as long
   * as they have at most 64 bytes, else in 1.2 KB.
   */
  kept?: Pick<WorkerOptions, 'removeOnComplete' | 'removeOnFail'>;
}

export interface EnqueueOptions {
  jobId: string;
  /** The job starts only when no job without it waits; among themselves such jobs keep their order. */
  yields?: boolean;
}

/**
 * Validates the data and adds the job; adding an id that is still in Redis changes nothing.
 * @throws ApiError INTERNAL when the data does not match the schema (our mistake, nothing is added),
 *   ApiError SERVICE_UNAVAILABLE when Redis does not accept it, within a second on a producer connection.
 */
export async function enqueue<Data extends object>(
  queue: Queue,
  definition: JobDefinition<Data>,
  data: Data,
  { jobId, yields = false }: EnqueueOptions,
): Promise<void> {
  const { mistakes } = check(definition.schema, data);
  if (mistakes) {
    throw new ApiError('INTERNAL', `Job ${definition.name} was created with invalid data.`, {
      cause: mistakes.message,
    });
  }
  try {
    const options = { ...definition.options, jobId };
    // BullMQ starts jobs of any priority after those of none.
    await queue.add(definition.name, data, yields ? { ...options, priority: 1 } : options);
  } catch (cause) {
    throw backendUnavailable(cause);
  }
}

/**
 * Returns the data of a job that a worker took.
 * @throws UnrecoverableError when it does not match the schema: a retry cannot succeed.
 */
export function parseJob<Data extends object>(
  definition: JobDefinition<Data>,
  job: Pick<Job, 'name' | 'data'>,
): Data {
  if (job.name !== definition.name) {
    throw new UnrecoverableError(`Job ${job.name} is not a ${definition.name}.`);
  }
  const { value, mistakes } = check(definition.schema, job.data);
  if (mistakes) throw new UnrecoverableError(`Job ${definition.name}: ${mistakes.message}`);
  return value;
}
