import { expressionTest } from '../aggregate/expressions.ts';
import { decodeDocument, encodeDocument } from '../bson/decode.ts';
import { failures } from '../errors.ts';
import { parseSort } from '../query/sort.ts';
import type { Collection } from '../storage/collection.ts';
import type { StoredRecord } from '../storage/record.ts';
import { parseUpdate } from '../update/apply.ts';
import type { RawDocument } from '../wire/reply-writer.ts';
import { docOption, getCollection } from './arguments.ts';
import type { Command, CommandCall } from './context.ts';
import { firstMatch, parseFilter, parseHint, parseProjection } from './query.ts';

interface Outcome {
  readonly value: RawDocument | undefined;
  readonly matched: number;
  readonly updated: boolean;
  readonly upserted?: unknown;
}

/** Finds and changes one document in one synchronous block: two callers never see the same version. */
function modify(call: CommandCall, collection: Collection): Outcome {
  const filter = parseFilter(docOption(call, 'query'));
  const projection = parseProjection(docOption(call, 'fields'));
  const shown = (record: StoredRecord): RawDocument =>
    projection ? encodeDocument(projection(collection.read(record))) : record.raw;
  const { remove, new: wantsNew, upsert, arrayFilters } = call.body;
  const change = remove === true ? undefined : parseUpdate(call.body.update, arrayFilters, expressionTest);
  const record = firstMatch(
    collection,
    filter,
    parseSort(docOption(call, 'sort')),
    parseHint(call.body.hint, collection),
  );
  if (record) {
    const before = shown(record);
    if (!change) {
      collection.remove(record);
      return { value: before, matched: 1, updated: false };
    }
    const doc = collection.read(record);
    const next = change.apply(doc, filter);
    if (next !== doc) collection.replace(record, next);
    return { value: wantsNew === true ? shown(record) : before, matched: 1, updated: true };
  }
  if (!change || upsert !== true) return { value: undefined, matched: 0, updated: false };
  const inserted = collection.insert(change.insert(filter));
  const value = wantsNew === true ? shown(inserted) : undefined;
  return { value, matched: 1, updated: false, upserted: collection.read(inserted)._id };
}

export const findAndModify: Command = {
  options: [
    'query',
    'sort',
    'remove',
    'update',
    'new',
    'fields',
    'upsert',
    'arrayFilters',
    'hint',
    'bypassDocumentValidation',
  ],
  inert: ['let', 'bypassEmptyTsReplacement'],
  writes: true,
  run(call, context) {
    const { remove, update, upsert, new: wantsNew } = call.body;
    if (remove === true && update !== undefined)
      throw failures.failedToParse('Cannot specify both an update and remove=true');
    if (remove !== true && update === undefined)
      throw failures.failedToParse('Either an update or remove=true must be specified');
    if (remove === true && (upsert === true || wantsNew === true)) {
      throw failures.failedToParse(
        `Cannot specify both ${upsert === true ? 'upsert' : 'new'}=true and remove=true`,
      );
    }
    const { value, matched, updated, upserted } = modify(call, context.engine.open(getCollection(call)));
    if (upserted !== undefined) {
      const lastErrorObject = { n: 1, updatedExisting: false, upserted };
      return { lastErrorObject, value: value === undefined ? null : decodeValue(value), ok: 1 };
    }
    const reply = context.writer.begin().document('lastErrorObject').int32('n', matched);
    if (remove !== true) reply.bool('updatedExisting', updated);
    reply.end();
    if (value === undefined) reply.null('value');
    else reply.raw('value', value);
    return reply.finish();
  },
};

/** Upserts are rare enough to be decoded again. */
const decodeValue = (value: RawDocument) =>
  decodeDocument(typeof value === 'string' ? Buffer.from(value, 'latin1') : value);
