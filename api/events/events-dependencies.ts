import type { Config } from '../../shared/config/variables.ts';
import { throttledErrorLog } from '../../shared/jobs/throttled-log.ts';
import type { ApiBackends } from '../backends.ts';
import { createRateLimiter } from '../http/rate-limit.ts';
import { serviceHosts } from '../http/service-hosts.ts';
import { openReceiver, type ReceiveDependencies } from './receive-events.ts';

/** Opens the dependencies of the browser events API. */
export function eventsDependencies(config: Config, backends: ApiBackends): ReceiveDependencies {
  return openReceiver({
    database: backends.database,
    queue: backends.trackQueue,
    directory: backends.directory,
    service: serviceHosts(config),
    // A page that is being left sends an event once: the database keeps it, although Redis cannot be asked.
    rateLimiter: createRateLimiter({
      connection: backends.producer,
      prefix: config.QUEUE_PREFIX,
      countsAlone: true,
    }),
    limits: { perVisitor: config.EVENTS_PER_VISITOR, perStore: config.EVENTS_PER_STORE },
    retentionDays: config.EVENT_RETENTION_DAYS,
    onSaved: backends.dirtyDays.note,
    onEnqueueFailed: throttledErrorLog(backends.log, 'The track queue (the sweeper enqueues the jobs later)'),
  });
}
