import { createHash } from 'node:crypto';
import mongoose from 'mongoose';
import { savedIndexes } from '../../../shared/mongodb/indexes/read-indexes.ts';
import { inPages } from '../../../shared/mongodb/pages.ts';
import type { AnyCollection } from './copy-collection.ts';
import { exactTypes } from './exact-types.ts';

export interface CollectionFacts {
  documents: number;
  indexes: number;
  /** SHA-256 over the documents as BSON, in the order of `_id`. */
  hash: string;
}

export interface Comparison {
  collection: string;
  source: CollectionFacts;
  target: CollectionFacts;
  /** Documents, their hash, and the definitions of the indexes are the same. */
  equal: boolean;
}

const { BSON } = mongoose.mongo;
const size = 500;
/** The comparison of a collection may take this long before a document expires in one of the two first. */
const expiryMarginMs = 10 * 60_000;

/** Excludes what a TTL index deletes during the comparison: the two servers do so at different times. */
function unexpired(indexes: Awaited<ReturnType<typeof savedIndexes>>): object {
  const conditions = indexes
    .filter(({ expireAfterSeconds }) => expireAfterSeconds !== undefined)
    .map(({ key, expireAfterSeconds }) => {
      const [field] = Object.keys(key);
      const before = new Date(Date.now() + expiryMarginMs - Number(expireAfterSeconds) * 1000);
      return { [field!]: { $not: { $lte: before } } };
    });
  return conditions.length > 0 ? { $and: conditions } : {};
}

async function readFacts(
  collection: AnyCollection,
  filter: object,
  indexes: number,
): Promise<CollectionFacts> {
  const hash = createHash('sha256');
  for await (const page of inPages(collection, filter, { size, find: exactTypes })) {
    for (const doc of page) hash.update(BSON.serialize(doc));
  }
  // Counted by the server: an `_id` that is not a string is in no page.
  return { documents: await collection.countDocuments(filter), indexes, hash: hash.digest('hex') };
}

/** The definitions in a stable order; the order of the fields of a key is part of an index. */
function describeIndexes(indexes: object[]): string {
  const sorted = indexes.map((index) => Object.entries(index).sort(([a], [b]) => (a < b ? -1 : 1)));
  return sorted
    .map((entries) => BSON.EJSON.stringify(entries))
    .sort()
    .join('\n');
}

export async function compareCollection(source: AnyCollection, target: AnyCollection): Promise<Comparison> {
  const [left, right] = await Promise.all([savedIndexes(source), savedIndexes(target)]);
  const filter = unexpired(left);
  const [from, to] = await Promise.all([
    readFacts(source, filter, left.length),
    readFacts(target, filter, right.length),
  ]);
  const equal =
    from.documents === to.documents &&
    from.hash === to.hash &&
    describeIndexes(left) === describeIndexes(right);
  return { collection: source.collectionName, source: from, target: to, equal };
}
