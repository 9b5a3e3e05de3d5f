import mongoose from 'mongoose';
import { createBatcher } from '../../shared/batcher.ts';
import { driverOf } from '../../shared/database/driver.ts';
import type { EventDoc, EventModel } from '../../shared/events/event-model.ts';

/** Stores the documents that are new and answers them; those whose id is known are left as they are. */
export type InsertEvents = (documents: EventDoc[]) => Promise<EventDoc[]>;

const requestsAtOnce = 50;

/**
 * What requests bring in one turn of the event loop is one insert: under load the driver's work for a command
 * of its own each was the largest part of an ingest that could be saved.
 */
export function createEventInserter(events: EventModel): InsertEvents {
  return createBatcher({
    run: async (requests: EventDoc[][]) => {
      const stored = new Set(await insertNew(events, requests.flat()));
      return requests.map((documents) => documents.filter((document) => stored.has(document)));
    },
    max: requestsAtOnce,
    waitMs: 0,
  });
}

/** Through the driver: the documents were checked by joi, and mongoose's own check costs more than the insert. */
export async function insertNew(events: EventModel, documents: EventDoc[]): Promise<EventDoc[]> {
  try {
    await driverOf(events).insertMany(documents, { ordered: false });
    return documents;
  } catch (error) {
    const known = duplicatesOf(error);
    return documents.filter((_, index) => !known.has(index));
  }
}

/** Positions of the documents that were there before. @throws the error itself when it is about anything else. */
function duplicatesOf(error: unknown): Set<number> {
  if (!(error instanceof mongoose.mongo.MongoBulkWriteError)) throw error;
  const failures = [error.writeErrors].flat();
  if (failures.length === 0 || failures.some(({ code }) => code !== 11000)) throw error;
  return new Set(failures.map(({ index }) => index));
}
