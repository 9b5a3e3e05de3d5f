import { encodeDocument } from '../bson/decode.ts';
import { shellFormat } from '../bson/shell-format.ts';
import { type Doc, isDoc } from '../bson/types.ts';
import { failures } from '../errors.ts';
import { compileFilter } from '../query/matcher.ts';
import type { Collection } from '../storage/collection.ts';
import type { IndexSpec } from '../storage/index-spec.ts';
import { countOption, docOption, docsOption, getCollection } from './arguments.ts';
import type { Command, CommandCall, Context } from './context.ts';
import { firstBatch } from './read-commands.ts';

const create: Command = {
  options: [],
  inert: [
    'capped',
    'autoIndexId',
    'size',
    'max',
    'storageEngine',
    'validator',
    'validationLevel',
    'validationAction',
    'indexOptionDefaults',
    'viewOn',
    'pipeline',
    'timeseries',
    'expireAfterSeconds',
    'clusteredIndex',
    'changeStreamPreAndPostImages',
    'encryptedFields',
  ],
  writes: true,
  run(call, { engine }) {
    // Since 7.0 creating what exists with the same options, here none, succeeds (SERVER-60064).
    engine.open(getCollection(call));
    return { ok: 1 };
  },
};

const drop: Command = {
  options: [],
  writes: true,
  run(call, { engine }) {
    const namespace = getCollection(call);
    const nIndexesWas = engine.find(namespace)?.indexes.specs().length ?? 0;
    // Since 7.0 dropping what does not exist succeeds.
    return engine.drop(namespace) ? { nIndexesWas, ns: namespace, ok: 1 } : { ok: 1 };
  },
};

const dropDatabase: Command = {
  options: [],
  writes: true,
  run({ database }, { engine }) {
    for (const [, { namespace }] of [...engine.inDatabase(database)]) engine.drop(namespace);
    return { dropped: database, ok: 1 };
  },
};

function buildBatch(call: CommandCall, context: Context, namespace: string, docs: readonly Doc[]) {
  const { cursor } = call.body;
  const size = isDoc(cursor) ? countOption({ ...call, body: cursor }, 'batchSize') : undefined;
  return firstBatch(
    context,
    namespace,
    docs.map((doc) => encodeDocument(doc))[Symbol.iterator]() as never,
    size ?? 101,
  );
}

const listCollections: Command = {
  options: ['filter', 'nameOnly', 'cursor', 'authorizedCollections'],
  run(call, context) {
    const filter = compileFilter(docOption(call, 'filter') ?? {});
    const found = [...context.engine.inDatabase(call.database)]
      .map(
        ([name]): Doc => ({
          name,
          type: 'collection',
          options: {},
          info: { readOnly: false },
          idIndex: { v: 2, key: { _id: 1 }, name: '_id_' },
        }),
      )
      .filter(filter.test);
    const docs = call.body.nameOnly === true ? found.map(({ name, type }) => ({ name, type })) : found;
    return buildBatch(call, context, `${call.database}.$cmd.listCollections`, docs);
  },
};

const listDatabases: Command = {
  options: ['filter', 'nameOnly', 'authorizedDatabases'],
  run(call, { engine }) {
    const sizes = new Map<string, number>();
    for (const [namespace, { bytes }] of engine.collections) {
      const name = namespace.slice(0, namespace.indexOf('.'));
      sizes.set(name, (sizes.get(name) ?? 0) + bytes);
    }
    const filter = compileFilter(docOption(call, 'filter') ?? {});
    const all = [...sizes]
      .map(([name, sizeOnDisk]): Doc => ({ name, sizeOnDisk, empty: false }))
      .filter(filter.test);
    if (call.body.nameOnly === true) return { databases: all.map(({ name }) => ({ name })), ok: 1 };
    return {
      databases: all,
      totalSize: all.reduce((sum, { sizeOnDisk }) => sum + (sizeOnDisk as number), 0),
      ok: 1,
    };
  },
};

const createIndexes: Command = {
  options: ['indexes'],
  inert: ['commitQuorum', 'ignoreUnknownIndexOptions'],
  writes: true,
  run(call, { engine }) {
    const namespace = getCollection(call);
    const indexes = docsOption(call, 'indexes');
    for (const { collation } of indexes)
      if (collation !== undefined) throw failures.unsupportedOption('createIndexes', 'collation');
    if (indexes.length === 0) throw failures.badValue('Must specify at least one index to create');
    for (const { name, key } of indexes) {
      if (name === undefined) {
        throw failures.failedToParse(
          `The 'name' field is a required property of an index specification with key ${shellFormat(key)}`,
        );
      }
    }
    const createdCollectionAutomatically = engine.find(namespace) === undefined;
    const collection = engine.open(namespace);
    const numIndexesBefore = collection.indexes.specs().length;
    for (const index of indexes) engine.createIndex(namespace, index as unknown as IndexSpec);
    const numIndexesAfter = collection.indexes.specs().length;
    const note = numIndexesAfter === numIndexesBefore && { note: 'all indexes already exist' };
    return { numIndexesBefore, numIndexesAfter, createdCollectionAutomatically, ...note, ok: 1 };
  },
};

const listIndexes: Command = {
  options: ['cursor'],
  run(call, context) {
    const namespace = getCollection(call);
    const collection = context.engine.find(namespace);
    if (!collection) throw failures.namespaceNotFound(namespace);
    return buildBatch(
      call,
      context,
      namespace,
      collection.indexes.specs().map(({ name, key, ...rest }) => ({ v: 2, key, name, ...rest })),
    );
  },
};

function namesToDrop(collection: Collection, index: unknown): string[] {
  if (index === '*') return [...collection.indexes.byName.keys()];
  if (Array.isArray(index)) return index.flatMap((one) => namesToDrop(collection, one));
  const pattern = typeof index === 'string' ? undefined : JSON.stringify(index);
  const found = collection.indexes
    .specs()
    .find(({ name, key }) => name === index || JSON.stringify(key) === pattern);
  if (!found) throw failures.indexNotFound(pattern ?? String(index));
  if (found.name === '_id_') throw failures.badValue('cannot drop _id index');
  return [found.name];
}

const dropIndexes: Command = {
  options: ['index'],
  writes: true,
  run(call, { engine }) {
    const namespace = getCollection(call);
    const collection = engine.find(namespace);
    if (!collection) throw failures.namespaceNotFound(namespace);
    const nIndexesWas = collection.indexes.specs().length;
    for (const name of namesToDrop(collection, call.body.index)) engine.dropIndex(collection, name);
    return { nIndexesWas, ok: 1 };
  },
};

export const schemaCommands: Record<string, Command> = {
  create,
  drop,
  dropDatabase,
  listCollections,
  listDatabases,
  createIndexes,
  listIndexes,
  dropIndexes,
};
