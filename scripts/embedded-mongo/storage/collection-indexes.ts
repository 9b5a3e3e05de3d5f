import { fieldTree, readFields } from '../bson/read-fields.ts';
import { shellFormat } from '../bson/shell-format.ts';
import type { Doc } from '../bson/types.ts';
import { duplicateKey, failures } from '../errors.ts';
import type { Filter } from '../query/matcher.ts';
import type { SortFields } from '../query/sort.ts';
import { IndexBuild } from './index-build.ts';
import { type IndexSpec, idIndex, indexExists, maxIndexes } from './index-spec.ts';
import type { StoredRecord } from './record.ts';
import type { SecondaryIndex } from './secondary-index.ts';

/** Called with the number of documents read so far. */
export type BuildProgress = (documents: number) => void;

export interface IndexedRecords {
  readonly namespace: string;
  /** Returns the stored records, oldest first. */
  readonly records: () => Iterable<StoredRecord>;
  /** Adds to the bytes of the collection. */
  readonly account: (delta: number) => void;
}

const entryOverhead = 40;
const progressEvery = 20_000;

/** The indexes of one collection: which there are, and the entries that its records have in them. */
export class CollectionIndexes {
  readonly byName = new Map<string, SecondaryIndex>();
  readonly #stored: IndexedRecords;
  /** `_id` in order, only once a range or a sort has asked for it. */
  #idOrder: SecondaryIndex | undefined;

  constructor(stored: IndexedRecords) {
    this.#stored = stored;
  }

  /** Those that can serve this query. */
  usableFor(filter: Filter, sort: SortFields): Iterable<SecondaryIndex> {
    const wanted = sort[0]?.[0] === '_id' || filter.constraints.some(({ path }) => path === '_id');
    if (!wanted) return this.byName.values();
    this.#idOrder ??= this.#build([idIndex])[0] as SecondaryIndex;
    return [...this.byName.values(), this.#idOrder];
  }

  /** All that have entries. */
  *ordered(): Iterable<SecondaryIndex> {
    yield* this.byName.values();
    if (this.#idOrder) yield this.#idOrder;
  }

  /** The keys of a document by index. Throws E11000 when another record than `self` has one of a unique index. */
  entries(doc: Doc, self: StoredRecord | undefined): [SecondaryIndex, readonly string[]][] {
    const entries: [SecondaryIndex, readonly string[]][] = [];
    for (const index of this.ordered()) {
      const keys = index.toKeys(doc);
      if (index.conflict(keys, self)) throw this.duplicate(index.spec, index.keyValue(doc, self));
      entries.push([index, keys]);
    }
    return entries;
  }

  /** The error E11000. */
  duplicate(spec: IndexSpec, keyValue: Doc): Error {
    return duplicateKey(this.#stored.namespace, spec, keyValue, shellFormat(keyValue));
  }

  /**
   * Builds indexes in one pass over what is stored, decoding no other fields than theirs. Throws E11000 when
   * stored documents conflict; nothing is kept then.
   */
  #build(specs: readonly IndexSpec[], onProgress?: BuildProgress): SecondaryIndex[] {
    const building = specs.map((spec) => new IndexBuild(spec));
    const fields = fieldTree(building.flatMap(({ index }) => index.paths));
    let documents = 0;
    for (const record of this.#stored.records()) {
      if (++documents % progressEvery === 0) onProgress?.(documents);
      const doc = record.doc ?? readFields(record.raw, fields);
      for (const build of building) {
        if (build.add(doc, record)) continue;
        throw this.duplicate(build.index.spec, build.index.keyValue(doc));
      }
    }
    const indexes = building.map((build) => build.finish());
    for (const { keys } of indexes) this.#stored.account(keys.bytes + keys.size * entryOverhead);
    return indexes;
  }

  addKeys(index: SecondaryIndex, keys: readonly string[], record: StoredRecord): void {
    for (const key of keys) {
      index.keys.insert(key, record);
      this.#stored.account(key.length + entryOverhead);
    }
  }

  removeKeys(index: SecondaryIndex, keys: readonly string[], record: StoredRecord): void {
    for (const key of keys) {
      index.keys.remove(key, record);
      this.#stored.account(-(key.length + entryOverhead));
    }
  }

  /** Takes an index away; false when there is none of this name. */
  drop(name: string): boolean {
    const index = this.byName.get(name);
    if (!index) return false;
    this.byName.delete(name);
    this.#stored.account(-(index.keys.bytes + index.keys.size * entryOverhead));
    return true;
  }

  /** Adds an index; false when the same one exists. Throws 85, 86 or E11000. */
  create(spec: IndexSpec): boolean {
    if (indexExists(this.specs(), spec)) return false;
    this.createAll([spec]);
    return true;
  }

  /** Adds indexes of which none exists, in one pass over the documents. Throws E11000 before any was added. */
  createAll(specs: readonly IndexSpec[], onProgress?: BuildProgress): void {
    if (this.byName.size + specs.length >= maxIndexes) {
      throw failures.cannotCreateIndex(
        `add index fails, too many indexes for ${this.#stored.namespace} key:${shellFormat(specs[0]?.key ?? {})}`,
      );
    }
    for (const index of this.#build(specs, onProgress)) this.byName.set(index.spec.name, index);
  }

  specs(): IndexSpec[] {
    return [idIndex, ...[...this.byName.values()].map(({ spec }) => spec)];
  }
}
