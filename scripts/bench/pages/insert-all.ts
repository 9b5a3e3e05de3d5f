import type { Model, mongo } from 'mongoose';
import { getDriver } from '../../../shared/mongodb/driver.ts';

/** Small enough for a database on a busy machine to respond in between. */
const batchSize = 500;

/** Inserts `count` documents of a model, in batches. */
export async function insertAll<Doc extends { _id: string }>(
  model: Model<Doc>,
  count: number,
  build: (index: number) => Doc,
): Promise<void> {
  for (let from = 0; from < count; from += batchSize) {
    const length = Math.min(batchSize, count - from);
    const docs = Array.from({ length }, (_, index) => build(from + index));
    await getDriver(model).insertMany(docs as mongo.OptionalUnlessRequiredId<Doc>[], { ordered: false });
  }
}
