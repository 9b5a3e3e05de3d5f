import { encodeDocument } from '../bson/decode.ts';
import { shellFormat } from '../bson/shell-format.ts';
import { type Doc, isDoc, typeName } from '../bson/types.ts';
import { failures } from '../errors.ts';

/** An index as it is saved, listed and compared. */
export interface IndexSpec {
  readonly name: string;
  readonly key: Readonly<Record<string, 1 | -1>>;
  readonly unique?: boolean;
  readonly sparse?: boolean;
  readonly partialFilterExpression?: Doc;
  readonly expireAfterSeconds?: number;
}

const ignored = new Set(['background', 'v', 'ns']);
const understood = new Set([
  'name',
  'key',
  'unique',
  'sparse',
  'partialFilterExpression',
  'expireAfterSeconds',
]);

export const idIndex: IndexSpec = { name: '_id_', key: { _id: 1 } };
export const maxIndexes = 64;

function parseKey(source: unknown): Record<string, 1 | -1> {
  if (!isDoc(source) || Object.keys(source).length === 0) {
    throw failures.cannotCreateIndex('Index keys cannot be empty.');
  }
  const key: Record<string, 1 | -1> = {};
  for (const [path, direction] of Object.entries(source)) {
    if (direction !== 1 && direction !== -1) {
      throw failures.cannotCreateIndex(
        `the embedded database only has ascending and descending indexes, not ${path}: ${shellFormat(direction)}`,
      );
    }
    if (path === '' || path.split('.').some((part) => part === '' || part.startsWith('$') || part === '**')) {
      throw failures.cannotCreateIndex(`Index key contains an illegal field name: '${path}'.`);
    }
    key[path] = direction;
  }
  return key;
}

const flag = (source: Doc, field: 'unique' | 'sparse'): boolean => {
  const value = source[field] ?? false;
  if (typeof value !== 'boolean' && typeof value !== 'number') {
    throw failures.typeMismatch(
      `The field '${field}' has value ${shellFormat(value)}, which is not convertible to bool`,
    );
  }
  return Boolean(value);
};

function parseExpiry(value: unknown): number | undefined {
  if (value === undefined) return undefined;
  if (typeof value !== 'number' || !(value >= 0) || value > 2 ** 31 - 1) {
    throw failures.cannotCreateIndex(
      `TTL index 'expireAfterSeconds' option must be numeric and not negative, not ${typeName(value)}`,
    );
  }
  return value;
}

/** Reads one entry of createIndexes. Throws for an option that would otherwise have to be ignored. */
export function parseIndexSpec(source: Doc): IndexSpec {
  for (const field of Object.keys(source)) {
    if (understood.has(field) || ignored.has(field) || source[field] === undefined) continue;
    if (field === 'hidden' && source[field] === false) continue;
    throw failures.invalidIndexOption(`the embedded database does not implement the index option '${field}'`);
  }
  const key = parseKey(source.key);
  const name = source.name ?? Object.entries(key).flat().join('_');
  if (typeof name !== 'string' || name === '' || name === '*')
    throw failures.cannotCreateIndex('The index name has to be a string');
  const expireAfterSeconds = parseExpiry(source.expireAfterSeconds);
  if (expireAfterSeconds !== undefined && Object.keys(key).length > 1) {
    throw failures.cannotCreateIndex(
      'TTL indexes are single-field indexes, compound indexes do not support TTL.',
    );
  }
  if (isIdKey(key) && (expireAfterSeconds !== undefined || source.unique !== undefined)) {
    const option = expireAfterSeconds === undefined ? 'unique' : 'expireAfterSeconds';
    throw failures.invalidIndexOption(`The field '${option}' is not valid for an _id index specification`);
  }
  const partial = source.partialFilterExpression;
  if (isDoc(partial)) checkPartialFilter(partial);
  if (partial !== undefined && !isDoc(partial))
    throw failures.cannotCreateIndex('partialFilterExpression has to be an object');
  if (partial !== undefined && flag(source, 'sparse')) {
    throw failures.cannotCreateIndex('cannot mix "partialFilterExpression" and "sparse" options');
  }
  return {
    name,
    key,
    ...(flag(source, 'unique') && { unique: true }),
    ...(flag(source, 'sparse') && { sparse: true }),
    ...(partial !== undefined && { partialFilterExpression: partial }),
    ...(expireAfterSeconds !== undefined && { expireAfterSeconds }),
  };
}

const isIdKey = (key: IndexSpec['key']): boolean => Object.keys(key).join() === '_id';

const partialOperators = new Set([
  '$eq',
  '$gt',
  '$gte',
  '$lt',
  '$lte',
  '$type',
  '$exists',
  '$and',
  '$or',
  '$in',
]);

function checkPartialFilter(filter: Doc): void {
  for (const [field, operand] of Object.entries(filter)) {
    const unsupported = field.startsWith('$') && !partialOperators.has(field);
    if (unsupported || (field === '$exists' && operand !== true)) {
      throw failures.cannotCreateIndex(`unsupported expression in partial index: ${shellFormat(filter)}`);
    }
    for (const clause of Array.isArray(operand) ? operand : [operand])
      if (isDoc(clause)) checkPartialFilter(clause);
  }
}

const toBytes = (value: unknown): string => encodeDocument({ value }).toString('latin1');
const sameKey = (a: IndexSpec, b: IndexSpec): boolean => toBytes(a.key) === toBytes(b.key);
const getOptions = ({ unique, sparse, partialFilterExpression, expireAfterSeconds }: IndexSpec): string =>
  toBytes([unique ?? false, sparse ?? false, partialFilterExpression ?? null, expireAfterSeconds ?? null]);

/** Returns true if an equal index exists already. Throws 85 or 86 when another conflicts. */
export function indexExists(existing: Iterable<IndexSpec>, wanted: IndexSpec): boolean {
  for (const index of existing) {
    const [name, key, options] = [
      index.name === wanted.name,
      sameKey(index, wanted),
      index.name === '_id_' || getOptions(index) === getOptions(wanted),
    ];
    if (key && options && name) return true;
    if (key && name) {
      throw failures.indexKeyConflict(
        `An existing index has the same name as the requested index. When index names are not specified, they are auto generated and can cause conflicts. Please refer to our documentation. Requested index: ${describe(wanted)}, existing index: ${describe(index)}`,
      );
    }
    if (name) {
      throw failures.indexKeyConflict(
        `An existing index has the same name as the requested index. Requested index: ${describe(wanted)}, existing index: ${describe(index)}`,
      );
    }
    if (key && index.name === '_id_') return true;
    if (key && sameUniqueness(index, wanted)) {
      throw failures.indexOptionsConflict(`Index already exists with a different name: ${index.name}`);
    }
  }
  return false;
}

/** Since MongoDB 5.0 indexes with one key pattern may coexist when their sparse or partial options differ. */
function sameUniqueness(a: IndexSpec, b: IndexSpec): boolean {
  const signature = ({ unique, sparse, partialFilterExpression }: IndexSpec): string =>
    toBytes([unique ?? false, sparse ?? false, partialFilterExpression ?? null]);
  return signature(a) === signature(b);
}

const describe = (spec: IndexSpec): string => shellFormat({ v: 2, ...spec });
