import { asBuffer, encodeDocument } from '../bson/decode.ts';
import { encodeValue } from '../bson/key-string.ts';
import { fieldTree, readFields } from '../bson/read-fields.ts';
import { shellFormat } from '../bson/shell-format.ts';
import type { Doc } from '../bson/types.ts';
import { duplicateKey, failures } from '../errors.ts';
import type { Filter } from '../query/matcher.ts';
import type { SortFields } from '../query/sort.ts';
import { IndexBuild } from './index-build.ts';
import { type IndexSpec, idIndex, indexExists, maxIndexes } from './index-spec.ts';
import { asInserted } from './inserted-document.ts';
import { type Plan, planQuery } from './planner.ts';
import type { HotDocuments, StoredRecord } from './record.ts';
import type { SecondaryIndex } from './secondary-index.ts';
import type { MemoryUsage } from './usage.ts';

/** Where changes go before they are applied, in the same synchronous block, so that both orders are one. */
export interface ChangeLog {
  readonly put: (namespace: string, document: Uint8Array) => void;
  readonly remove: (namespace: string, id: unknown) => void;
}

/** Called with the number of documents read so far. */
export type BuildProgress = (documents: number) => void;

export interface CollectionDeps {
  readonly log: ChangeLog;
  readonly hot: HotDocuments;
  readonly usage: MemoryUsage;
}

export interface Candidates {
  readonly records: Iterable<StoredRecord>;
  /** Whether the records come in the wanted order. */
  readonly sorted: boolean;
  /** Whether there are only a few, which are worth keeping decoded. */
  readonly narrow: boolean;
}

/** How the records of a query are reached. */
export type Access =
  | { readonly by: 'scan' }
  | { readonly by: 'id'; readonly ids: readonly unknown[] }
  | { readonly by: 'index'; readonly plan: Plan };

/** Per record: two map slots, the record object, string headers. */
const recordOverhead = 160;
const entryOverhead = 40;
const progressEvery = 20_000;
const idField = fieldTree(['_id']);

export class Collection {
  readonly namespace: string;
  readonly indexes = new Map<string, SecondaryIndex>();
  readonly #records = new Map<string, StoredRecord>();
  readonly #deps: CollectionDeps;
  #seq = 0;
  /** `_id` in order, only once a range or a sort has asked for it. */
  #idOrder: SecondaryIndex | undefined;
  bytes = 0;

  constructor(namespace: string, deps: CollectionDeps) {
    this.namespace = namespace;
    this.#deps = deps;
  }

  get size(): number {
    return this.#records.size;
  }

  get lastSeq(): number {
    return this.#seq;
  }

  /** All records, oldest first. Survives changes made while it is paused. */
  all(): IterableIterator<StoredRecord> {
    return this.#records.values();
  }

  byId(id: unknown): StoredRecord | undefined {
    return this.#records.get(encodeValue(id));
  }

  read(record: StoredRecord): Doc {
    return this.#deps.hot.read(record);
  }

  peek(record: StoredRecord): Doc {
    return this.#deps.hot.peek(record);
  }

  /** Whether a record seen earlier is still stored. */
  holds(record: StoredRecord): boolean {
    return this.#records.get(record.key) === record;
  }

