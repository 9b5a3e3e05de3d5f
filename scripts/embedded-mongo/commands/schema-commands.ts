import { encode } from '../bson/decode.ts';
import { type Doc, isDoc } from '../bson/types.ts';
import { failures } from '../errors.ts';
import { compileFilter } from '../query/matcher.ts';
import type { Collection } from '../storage/collection.ts';
import type { IndexSpec } from '../storage/index-spec.ts';
import { collectionOf, countOption, docOption, docsOption } from './arguments.ts';
import type { Call, Command, Context } from './context.ts';
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
  run(call, { store }) {
    store.create(collectionOf(call));
    return { ok: 1 };
  },
};

const drop: Command = {
  options: [],
  writes: true,
  run(call, { store }) {
    const namespace = collectionOf(call);
    const nIndexesWas = store.find(namespace)?.specs().length ?? 0;
    // Since 7.0 dropping what does not exist succeeds.
    return store.drop(namespace) ? { nIndexesWas, ns: namespace, ok: 1 } : { ok: 1 };
  },
};

const dropDatabase: Command = {
  options: [],
  writes: true,
  run({ database }, { store }) {
    for (const [, { namespace }] of [...store.inDatabase(database)]) store.drop(namespace);
    return { dropped: database, ok: 1 };
  },
};

function batchOf(call: Call, context: Context, namespace: string, docs: readonly Doc[]) {
  const { cursor } = call.body;
  const size = isDoc(cursor) ? countOption({ ...call, body: cursor }, 'batchSize') : undefined;
  return firstBatch(
    context,
    namespace,
    docs.map((doc) => encode(doc))[Symbol.iterator]() as never,
    size ?? 101,
  );
}

const listCollections: Command = {
  options: ['filter', 'nameOnly', 'cursor', 'authorizedCollections'],
  run(call, context) {
    const filter = compileFilter(docOption(call, 'filter') ?? {});
    const found = [...context.store.inDatabase(call.database)]
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
    return batchOf(call, context, `${call.database}.$cmd.listCollections`, docs);
  },
};

const listDatabases: Command = {
  options: ['filter', 'nameOnly', 'authorizedDatabases'],
  run(call, { store }) {
    const sizes = new Map<string, number>();
    for (const [namespace, { bytes }] of store.collections) {
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
  run(call, { store }) {
    const namespace = collectionOf(call);
    const indexes = docsOption(call, 'indexes');
    for (const { collation } of indexes)
      if (collation !== undefined) throw failures.unsupportedOption('createIndexes', 'collation');
    const createdCollectionAutomatically = store.find(namespace) === undefined;
    const collection = store.open(namespace);
    const numIndexesBefore = collection.specs().length;
    for (const index of indexes) store.createIndex(namespace, index as unknown as IndexSpec);
    const numIndexesAfter = collection.specs().length;
    const note = numIndexesAfter === numIndexesBefore && { note: 'all indexes already exist' };
    return { numIndexesBefore, numIndexesAfter, createdCollectionAutomatically, ...note, ok: 1 };
  },
};

const listIndexes: Command = {
  options: ['cursor'],
  run(call, context) {
    const namespace = collectionOf(call);
    const collection = context.store.find(namespace);
    if (!collection) throw failures.namespaceNotFound(namespace);
    return batchOf(
      call,
      context,
      namespace,
      collection.specs().map(({ name, key, ...rest }) => ({ v: 2, key, name, ...rest })),
    );
  },
};

function namesToDrop(collection: Collection, index: unknown): string[] {
  if (index === '*') return [...collection.indexes.keys()];
  if (Array.isArray(index)) return index.flatMap((one) => namesToDrop(collection, one));
  const pattern = typeof index === 'string' ? undefined : JSON.stringify(index);
  const found = collection.specs().find(({ name, key }) => name === index || JSON.stringify(key) === pattern);
  if (!found) throw failures.indexNotFound(pattern ?? String(index));
  if (found.name === '_id_') throw failures.badValue('cannot drop _id index');
  return [found.name];
}

const dropIndexes: Command = {
  options: ['index'],
  writes: true,
  run(call, { store }) {
    const namespace = collectionOf(call);
    const collection = store.find(namespace);
    if (!collection) throw failures.namespaceNotFound(namespace);
    const nIndexesWas = collection.specs().length;
    for (const name of namesToDrop(collection, call.body.index)) store.dropIndex(collection, name);
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
