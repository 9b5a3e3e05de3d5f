import { failures } from '../errors.ts';
import { type ChangeLog, Collection } from './collection.ts';
import type { BuildProgress } from './collection-indexes.ts';
import { type IndexSpec, parseIndexSpec } from './index-spec.ts';
import { createHotDocuments } from './record.ts';
import { createMemoryUsage, type MemoryUsage } from './usage.ts';

/** Log of the engine, written before it changes documents, collections or indexes. */
export interface EngineLog extends ChangeLog {
  readonly createCollection: (namespace: string) => void;
  readonly dropCollection: (namespace: string) => void;
  readonly createIndex: (namespace: string, spec: IndexSpec) => void;
  readonly dropIndex: (namespace: string, name: string) => void;
}

const silentLog: EngineLog = {
  put: () => {},
  remove: () => {},
  createCollection: () => {},
  dropCollection: () => {},
  createIndex: () => {},
  dropIndex: () => {},
};

export interface EngineOptions {
  readonly maxBytes: number;
  readonly hotBytes: number;
}

/** All databases, by namespace `database.collection`. */
export class StorageEngine {
  readonly collections = new Map<string, Collection>();
  readonly usage: MemoryUsage;
  /** Replaced by the journal once recovery is over. */
  log: EngineLog = silentLog;
  readonly #deps: ConstructorParameters<typeof Collection>[1];

  constructor({ maxBytes, hotBytes }: EngineOptions) {
    this.usage = createMemoryUsage(maxBytes);
    const log: ChangeLog = {
      put: (namespace, document) => this.log.put(namespace, document),
      remove: (namespace, id) => this.log.remove(namespace, id),
    };
    this.#deps = { log, hot: createHotDocuments(hotBytes), usage: this.usage };
  }

  find(namespace: string): Collection | undefined {
    return this.collections.get(namespace);
  }

  /** The collection, made when it does not exist yet, as MongoDB does on a first write. */
  open(namespace: string): Collection {
    return this.collections.get(namespace) ?? this.create(namespace);
  }

  create(namespace: string): Collection {
    checkNamespace(namespace);
    if (this.collections.has(namespace)) throw failures.namespaceExists(namespace);
    this.log.createCollection(namespace);
    const collection = new Collection(namespace, this.#deps);
    this.collections.set(namespace, collection);
    return collection;
  }

  /** Returns false when there was nothing to drop. */
  drop(namespace: string): boolean {
    const collection = this.collections.get(namespace);
    if (!collection) return false;
    this.log.dropCollection(namespace);
    this.collections.delete(namespace);
    collection.dispose();
    return true;
  }

  createIndex(namespace: string, source: IndexSpec): boolean {
    const spec = parseIndexSpec({ ...source });
    const made = this.open(namespace).indexes.create(spec);
    if (made) this.log.createIndex(namespace, spec);
    return made;
  }

  /** Puts back indexes read from the journal, in one pass over their collection. */
  restoreIndexes(namespace: string, specs: Iterable<IndexSpec>, onProgress: BuildProgress): void {
    const parsed = [...specs].map((spec) => parseIndexSpec({ ...spec }));
    this.open(namespace).indexes.createAll(parsed, onProgress);
  }

  dropIndex(collection: Collection, name: string): void {
    this.log.dropIndex(collection.namespace, name);
    collection.indexes.drop(name);
  }

  /** Collections of one database, by their names without the database. */
  *inDatabase(database: string): Iterable<[name: string, collection: Collection]> {
    for (const [namespace, collection] of this.collections) {
      if (namespace.startsWith(`${database}.`)) yield [namespace.slice(database.length + 1), collection];
    }
  }
}

function checkNamespace(namespace: string): void {
  const dot = namespace.indexOf('.');
  const [database, name] = [namespace.slice(0, dot), namespace.slice(dot + 1)];
  const wrong =
    dot < 1 ||
    name === '' ||
    /[/\\. "$\0]/.test(database) ||
    /[$\0]/.test(name) ||
    name.startsWith('system.');
  if (wrong || namespace.length > 255) throw failures.invalidNamespace(namespace);
}
