import { setImmediate as yieldToOthers } from 'node:timers/promises';
import { expressionTest } from '../../aggregate/expressions.ts';
import type { Doc } from '../../bson/types.ts';
import { failures } from '../../errors.ts';
import type { Filter } from '../../query/matcher.ts';
import { parseSort } from '../../query/sort.ts';
import type { Collection } from '../../storage/collection.ts';
import type { StoredRecord } from '../../storage/record.ts';
import { parseUpdate, type Update } from '../../update/apply.ts';
import { getCollection } from '../arguments.ts';
import type { Command } from '../context.ts';
import { pause } from '../cursors.ts';
import { firstMatch, matching, parseFilter, parseHint } from '../query.ts';
import { eachPart, readParts, withErrors } from './bulk-write.ts';

interface UpdatePart {
  readonly filter: Filter;
  readonly update: Update;
  readonly multi: boolean;
  readonly upsert: boolean;
  readonly source: Doc;
}

const updateFields = new Set(['q', 'u', 'multi', 'upsert', 'arrayFilters', 'hint', 'collation', 'sort']);

function parsePart(source: Doc): UpdatePart {
  const update = parseUpdate(source.u, source.arrayFilters, expressionTest);
  const multi = source.multi === true;
  if (multi && update.replaces)
    throw failures.failedToParse('multi update is not supported for replacement-style update');
  if (multi && source.sort !== undefined) throw failures.failedToParse('Cannot specify sort with multi=true');
  return { filter: parseFilter(source.q as Doc), update, multi, upsert: source.upsert === true, source };
}

interface Tally {
  n: number;
  nModified: number;
}

function applyTo(
  collection: Collection,
  record: StoredRecord,
  { update, filter }: UpdatePart,
  tally: Tally,
): void {
  const before = collection.read(record);
  const after = update.apply(before, filter);
  if (after !== before) collection.replace(record, after);
  tally.n++;
  if (after !== before) tally.nModified++;
}

/** A document is matched and changed in one synchronous block; between documents other commands may run. */
async function applyToAll(collection: Collection, part: UpdatePart, tally: Tally): Promise<void> {
  const hint = parseHint(part.source.hint, collection);
  // Collected first: an update can move a document ahead in the very index that is being walked.
  const records: StoredRecord[] = [];
  const query = { filter: part.filter, deadline: Number.POSITIVE_INFINITY };
  for (const record of matching(
    collection,
    collection.candidates(part.filter, [], false, hint).records,
    query,
    true,
  )) {
    if (record === pause) await yieldToOthers();
    else records.push(record);
  }
  let sliceEnd = performance.now() + 10;
  for (const record of records) {
    if (performance.now() > sliceEnd) {
      await yieldToOthers();
      sliceEnd = performance.now() + 10;
    }
    if (collection.holds(record) && part.filter.test(collection.read(record)))
      applyTo(collection, record, part, tally);
  }
}

export const update: Command = {
  options: ['updates', 'ordered', 'bypassDocumentValidation'],
  inert: ['let', 'bypassEmptyTsReplacement'],
  writes: true,
  run(call, context) {
    const namespace = getCollection(call);
    const tally: Tally = { n: 0, nModified: 0 };
    const upserted: Doc[] = [];
    const upsert = ({ filter, update: change }: UpdatePart, index: number): void => {
      const collection = context.engine.open(namespace);
      const { _id } = collection.read(collection.insert(change.insert(filter)));
      upserted.push({ index, _id });
      tally.n++;
    };
    const one = (source: Doc, index: number): void | Promise<void> => {
      const part = parsePart(source);
      const collection = context.engine.find(namespace);
      if (!collection) {
        if (part.upsert) upsert(part, index);
        return;
      }
      if (part.multi) {
        const before = tally.n;
        return applyToAll(collection, part, tally).then(() => {
          if (tally.n === before && part.upsert) upsert(part, index);
        });
      }
      const record = firstMatch(
        collection,
        part.filter,
        parseSort(source.sort),
        parseHint(source.hint, collection),
      );
      if (record) applyTo(collection, record, part, tally);
      else if (part.upsert) upsert(part, index);
    };
    const reply = (errors: Doc[]): Doc =>
      withErrors({ ...tally, ...(upserted.length > 0 && { upserted }) }, errors);
    const errors = eachPart(call, readParts(call, 'updates', updateFields), one);
    return errors instanceof Promise ? errors.then(reply) : reply(errors);
  },
};
