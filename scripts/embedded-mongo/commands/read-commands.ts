import { setImmediate as yieldToOthers } from 'node:timers/promises';
import { Long } from 'bson';
import { encodeValue } from '../bson/key-string.ts';
import { visitPath } from '../bson/path.ts';
import { failures, MongoFailure } from '../errors.ts';
import { includedPaths } from '../query/projection.ts';
import { parseSort } from '../query/sort.ts';
import type { Collection } from '../storage/collection.ts';
import { countOption, docOption, getCollection, stringOption } from './arguments.ts';
import type { Command, CommandCall, Context } from './context.ts';
import { type Batch, type Cursor, fillBatch, pause, type Source } from './cursors.ts';
import {
  deadlineFor,
  findDocuments,
  matching,
  parseFilter,
  parseHint,
  parseProjection,
  type Query,
} from './query.ts';

const firstBatchSize = 101;
const noDocuments: Source = [][Symbol.iterator]() as Source;

/** Replies with the first batch of a source and keeps a cursor for the rest. */
export function firstBatch(
  { cursors, writer }: Context,
  namespace: string,
  source: Source,
  batchSize: number,
  single = false,
): Uint8Array | Promise<Uint8Array> {
  const cursor: Pick<Cursor, 'source' | 'held'> = { source, held: undefined };
  const reply = ({ documents, finished }: Batch): Uint8Array => {
    const id = finished || single ? 0n : cursors.add(namespace, source, cursor.held);
    return cursorReply(writer, namespace, 'firstBatch', documents, id);
  };
  const batch = fillBatch(cursor, batchSize);
  return batch instanceof Promise ? batch.then((filled) => copy(reply(filled))) : reply(batch);
}

/** Between a Promise and the socket another command may use the reply buffer. */
const copy = (reply: Uint8Array): Uint8Array => Uint8Array.from(reply);

function cursorReply(
  writer: Context['writer'],
  namespace: string,
  field: string,
  documents: Batch['documents'],
  id: bigint,
): Uint8Array {
  writer.begin().document('cursor').array(field);
  for (let i = 0; i < documents.length; i++) writer.raw(String(i), documents[i] as string);
  return writer.end().int64('id', id).string('ns', namespace).end().finish();
}

function readQuery(call: CommandCall, collection: Collection | undefined): Query {
  const limit = countOption(call, 'limit') ?? 0;
  const projection = docOption(call, 'projection');
  return {
    filter: parseFilter(docOption(call, call.name === 'find' ? 'filter' : 'query')),
    sort: parseSort(docOption(call, 'sort')),
    skip: countOption(call, 'skip') ?? 0,
    limit: Math.abs(limit),
    projection: parseProjection(projection),
    projected: projection && includedPaths(projection),
    hint: parseHint(call.body.hint, collection),
    deadline: deadlineFor(call.body.maxTimeMS),
  };
}

const find: Command = {
  options: [
    'filter',
    'projection',
    'sort',
    'skip',
    'limit',
    'batchSize',
    'singleBatch',
    'hint',
    'noCursorTimeout',
    'allowDiskUse',
  ],
  inert: [
    'tailable',
    'awaitData',
    'returnKey',
    'showRecordId',
    'min',
    'max',
    'let',
    'oplogReplay',
    'allowPartialResults',
  ],
  run(call, context) {
    const namespace = getCollection(call);
    const collection = context.engine.find(namespace);
    const query = readQuery(call, collection);
    const single = call.body.singleBatch === true || (countOption(call, 'limit', true) ?? 0) < 0;
    const source = collection ? findDocuments(collection, query) : noDocuments;
    // Reading one beyond a limit ends the cursor with the first batch, which saves the client a getMore.
    const size = Math.min(
      countOption(call, 'batchSize') ?? firstBatchSize,
      query.limit || Number.POSITIVE_INFINITY,
    );
    return firstBatch(context, namespace, source, size === query.limit && size > 0 ? size + 1 : size, single);
  },
};

const getMore: Command = {
  options: ['collection', 'batchSize'],
  run(call, { cursors, writer }) {
    const namespace = `${call.database}.${stringOption(call, 'collection')}`;
    const id = cursorId(call.body.getMore);
    const cursor = cursors.get(id, namespace);
    const reply = ({ documents, finished }: Batch): Uint8Array => {
      if (finished) cursors.kill(id);
      return cursorReply(writer, namespace, 'nextBatch', documents, finished ? 0n : id);
    };
    const batch = fillBatch(cursor, countOption(call, 'batchSize') || Number.POSITIVE_INFINITY);
    return batch instanceof Promise ? batch.then((filled) => copy(reply(filled))) : reply(batch);
  },
};

const cursorId = (value: unknown): bigint => {
  if (value instanceof Long) return value.toBigInt();
  if (typeof value === 'number') return BigInt(value);
  throw failures.wrongType('getMore.getMore', typeof value, 'long');
};

const killCursors: Command = {
  options: ['cursors'],
  run({ body }, { cursors }) {
    if (!Array.isArray(body.cursors)) throw failures.missingField('killCursors', 'cursors');
    const [cursorsKilled, cursorsNotFound]: [unknown[], unknown[]] = [[], []];
    for (const id of body.cursors) (cursors.kill(cursorId(id)) ? cursorsKilled : cursorsNotFound).push(id);
    return { cursorsKilled, cursorsNotFound, cursorsAlive: [], cursorsUnknown: [], ok: 1 };
  },
};

/** Calls `visit` for every matching document; pauses for other clients. */
async function eachMatch(
  collection: Collection,
  query: Pick<Query, 'filter' | 'deadline' | 'hint'>,
  visit: (record: Parameters<Collection['peek']>[0]) => void,
): Promise<void> {
  const { records } = collection.candidates(query.filter, [], false, query.hint);
  for (const record of matching(collection, records, query, true)) {
    if (record === pause) await yieldToOthers();
    else visit(record);
  }
}

const count: Command = {
  options: ['query', 'limit', 'skip', 'hint'],
  inert: ['fields'],
  async run(call, { engine }) {
    const collection = engine.find(getCollection(call));
    const query = readQuery(call, collection);
    let found = 0;
    if (collection && query.filter.conditions.length === 0 && Object.keys(query.filter.source).length === 0)
      found = collection.size;
    else if (collection) {
      await eachMatch(collection, query, () => {
        found++;
      });
    }
    const rest = Math.max(0, found - query.skip);
    return { n: query.limit > 0 ? Math.min(rest, query.limit) : rest, ok: 1 };
  },
};

const maxDistinct = 1_000_000;

const distinct: Command = {
  options: ['key', 'query', 'hint'],
  async run(call, { engine }) {
    const collection = engine.find(getCollection(call));
    const parts = stringOption(call, 'key').split('.');
    const values = new Map<string, unknown>();
    const add = (value: unknown): boolean => {
      for (const item of Array.isArray(value) ? value : [value])
        if (item !== undefined) values.set(encodeValue(item), item);
      if (values.size > maxDistinct) throw new MongoFailure(17217, 'distinct too big, 16mb cap');
      return false;
    };
    if (collection)
      await eachMatch(collection, readQuery(call, collection), (record) =>
        visitPath(collection.peek(record), parts, 0, add),
      );
    return { values: [...values.keys()].sort().map((key) => values.get(key)), ok: 1 };
  },
};

export const readCommands: Record<string, Command> = { find, getMore, killCursors, count, distinct };
