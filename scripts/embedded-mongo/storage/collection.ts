import { asBuffer, encodeDocument } from '../bson/decode.ts';
import { encodeValue } from '../bson/key-string.ts';
import { type FieldTree, fieldTree, readFields } from '../bson/read-fields.ts';
import type { Doc } from '../bson/types.ts';
import type { Filter } from '../query/matcher.ts';
import type { SortFields } from '../query/sort.ts';
import { type Access, type Candidates, getIds, isNarrow, scan } from './access.ts';
import { CollectionIndexes } from './collection-indexes.ts';
import { idIndex } from './index-spec.ts';
import { asInserted } from './inserted-document.ts';
import { merge } from './merge.ts';
import { planQuery } from './planner.ts';
import type { HotDocuments, StoredRecord } from './record.ts';
import type { SecondaryIndex } from './secondary-index.ts';
import type { MemoryUsage } from './usage.ts';

/** Log of changes, written before they are applied, in the same synchronous block, so that both orders are one. */
export interface ChangeLog {
  readonly put: (namespace: string, document: Uint8Array) => void;
  readonly remove: (namespace: string, id: unknown) => void;
}

export interface CollectionDeps {
  readonly log: ChangeLog;
  readonly hot: HotDocuments;
  readonly usage: MemoryUsage;
}

/** Per record: two map slots, the record object, string headers. */
const recordOverhead = 160;
const idField = fieldTree(['_id']);

export class Collection {
  readonly namespace: string;
  readonly indexes: CollectionIndexes;
  readonly #records = new Map<string, StoredRecord>();
  readonly #deps: CollectionDeps;
  #seq = 0;
  bytes = 0;

  constructor(namespace: string, deps: CollectionDeps) {
    this.namespace = namespace;
    this.#deps = deps;
    const account = (delta: number) => this.#account(delta);
    this.indexes = new CollectionIndexes({ namespace, records: () => this.#records.values(), account });
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

  /** The document with these fields at least, for scans that want few of them whole. */
  peekFields(record: StoredRecord, fields: FieldTree): Doc {
    return record.doc ?? readFields(record.raw, fields);
  }

  /** Returns true if a record seen earlier is still stored. */
  holds(record: StoredRecord): boolean {
    return this.#records.get(record.key) === record;
  }

  /** Stores a new document, giving it an `_id` when it has none. Throws E11000 before anything changed. */
  insert(given: Doc, givenBytes?: Uint8Array): StoredRecord {
    const doc = asInserted(given);
    const bytes = doc === given && givenBytes ? asBuffer(givenBytes) : encodeDocument(doc);
    const key = encodeValue(doc._id);
    if (this.#records.has(key)) throw this.indexes.duplicate(idIndex, { _id: doc._id });
    const entries = this.indexes.entries(doc, undefined);
    this.#deps.usage.reserve(bytes.length + recordOverhead);
    this.#deps.log.put(this.namespace, bytes);
    const record: StoredRecord = {
      key,
      seq: ++this.#seq,
      raw: bytes.toString('latin1', 0, bytes.length),
      doc,
    };
    this.#records.set(key, record);
    for (const [index, keys] of entries) this.indexes.addKeys(index, keys, record);
    this.#account(bytes.length + recordOverhead);
    this.#deps.hot.keep(record);
    return record;
  }

  /** Replaces a record's document by a new version. Throws E11000 or BSONObjectTooLarge before anything changed. */
  replace(record: StoredRecord, doc: Doc): void {
    const before = this.read(record);
    const bytes = encodeDocument(doc);
    const affected = [...this.indexes.ordered()].filter((index) => index.affectedBy(before, doc));
    const entries = affected.map((index) => [index, index.toKeys(doc)] as const);
    for (const [index, keys] of entries) {
      if (index.conflict(keys, record)) throw this.indexes.duplicate(index.spec, index.keyValue(doc, record));
    }
    const growth = bytes.length - record.raw.length;
    if (growth > 0) this.#deps.usage.reserve(growth);
    this.#deps.log.put(this.namespace, bytes);
    for (const [index, keys] of entries) {
      this.indexes.removeKeys(index, index.toKeys(before), record);
      this.indexes.addKeys(index, keys, record);
    }
    record.raw = bytes.toString('latin1', 0, bytes.length);
    record.doc = doc;
    this.#account(growth);
  }

  remove(record: StoredRecord): void {
    const doc = this.read(record);
    this.#deps.log.remove(this.namespace, doc._id);
    this.#records.delete(record.key);
    for (const index of this.indexes.ordered()) this.indexes.removeKeys(index, index.toKeys(doc), record);
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
    const { index, ranges, backwards, sorted, merged } = access.plan;
    const records = merged
      ? merge(index, ranges, backwards)
      : scan(index, backwards ? [...ranges].reverse() : ranges, backwards);
    return { records, sorted, narrow: isNarrow(access.plan) };
  }

  /** The cheapest way to the records that can match. */
  access(filter: Filter, sort: SortFields, limited: boolean, hint?: SecondaryIndex | 'natural'): Access {
    if (hint === 'natural') return { by: 'scan' };
    const ids = getIds(filter);
    if (ids) return { by: 'id', ids };
    const plan = planQuery(hint ? [hint] : this.indexes.usableFor(filter, sort), filter, sort, limited);
    return plan ? { by: 'index', plan } : { by: 'scan' };
  }

  #lookUp(ids: readonly unknown[]): StoredRecord[] {
    const keys =
      ids.length === 1
        ? [encodeValue(ids[0] ?? null)]
        : [...new Set(ids.map((id) => encodeValue(id ?? null)))].sort();
    return keys.map((key) => this.#records.get(key)).filter((record) => record !== undefined);
  }

  /** Puts back a document read from the journal: no checks, no log, no index until `indexes.create`. */
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
