import { compileProjected, expressionTest } from '../aggregate/expressions.ts';
import { encodeDocument } from '../bson/decode.ts';
import { fieldTree } from '../bson/read-fields.ts';
import type { Doc } from '../bson/types.ts';
import { failures } from '../errors.ts';
import { compileFilter, type Filter } from '../query/matcher.ts';
import { compileProjection, type Projection } from '../query/projection.ts';
import { type SortFields, sortBy } from '../query/sort.ts';
import type { Collection } from '../storage/collection.ts';
import type { StoredRecord } from '../storage/record.ts';
import type { SecondaryIndex } from '../storage/secondary-index.ts';
import type { RawDocument } from '../wire/reply-writer.ts';
import { pause, sliceMs } from './cursors.ts';

/** A query as the read commands have it. */
export interface Query {
  readonly filter: Filter;
  readonly sort: SortFields;
  readonly skip: number;
  /** 0 for no limit. */
  readonly limit: number;
  readonly projection: Projection | undefined;
  /** Paths that the projection reads; undefined: any. */
  readonly projected: ReadonlySet<string> | undefined;
  readonly hint: SecondaryIndex | 'natural' | undefined;
  /** Stops with MaxTimeMSExpired after this moment of `performance.now()`. */
  readonly deadline: number;
}

export const parseFilter = (source: Doc | undefined): Filter => compileFilter(source ?? {}, expressionTest);

export function parseProjection(source: Doc | undefined): Projection | undefined {
  const evaluate = (expression: unknown) => compileProjected(expression);
  return source && compileProjection(source, { evaluate, expression: expressionTest, find: true });
}

export const deadlineFor = (maxTimeMS: unknown): number =>
  typeof maxTimeMS === 'number' && maxTimeMS > 0 ? performance.now() + maxTimeMS : Number.POSITIVE_INFINITY;

/** Returns the index a hint names, by name or key pattern. Throws BadValue when there is none. */
export function parseHint(
  hint: unknown,
  collection: Collection | undefined,
): SecondaryIndex | 'natural' | undefined {
  if (hint === undefined || hint === null || collection === undefined) return undefined;
  const pattern = typeof hint === 'string' ? undefined : JSON.stringify(hint);
  if (hint === '_id_' || pattern === '{"_id":1}') return undefined;
  if (pattern === '{"$natural":1}') return 'natural';
  for (const index of collection.indexes.byName.values()) {
    if (index.spec.name === hint || JSON.stringify(index.spec.key) === pattern) return index;
  }
  throw failures.badHint();
}

/** Returns a reader of documents with these paths at least: a few are kept decoded, of many no more is decoded. */
export function createReader(
  collection: Collection,
  paths: ReadonlySet<string> | undefined,
  many: boolean,
): (record: StoredRecord) => Doc {
  if (!many) return (record) => collection.read(record);
  if (!paths) return (record) => collection.peek(record);
  const fields = fieldTree(paths);
  return (record) => collection.peekFields(record, fields);
}

/** Number of candidates tested between two readings of the clock. */
const clockEvery = 64;

/** Records that match, in no particular order, with a `pause` whenever the time slice is over. */
export function* matching(
  collection: Collection,
  candidates: Iterable<StoredRecord>,
  { filter, deadline }: Pick<Query, 'filter' | 'deadline'>,
  many: boolean,
): Generator<StoredRecord | typeof pause> {
  const read = createReader(collection, filter.paths, many);
  let sliceEnd = 0;
  let looked = 0;
  for (const record of candidates) {
    if (++looked % clockEvery === 0) {
      const now = performance.now();
      if (now > deadline) throw failures.timeLimit();
      if (sliceEnd === 0) sliceEnd = now + sliceMs;
      else if (now > sliceEnd) {
        yield pause;
        sliceEnd = 0;
        if (!collection.holds(record)) continue;
      }
    }
    if (filter.test(read(record))) yield record;
  }
}

/** Documents of a find, as they are sent. */
export function* findDocuments(collection: Collection, query: Query): Generator<RawDocument | typeof pause> {
  const { filter, sort, skip, limit, projection, projected, hint } = query;
  const { records, sorted, narrow } = collection.candidates(filter, sort, limit > 0, hint);
  let found: Iterable<StoredRecord | typeof pause> = matching(collection, records, query, !narrow);
  if (sort.length > 0 && !sorted) found = yield* sortedRecords(collection, found, query);
  const read = createReader(collection, projected, true);
  let [skipped, given] = [0, 0];
  for (const record of found) {
    if (record === pause) yield pause;
    else if (skipped < skip) skipped++;
    else {
      yield projection ? encodeDocument(projection(read(record))) : record.raw;
      if (++given === limit) return;
    }
  }
}

const maxSorted = 1_000_000;

function* sortedRecords(
  collection: Collection,
  found: Iterable<StoredRecord | typeof pause>,
  { sort }: Query,
): Generator<typeof pause, StoredRecord[]> {
  const held: StoredRecord[] = [];
  for (const record of found) {
    if (record === pause) yield pause;
    else if (held.push(record) > maxSorted) throw failures.resultTooLarge('Sort');
  }
  return sortBy(held, (record) => collection.peek(record), sort);
}

/** Returns the first record in order that matches, found without a pause, so that what follows is atomic. */
export function firstMatch(
  collection: Collection,
  filter: Filter,
  sort: SortFields,
  hint?: SecondaryIndex | 'natural',
): StoredRecord | undefined {
  const { records, sorted, narrow } = collection.candidates(filter, sort, true, hint);
  const read = createReader(collection, filter.paths, !narrow);
  if (sort.length === 0 || sorted) {
    for (const record of records) if (filter.test(read(record))) return record;
    return undefined;
  }
  const matches: StoredRecord[] = [];
  for (const record of records) if (filter.test(read(record))) matches.push(record);
  return matches.length <= 1 ? matches[0] : sortBy(matches, (record) => collection.peek(record), sort)[0];
}
