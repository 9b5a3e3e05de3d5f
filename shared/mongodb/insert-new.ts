import mongoose, { type Model, type mongo } from 'mongoose';
import { createBatcher } from '../batcher.ts';
import { isDuplicateKey } from './database-errors.ts';
import { getDriver } from './driver.ts';

/**
 * Inserts the documents that are new and returns them; those with a known key stay as they are. Through the driver:
 * they are of typed code, and mongoose's own check costs more than the insert.
 */
export async function insertNew<Doc extends { _id: string }>(
  model: Model<Doc>,
  documents: Doc[],
): Promise<Doc[]> {
  const collection = getDriver(model);
  const all = documents as mongo.OptionalUnlessRequiredId<Doc>[];
  try {
    if (all.length === 1) await collection.insertOne(all[0]!);
    else await collection.insertMany(all, { ordered: false });
    return documents;
  } catch (error) {
    const known = getDuplicates(error);
    return documents.filter((_, index) => !known.has(index));
  }
}

/** Positions of the documents that existed before. @throws the error itself when it has another cause. */
function getDuplicates(error: unknown): Set<number> {
  if (!(error instanceof mongoose.mongo.MongoBulkWriteError)) {
    if (isDuplicateKey(error)) return new Set([0]);
    throw error;
  }
  const failures = [error.writeErrors].flat();
  const areAll = failures.length > 0 && failures.every(({ code }) => code === 11000);
  // Those without a failure of their own are saved only if the server has confirmed them.
  if (!areAll || error.result.getWriteConcernError()) throw error;
  return new Set(failures.map(({ index }) => index));
}

/** Documents of one command. */
const maxTogether = 100;

type Insert<Doc> = (doc: Doc) => Promise<boolean>;

const inserts = new WeakMap<object, Insert<never>>();

/**
 * Inserts a document, and returns false when its key is known. The inserts of one turn of the event loop are one
 * command, which a server syncs to its disk once.
 */
export async function insertIfNew<Doc extends { _id: string }>(
  model: Model<Doc>,
  doc: Doc,
): Promise<boolean> {
  const insert = (inserts.get(model) as Insert<Doc> | undefined) ?? createInsert(model);
  inserts.set(model, insert);
  return insert(doc);
}

function createInsert<Doc extends { _id: string }>(model: Model<Doc>): Insert<Doc> {
  return createBatcher<Doc, boolean>({
    max: maxTogether,
    waitMs: 0,
    run: async (docs) => {
      const added = new Set(await insertNew(model, docs));
      return docs.map((doc) => added.has(doc));
    },
  });
}