  /** Stores a new document, giving it an `_id` when it has none. Throws E11000 before anything changed. */
  insert(given: Doc, givenBytes?: Uint8Array): StoredRecord {
    const doc = asInserted(given);
    const bytes = doc === given && givenBytes ? asBuffer(givenBytes) : encodeDocument(doc);
    const key = encodeValue(doc._id);
    if (this.#records.has(key)) throw this.#duplicate(idIndex, { _id: doc._id });
    const entries = this.#entries(doc, undefined);
    this.#deps.usage.reserve(bytes.length + recordOverhead);
    this.#deps.log.put(this.namespace, bytes);
    const record: StoredRecord = {
      key,
      seq: ++this.#seq,
      raw: bytes.toString('latin1', 0, bytes.length),
      doc,
    };
    this.#records.set(key, record);
    for (const [index, keys] of entries) this.#addKeys(index, keys, record);
    this.#account(bytes.length + recordOverhead);
    this.#deps.hot.keep(record);
    return record;
  }

  /** Replaces a record's document by a new version. Throws E11000 or BSONObjectTooLarge before anything changed. */
  replace(record: StoredRecord, doc: Doc): void {
    const before = this.read(record);
    const bytes = encodeDocument(doc);
    const affected = [...this.#ordered()].filter((index) => index.affectedBy(before, doc));
    const entries = affected.map((index) => [index, index.keysOf(doc)] as const);
    for (const [index, keys] of entries) {
      if (index.conflict(keys, record)) throw this.#duplicate(index.spec, index.keyValue(doc, record));
    }
    const growth = bytes.length - record.raw.length;
    if (growth > 0) this.#deps.usage.reserve(growth);
    this.#deps.log.put(this.namespace, bytes);
    for (const [index, keys] of entries) {
      this.#removeKeys(index, index.keysOf(before), record);
      this.#addKeys(index, keys, record);
    }
    record.raw = bytes.toString('latin1', 0, bytes.length);
    record.doc = doc;
    this.#account(growth);
  }

  remove(record: StoredRecord): void {
    const doc = this.read(record);
    this.#deps.log.remove(this.namespace, doc._id);
    this.#records.delete(record.key);
    for (const index of this.#ordered()) this.#removeKeys(index, index.keysOf(doc), record);
    this.#account(-(record.raw.length + recordOverhead));
  }

  /** Records that can match, by the cheapest way there is. The caller tests the filter on each. */
  candidates(
    filter: Filter,
    sort: SortFields,
    limited: boolean,
    hint?: SecondaryIndex | 'natural',
  ): Candidates {
    const access = this.access(filter, sort, limited, hint);
    if (access.by === 'scan') return { records: this.all(), sorted: false, narrow: false };
    if (access.by === 'id') {
      const records = this.#lookUp(access.ids);
      return { records, sorted: records.length <= 1, narrow: true };
    }
    const { index, ranges, backwards, sorted } = access.plan;
    const records = scan(index, backwards ? [...ranges].reverse() : ranges, backwards);
    return { records, sorted, narrow: isNarrow(access.plan) };
  }

  /** The cheapest way to the records that can match. */
  access(filter: Filter, sort: SortFields, limited: boolean, hint?: SecondaryIndex | 'natural'): Access {
    if (hint === 'natural') return { by: 'scan' };
    const ids = idsOf(filter);
    if (ids) return { by: 'id', ids };
    const plan = planQuery(hint ? [hint] : this.#indexesFor(filter, sort), filter, sort, limited);
    return plan ? { by: 'index', plan } : { by: 'scan' };
  }

  #lookUp(ids: readonly unknown[]): StoredRecord[] {
    const keys =
      ids.length === 1
        ? [encodeValue(ids[0] ?? null)]
        : [...new Set(ids.map((id) => encodeValue(id ?? null)))].sort();
    return keys.map((key) => this.#records.get(key)).filter((record) => record !== undefined);
  }

  #indexesFor(filter: Filter, sort: SortFields): Iterable<SecondaryIndex> {
    const wanted = sort[0]?.[0] === '_id' || filter.constraints.some(({ path }) => path === '_id');
    if (!wanted) return this.indexes.values();
    this.#idOrder ??= this.#build([idIndex])[0] as SecondaryIndex;
    return [...this.indexes.values(), this.#idOrder];
  }

  *#ordered(): Iterable<SecondaryIndex> {
    yield* this.indexes.values();
    if (this.#idOrder) yield this.#idOrder;
  }

  #entries(doc: Doc, self: StoredRecord | undefined): [SecondaryIndex, readonly string[]][] {
    const entries: [SecondaryIndex, readonly string[]][] = [];
    for (const index of this.#ordered()) {
      const keys = index.keysOf(doc);
      if (index.conflict(keys, self)) throw this.#duplicate(index.spec, index.keyValue(doc, self));
      entries.push([index, keys]);
    }
    return entries;
  }

  #duplicate(spec: IndexSpec, keyValue: Doc): Error {
    return duplicateKey(this.namespace, spec, keyValue, shellFormat(keyValue));
  }

  /**
   * Builds indexes in one pass over what is stored, decoding no other fields than theirs. Throws E11000 when
   * stored documents conflict; nothing is kept then.
   */
  #build(specs: readonly IndexSpec[], onProgress?: BuildProgress): SecondaryIndex[] {
    const building = specs.map((spec) => new IndexBuild(spec));
    const fields = fieldTree(building.flatMap(({ index }) => index.paths));
    let documents = 0;
    for (const record of this.#records.values()) {
      if (++documents % progressEvery === 0) onProgress?.(documents);
      const doc = record.doc ?? readFields(record.raw, fields);
      for (const build of building) {
        if (build.add(doc, record)) continue;
        throw this.#duplicate(build.index.spec, build.index.keyValue(doc));
      }
    }
    const indexes = building.map((build) => build.finish());
    for (const { keys } of indexes) this.#account(keys.bytes + keys.size * entryOverhead);
    return indexes;
  }

  #addKeys(index: SecondaryIndex, keys: readonly string[], record: StoredRecord): void {
    for (const key of keys) {
      index.keys.insert(key, record);
      this.#account(key.length + entryOverhead);
    }
  }

