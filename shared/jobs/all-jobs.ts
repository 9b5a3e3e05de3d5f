import { renderJob } from './render-job.ts';

/** Every job there is; the worker fleet refuses to start when one of them has no handler. */
export const allJobs = [renderJob] as const;
