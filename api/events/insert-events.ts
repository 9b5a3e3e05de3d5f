import mongoose from 'mongoose';
import { createBatcher } from '../../shared/batcher.ts';
import type { EventDoc, EventModel } from '../../shared/events/event-model.ts';
import { getDriver } from '../../shared/mongodb/driver.ts';

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

/** Through the driver: joi has checked the documents, and mongoose's own check costs more than the insert. */
export async function insertNew(events: EventModel, documents: EventDoc[]): Promise<EventDoc[]> {
  try {
    await getDriver(events).insertMany(documents, { ordered: false });
    return documents;
  } catch (error) {
    const known = getDuplicates(error);
    return documents.filter((_, index) => !known.has(index));
  }
}

/** Positions of the documents that existed before. @throws the error itself when it has another cause. */
function getDuplicates(error: unknown): Set<number> {
  if (!(error instanceof mongoose.mongo.MongoBulkWriteError)) throw error;
  const failures = [error.writeErrors].flat();
  if (failures.length === 0 || failures.some(({ code }) => code !== 11000)) throw error;
  return new Set(failures.map(({ index }) => index));
}
