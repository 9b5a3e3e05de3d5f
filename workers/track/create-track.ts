import type { Queue } from 'bullmq';
import type { Database } from '../../shared/database/database.ts';
import { throttledErrorLog } from '../../shared/jobs/throttled-log.ts';
import { trackJob } from '../../shared/jobs/track-job.ts';
import type { Logger } from '../../shared/log.ts';
import type { Outbound } from '../../shared/outbound/outbound.ts';
import type { SecretBox } from '../../shared/secrets/secret-box.ts';
import type { Notes } from '../notes.ts';
import { type AnyHandler, defineHandler } from '../runtime.ts';
import { createDeliveryLog } from './delivery-log.ts';
import { createDestinationGate, gateLimits } from './destination-gate.ts';
import { createDestinations } from './destinations.ts';
import { addToTallies, type TallyNote } from './event-tally.ts';
import { createIntegrationHealth } from './integration-health.ts';
import { createOutbox } from './outbox.ts';
import { processTrack } from './process-track.ts';

export interface TrackOptions {
  database: Pick<Database, 'events' | 'stores' | 'deliveries' | 'serviceDays'>;
  /** The `track` queue, for retries. */
  queue: Queue;
  outbound: Pick<Outbound, 'request'>;
  secrets: SecretBox;
  /** Maximum events in progress. */
  concurrency: number;
  notes: Notes;
  log: Logger;
}

/** Creates the handler that forwards events; `close` it after the runtime, to write the last deliveries. */
export function createTrack(options: TrackOptions): { handler: AnyHandler; close(): Promise<void> } {
  const { database, queue, outbound, secrets, concurrency, notes, log } = options;
  const destinations = createDestinations(database.stores, secrets);
  const deliveries = createDeliveryLog(database.deliveries, log);
  const dependencies = {
    outbox: createOutbox(database.events, queue),
    destinations,
    gate: createDestinationGate(gateLimits(concurrency)),
    outbound,
    health: createIntegrationHealth({ stores: database.stores, log }),
    deliveries,
    tally: notes.collect<TallyNote>(
      (several) => addToTallies(database.serviceDays, several),
      throttledErrorLog(log, 'Tally of events'),
    ),
  };
  const handler = defineHandler({
    definition: trackJob,
    concurrency,
    handle: (data, context) => processTrack(dependencies, data, context),
  });
  return { handler, close: deliveries.close };
}
