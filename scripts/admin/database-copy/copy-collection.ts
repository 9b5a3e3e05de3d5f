import type { mongo } from 'mongoose';
import { inPages } from '../../../shared/database/pages.ts';
import { exactTypes } from './exact-types.ts';

export type AnyCollection = mongo.Collection<{ _id: string }>;

const pageSize = 200;
const namespaceNotFound = 26;

/** The indexes beside that of `_id`, without what a server adds; none of a collection that does not exist. */
export async function furtherIndexes(collection: AnyCollection): Promise<mongo.IndexDescription[]> {
  const found = await collection.indexes().catch((error: unknown) => {
    if (error instanceof Error && 'code' in error && error.code === namespaceNotFound) return [];
    throw error;
  });
  return found
    .filter(({ name }) => name !== '_id_')
    .map(({ v: _version, ns: _namespace, ...index }) => index as mongo.IndexDescription);
}

/**
 * Makes the target equal to the source: replaces documents by `_id`, deletes those that the source does not have,
 * then builds the indexes. They are built last because the documents of an earlier run may break a unique one.
 */
export async function copyCollection(source: AnyCollection, target: AnyCollection): Promise<number> {
  if ((await furtherIndexes(target)).length > 0) await target.dropIndexes();
  const filled = (await target.findOne({})) !== null;
  let copied = 0;
  let last: string | undefined;
  for await (const page of inPages(source, {}, { size: pageSize, find: exactTypes })) {
    const replaced = page.map((doc) => ({
      replaceOne: { filter: { _id: doc._id }, replacement: doc, upsert: true },
    }));
    await target.bulkWrite(replaced, { ordered: false });
    const ids = page.map(({ _id }) => _id);
    const end = ids.at(-1)!;
    if (filled) await target.deleteMany({ _id: { ...(last && { $gt: last }), $lte: end, $nin: ids } });
    last = end;
    copied += page.length;
  }
  if (filled) await target.deleteMany(last === undefined ? {} : { _id: { $gt: last } });
  const indexes = await furtherIndexes(source);
  if (indexes.length > 0) await target.createIndexes(indexes);
  return copied;
}