  #removeKeys(index: SecondaryIndex, keys: readonly string[], record: StoredRecord): void {
    for (const key of keys) {
      index.keys.remove(key, record);
      this.#account(-(key.length + entryOverhead));
    }
  }

  /** Takes an index away; false when there is none of this name. */
  dropIndex(name: string): boolean {
    const index = this.indexes.get(name);
    if (!index) return false;
    this.indexes.delete(name);
    this.#account(-(index.keys.bytes + index.keys.size * entryOverhead));
    return true;
  }

  /** Adds an index; false when the same one exists. Throws 85, 86 or E11000. */
  createIndex(spec: IndexSpec): boolean {
    if (indexExists(this.specs(), spec)) return false;
    this.createIndexes([spec]);
    return true;
  }

  /** Adds indexes of which none exists, in one pass over the documents. Throws E11000 before any was added. */
  createIndexes(specs: readonly IndexSpec[], onProgress?: BuildProgress): void {
    if (this.indexes.size + specs.length >= maxIndexes) {
      throw failures.cannotCreateIndex(
        `add index fails, too many indexes for ${this.namespace} key:${shellFormat(specs[0]?.key ?? {})}`,
      );
    }
    for (const index of this.#build(specs, onProgress)) this.indexes.set(index.spec.name, index);
  }

  specs(): IndexSpec[] {
    return [idIndex, ...[...this.indexes.values()].map(({ spec }) => spec)];
  }

  /** Puts back a document read from the journal: no checks, no log, no index until `createIndex`. */
  restore(bytes: Buffer): void {
    const raw = bytes.toString('latin1');
    const key = encodeValue(readFields(raw, idField)._id);
    const known = this.#records.get(key);
    this.#account(raw.length - (known ? known.raw.length : -recordOverhead));
    if (known) known.raw = raw;
    else this.#records.set(key, { key, seq: ++this.#seq, raw, doc: undefined });
  }

  /** Takes away a document by a deletion read from the journal. */
  forget(id: unknown): void {
    const record = this.#records.get(encodeValue(id));
    if (!record) return;
    this.#records.delete(record.key);
    this.#account(-(record.raw.length + recordOverhead));
  }

  /** Gives its bytes back to the data cap; the collection is not used afterwards. */
  dispose(): void {
    this.#account(-this.bytes);
    this.#records.clear();
  }

  #account(delta: number): void {
    this.bytes += delta;
    this.#deps.usage.add(delta);
  }
}

/** The values of `_id` that a filter allows, when it fixes them. */
function idsOf({ constraints }: Filter): readonly unknown[] | undefined {
  for (const { path, operator, operand } of constraints) {
    if (path !== '_id') continue;
    if (operator === '$eq' && !Array.isArray(operand)) return [operand];
    if (operator === '$in' && Array.isArray(operand) && !operand.some(Array.isArray)) return operand;
  }
  return undefined;
}

const fewRecords = 16;
const isNarrow = ({ index, ranges }: Plan): boolean =>
  ranges.length <= 4 && ranges.every((range) => index.keys.estimate(range) <= fewRecords);

function* scan(
  index: SecondaryIndex,
  ranges: Iterable<{ low: string; high: string }>,
  backwards: boolean,
): Generator<StoredRecord> {
  if (!index.multikey) {
    for (const range of ranges) yield* index.keys.scan(range, backwards);
    return;
  }
  const seen = new Set<StoredRecord>();
  for (const range of ranges) {
    for (const record of index.keys.scan(range, backwards)) {
      if (seen.has(record)) continue;
      seen.add(record);
      yield record;
    }
  }
}
