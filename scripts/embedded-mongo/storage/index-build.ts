import type { Doc } from '../bson/types.ts';
import type { IndexSpec } from './index-spec.ts';
import type { StoredRecord } from './record.ts';
import { SecondaryIndex } from './secondary-index.ts';

/** Collects the entries of a new index before they are sorted once. */
export class IndexBuild {
  readonly index: SecondaryIndex;
  readonly #keys: string[] = [];
  readonly #records: StoredRecord[] = [];
  readonly #holders: Map<string, StoredRecord> | undefined;

  constructor(spec: IndexSpec) {
    this.index = new SecondaryIndex(spec);
    this.#holders = spec.unique ? new Map() : undefined;
  }

  /** Returns false when another record of a unique index has a key of this document. */
  add(doc: Doc, record: StoredRecord): boolean {
    for (const key of this.index.toKeys(doc)) {
      const holder = this.#holders?.get(key);
      if (holder && holder !== record) return false;
      this.#holders?.set(key, record);
      this.#keys.push(key);
      this.#records.push(record);
    }
    return true;
  }

  finish(): SecondaryIndex {
    this.index.keys.load(this.#keys, this.#records);
    return this.index;
  }
}
