import { setMaxListeners } from 'node:events';
import { DelayedError, type Job, WaitingError, Worker } from 'bullmq';
import type { Redis } from 'ioredis';
import { endsWithin } from '../shared/async/ends-within.ts';
import { type JobDefinition, parseJob } from '../shared/jobs/job-definition.ts';
import { logErrorsThrottled } from '../shared/jobs/throttled-log.ts';
import type { Logger } from '../shared/log.ts';

/** The worker is stopping and its deadline has passed: return the work to its queue. */
export class ShuttingDown extends Error {
  override name = 'ShuttingDown';
}

/** Thrown by a handler to have its job run again after `delayMs`, 0: by the next free worker, without occupying a slot until then. */
export class PutBack extends Error {
  override name = 'PutBack';
  readonly delayMs: number;

  constructor(delayMs: number) {
    super(`put back for ${delayMs} ms`);
    this.delayMs = delayMs;
  }
}

/** The context of a handler, besides the job's data; never the BullMQ job itself. */
export interface JobContext {
  jobId: string;
  log: Logger;
  /** Aborts with `ShuttingDown`. */
  signal: AbortSignal;
}

export interface JobHandler<Data extends object> {
  definition: JobDefinition<Data>;
  /** The queues of its jobs, when not only the one of the definition. */
  queues?: readonly string[];
  /** Maximum jobs at once of each queue. */
  concurrency: number;
  /** The result is copied into Redis: keep it to a word. */
  handle(data: Data, context: JobContext): Promise<string>;
}

/** A handler without its data type, so that handlers of different jobs fit one list. */
export interface AnyHandler {
  definition: Pick<JobDefinition<object>, 'name' | 'kept'>;
  queues: readonly string[];
  concurrency: number;
  run(job: { name: string; data: unknown }, context: JobContext): Promise<string>;
}

/** Ties a handler to its definition: the data is validated when the job is taken, as it was when it was added. */
export function defineHandler<Data extends object>(handler: JobHandler<Data>): AnyHandler {
  return {
    definition: handler.definition,
    queues: handler.queues ?? [handler.definition.queue],
    concurrency: handler.concurrency,
    run: (job, context) => handler.handle(parseJob(handler.definition, job), context),
  };
}

export interface RuntimeOptions {
  /** From `workerConnection`; closed by the caller after the runtime. */
  connection: Redis;
  prefix: string;
  log: Logger;
  handlers: AnyHandler[];
  /** Every job of the platform; the start fails unless each has exactly one handler. */
  jobs: readonly { name: string }[];
  lockMs: number;
  observe?: (event: RunObservation) => void;
  /** A job whose worker stopped renewing its lock was taken off the active list. */
  onStalled?: (job: string) => void;
}

export interface RunObservation {
  job: string;
  waitMs: number;
  runMs: number;
  outcome: string;
}

export interface WorkerRuntime {
  /** When a job was last started or ended, epoch ms. */
  lastActivity(): number;
  active(): number;
  /** Takes no more jobs of that name until it is called with `true`; running ones continue. */
  take(job: string, whether: boolean): void;
  /** Takes no more jobs, lets the running ones end until `deadlineMs`, then aborts them. Idempotent. */
  close(deadlineMs: number): Promise<void>;
}

/** @throws Error when a job name has no handler, or two. */
export function assertHandlers(jobs: readonly { name: string }[], handlers: readonly AnyHandler[]): void {
  for (const { name } of jobs) {
    const count = handlers.filter((handler) => handler.definition.name === name).length;
    if (count !== 1) throw new Error(`Job "${name}" has ${count} handlers; each job needs exactly one.`);
  }
}

/** After the abort, how long handlers have to return their work to its queue. */
const handBackMs = 3000;

/** Starts one BullMQ worker for each queue of each handler. */
export function startWorkers(options: RuntimeOptions): WorkerRuntime {
  assertHandlers(options.jobs, options.handlers);
  const stop = new AbortController();
  // Every running job adds a listener: a hundred at once are not a leak.
  setMaxListeners(0, stop.signal);
  const state = { active: 0, lastActivity: Date.now() };
  const workers = options.handlers.flatMap((handler) =>
    handler.queues.map((queue) => ({
      job: handler.definition.name,
      worker: startWorker(options, handler, queue, state, stop.signal),
    })),
  );
  let closing: Promise<void> | undefined;
  return {
    lastActivity: () => state.lastActivity,
    active: () => state.active,
    take: (name, whether) => {
      for (const { job, worker } of workers) {
        if (job !== name) continue;
        if (whether) worker.resume();
        // Without waiting for running jobs, so that it rejects in no case.
        else void worker.pause(true);
      }
    },
    close: (deadlineMs) => {
      const all = workers.map(({ worker }) => worker);
      closing ??= closeWorkers(all, deadlineMs, stop);
      return closing;
    },
  };
}

function startWorker(
  options: RuntimeOptions,
  handler: AnyHandler,
  queue: string,
  state: { active: number; lastActivity: number },
  signal: AbortSignal,
): Worker {
  const { connection, prefix, log, lockMs } = options;
  const worker = new Worker(
    queue,
    async (job, token) => {
      const startedAt = Date.now();
      const context = { jobId: job.id!, log: log.child({ jobId: job.id }), signal };
      state.active += 1;
      state.lastActivity = startedAt;
      let outcome = 'error';
      try {
        outcome = await handler.run(job, context);
        return outcome;
      } catch (error) {
        if (!(error instanceof PutBack)) throw error;
        outcome = 'put-back';
        return await putBack(job, token, error.delayMs);
      } finally {
        state.active -= 1;
        state.lastActivity = Date.now();
        const runMs = state.lastActivity - startedAt;
        options.observe?.({ job: job.name, waitMs: startedAt - job.timestamp, runMs, outcome });
      }
    },
    {
      connection,
      prefix,
      concurrency: handler.concurrency,
      ...handler.definition.kept,
      lockDuration: lockMs,
      stalledInterval: lockMs,
      // The sweeper enqueues the render of a lost worker again, because the document decides;
      // BullMQ only clears its own list (measured: it re-runs a job even with `attempts: 1`).
      maxStalledCount: 0,
    },
  );
  logErrorsThrottled(worker, log, `Worker ${queue}`);
  worker.on('stalled', () => options.onStalled?.(handler.definition.name));
  worker.on('failed', (job, error) => {
    // BullMQ fails the job of a lost worker without running it; the sweeper enqueues the work again.
    if (job?.deferredFailure)
      log.warn({ jobId: job.id, queue, reason: error.message }, 'job of a lost worker ended');
    else log.error({ jobId: job?.id, queue, err: error }, 'job failed');
  });
  return worker;
}

/** Returns the same job, under the same id, to its queue. */
async function putBack(job: Job, token: string | undefined, delayMs: number): Promise<never> {
  if (delayMs === 0) {
    // A delay until now would be a long one by a clock that is ahead.
    await job.moveToWait(token);
    throw new WaitingError();
  }
  await job.moveToDelayed(Date.now() + delayMs, token);
  throw new DelayedError();
}

async function closeWorkers(workers: Worker[], deadlineMs: number, stop: AbortController): Promise<void> {
  const ended = Promise.all(workers.map((worker) => worker.close()));
  if (await endsWithin(ended, deadlineMs - handBackMs)) return;
  stop.abort(new ShuttingDown('the worker is stopping'));
  await endsWithin(ended, handBackMs);
}
