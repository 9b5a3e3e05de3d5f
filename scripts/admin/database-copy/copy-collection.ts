import type { mongo } from 'mongoose';
import { savedIndexes } from '../../../shared/mongodb/indexes/read-indexes.ts';
import { inPages } from '../../../shared/mongodb/pages.ts';
import { exactTypes } from './exact-types.ts';

export type AnyCollection = mongo.Collection<{ _id: string }>;

const pageSize = 200;
/**
 * Makes the target equal to the source: replaces documents by `_id`, deletes those that the source does not have,
 * then builds the indexes. They are built last because the documents of an earlier run may break a unique one.
 */
export async function copyCollection(source: AnyCollection, target: AnyCollection): Promise<number> {
  if ((await savedIndexes(target)).length > 0) await target.dropIndexes();
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
  const indexes = await savedIndexes(source);
  if (indexes.length > 0) await target.createIndexes(indexes);
  return copied;
}
