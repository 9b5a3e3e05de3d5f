import type { Model, mongo } from 'mongoose';
import { createBatcher } from '../batcher.ts';
import { getDriver } from './driver.ts';

/** Documents of one command. */
const maxTogether = 100;

type Read = (value: string) => Promise<unknown>;

const reads = new WeakMap<object, Map<string, Read>>();

/**
 * Returns the document whose unique field has that value, or null. The reads of one turn of the event loop are one
 * command, which costs the driver as much as each of them would (0.4 ms of CPU). Callers of the same turn share the
 * documents, so they must not change them.
 */
export async function readOne<Doc extends { _id: string }>(
  model: Model<Doc>,
  field: keyof Doc & string,
  value: string,
  projection: mongo.Document = {},
): Promise<Doc | null> {
  const ofModel = reads.get(model) ?? new Map<string, Read>();
  reads.set(model, ofModel);
  const name = [field, ...Object.keys(projection)].join();
  const read = ofModel.get(name) ?? createRead(model, field, projection);
  ofModel.set(name, read);
  return read(value) as Promise<Doc | null>;
}

function createRead<Doc extends { _id: string }>(
  model: Model<Doc>,
  field: keyof Doc & string,
  projection: mongo.Document,
): Read {
  return createBatcher<string, Doc | null>({
    max: maxTogether,
    waitMs: 0,
    run: async (wanted) => {
      const values = [...new Set(wanted)];
      const filter = { [field]: values.length === 1 ? values[0] : { $in: values } } as mongo.Filter<Doc>;
      const options = { projection, limit: values.length, singleBatch: true };
      const found = (await getDriver(model).find(filter, options).toArray()) as Doc[];
      const byValue = new Map(found.map((doc) => [String(doc[field]), doc]));
      return wanted.map((value) => byValue.get(value) ?? null);
    },
  });
}
