import { encodeField } from '../bson/key-string.ts';
import { ownField, visitPath } from '../bson/path.ts';
import type { Doc } from '../bson/types.ts';
import { failures } from '../errors.ts';
import { compileFilter, type Filter } from '../query/matcher.ts';
import type { IndexSpec } from './index-spec.ts';
import type { StoredRecord } from './record.ts';
import { SortedKeys } from './sorted-keys.ts';

export interface IndexField {
  readonly path: string;
  readonly parts: readonly string[];
  readonly direction: 1 | -1;
}

const none: readonly string[] = [];

/** Returns the values of one field for an index: one, or one per array element. */
function fieldValues(doc: Doc, { parts }: IndexField): { values: unknown[]; array: boolean } {
  if (parts.length === 1) {
    const value = ownField(doc, parts[0] as string);
    if (!Array.isArray(value)) return { values: [value ?? null], array: false };
    return { values: value.length === 0 ? [undefined] : value, array: true };
  }
  const values: unknown[] = [];
  let array = false;
  let visits = 0;
  visitPath(doc, parts, 0, (value) => {
    visits++;
    if (Array.isArray(value)) {
      array = true;
      values.push(...(value.length === 0 ? [undefined] : value));
    } else values.push(value ?? null);
    return false;
  });
  // No visit, or several, means an array was crossed on the way.
  return { values: visits === 0 ? [undefined] : values, array: array || visits !== 1 };
}

/** One index of a collection: its definition, and the keys of every record it covers. */
export class SecondaryIndex {
  readonly spec: IndexSpec;
  readonly fields: readonly IndexField[];
  readonly keys = new SortedKeys();
  readonly partial: Filter | undefined;
  /** True once a document has had an array here: then two bounds may be met by two different elements. */
  multikey = false;
  /** Paths that its keys and its partial filter are made of. */
  readonly paths: readonly string[];
  /** The top-level fields that its keys and its partial filter are made of. */
  readonly touching: ReadonlySet<string>;

  constructor(spec: IndexSpec) {
    this.spec = spec;
    this.fields = Object.entries(spec.key).map(([path, direction]) => ({
      path,
      parts: path.split('.'),
      direction,
    }));
    this.partial = spec.partialFilterExpression && compileFilter(spec.partialFilterExpression);
    this.paths = [...this.fields, ...(this.partial?.conditions ?? [])].map(({ path }) => path);
    this.touching = new Set(this.paths.map((path) => path.split('.')[0] as string));
  }

  /**
   * Returns true if an update may have changed this index. Unchanged fields are shared between versions, so this is
   * cheap.
   */
  affectedBy(before: Doc, after: Doc): boolean {
    for (const field of this.touching) if (before[field] !== after[field]) return true;
    return false;
  }

  /** The index keys of a document; none when a sparse or partial index leaves it out. */
  toKeys(doc: Doc): readonly string[] {
    if (this.partial && !this.partial.test(doc)) return none;
    if (this.spec.sparse && !this.#present(doc)) return none;
    let keys: string[] = [''];
    let arrayPath: string | undefined;
    for (const field of this.fields) {
      const { values, array } = fieldValues(doc, field);
      if (array && arrayPath !== undefined) throw failures.parallelArrays(field.path, arrayPath);
      if (array) {
        arrayPath = field.path;
        this.multikey = true;
      }
      const encoded = values.map((value) => encodeField(value, field.direction));
      keys =
        encoded.length === 1
          ? keys.map((key) => key + encoded[0])
          : keys.flatMap((key) => encoded.map((end) => key + end));
    }
    return keys.length === 1 ? keys : [...new Set(keys)];
  }

  #present(doc: Doc): boolean {
    return this.fields.some(({ parts }) => visitPath(doc, parts, 0, (value) => value !== undefined));
  }

  /** Another record that holds one of these keys, when the index is unique. */
  conflict(keys: readonly string[], self: StoredRecord | undefined): StoredRecord | undefined {
    if (!this.spec.unique) return undefined;
    for (const key of keys) {
      const holder = this.keys.get(key);
      if (holder !== undefined && holder !== self) return holder;
    }
    return undefined;
  }

  /** The values of this index in a document that another record has, as `keyValue` of a duplicate key error. */
  keyValue(doc: Doc, self?: StoredRecord): Doc {
    const elements = this.fields.map((field) => fieldValues(doc, field).values);
    const combinations = Math.max(...elements.map(({ length }) => length));
    // Of several fields at most one is an array.
    const valuesAt = (i: number) => elements.map((values) => values[values.length === 1 ? 0 : i]);
    const keyAt = (i: number) =>
      valuesAt(i)
        .map((value, at) => encodeField(value, (this.fields[at] as IndexField).direction))
        .join('');
    const taken = Array.from({ length: combinations }, (_, i) => i).find((i) =>
      this.conflict([keyAt(i)], self),
    );
    const values = valuesAt(taken ?? 0);
    return Object.fromEntries(this.fields.map((field, at) => [field.path, values[at] ?? null]));
  }
}
