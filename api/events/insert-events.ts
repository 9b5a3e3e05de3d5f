import { createBatcher } from '../../shared/batcher.ts';
import type { EventDoc, EventModel } from '../../shared/events/event-model.ts';
import { insertNew } from '../../shared/mongodb/insert-new.ts';

/** Saves the documents that are new and returns them; those whose id is known stay as they are. */
export type InsertEvents = (documents: EventDoc[]) => Promise<EventDoc[]>;

const maxRequestsPerInsert = 50;

/**
 * Inserts the events of all requests of one turn of the event loop with one command: under load, the driver's
 * work for a command per request was the largest avoidable cost of an ingest.
 */
export function createEventInserter(events: EventModel): InsertEvents {
  return createBatcher({
    run: async (requests: EventDoc[][]) => {
      const saved = new Set(await insertNew(events, requests.flat()));
      return requests.map((documents) => documents.filter((document) => saved.has(document)));
    },
    max: maxRequestsPerInsert,
    waitMs: 0,
  });
}
