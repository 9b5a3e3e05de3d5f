import { Double, Int32, Long, Timestamp } from 'bson';
import { failures } from '../errors.ts';
import { bsonType, endOfValue } from './elements.ts';
import { type Doc, isDoc, isInt32 } from './types.ts';

/** MongoDB's limit for documents within documents. */
const maxDepth = 180;

/**
 * Returns true if a document has numbers whose BSON type a plain JavaScript number would lose: an int64, or a double
 * that would be written again as an int32. Throws when documents are nested deeper than MongoDB allows.
 */
export function hasExactNumbers(bytes: Buffer, start = 0, depth = 1): boolean {
  if (depth > maxDepth) throw failures.tooDeep(String(maxDepth));
  const end = start + bytes.readInt32LE(start) - 1;
  let found = false;
  for (let at = start + 4; at < end; ) {
    const type = bytes[at] as number;
    const valueAt = bytes.indexOf(0, at + 1) + 1;
    if (type === bsonType.int64) found = true;
    else if (type === bsonType.double) found ||= isInt32(bytes.readDoubleLE(valueAt));
    else if (type === bsonType.document || type === bsonType.array)
      found = hasExactNumbers(bytes, valueAt, depth + 1) || found;
    at = endOfValue(bytes, type, valueAt);
  }
  return found;
}

/** Numbers as they came off the wire in their classes: int32 and other doubles become plain, the rest stays exact. */
export function keepExact(value: unknown): unknown {
  if (value instanceof Int32) return value.value;
  if (value instanceof Double) return isInt32(value.value) ? value : value.value;
  return mapContainer(value, keepExact);
}

/** Returns the same document with plain numbers, for code that computes; an int64 beyond 2^53 stays as it is. */
export function plainNumbers<T>(value: T): T {
  return plain(value) as T;
}

function plain(value: unknown): unknown {
  if (value instanceof Double) return value.value;
  if (value instanceof Long && !(value instanceof Timestamp)) {
    const number = value.toNumber();
    return Number.isSafeInteger(number) ? number : value;
  }
  return mapContainer(value, plain);
}

/** Returns the value with its elements or fields mapped; the same object when none changed. */
function mapContainer(value: unknown, map: (inner: unknown) => unknown): unknown {
  if (Array.isArray(value)) {
    const mapped = value.map(map);
    return mapped.some((item, index) => item !== value[index]) ? mapped : value;
  }
  if (!isDoc(value)) return value;
  let changed = false;
  const mapped = Object.entries(value).map(([field, inner]): [string, unknown] => {
    const next = map(inner);
    changed ||= next !== inner;
    return [field, next];
  });
  return changed ? (Object.fromEntries(mapped) as Doc) : value;
}

/** Returns a result that MongoDB returns as a double, whatever its value. */
export const asDouble = (value: number): number | Double => (isInt32(value) ? new Double(value) : value);
