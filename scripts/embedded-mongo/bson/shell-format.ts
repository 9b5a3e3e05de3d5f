import { type Binary, ObjectId } from 'bson';
import { bsonClass, type Doc, isDoc } from './types.ts';

/** Returns a value as MongoDB prints it in its error messages. */
export function shellFormat(value: unknown): string {
  if (value === undefined || value === null) return 'null';
  if (typeof value === 'string') return JSON.stringify(value);
  if (value instanceof Date) return `new Date(${value.getTime()})`;
  if (value instanceof ObjectId) return `ObjectId('${value.toHexString()}')`;
  if (Array.isArray(value)) return `[ ${value.map(shellFormat).join(', ')} ]`;
  if (isDoc(value)) return formatDoc(value);
  if (typeof value === 'object' && bsonClass(value) === 'Binary') {
    const binary = value as Binary;
    return `BinData(${binary.sub_type}, ${Buffer.from(binary.value()).toString('hex').toUpperCase()})`;
  }
  return String(value);
}

function formatDoc(doc: Doc): string {
  const fields = Object.entries(doc).map(([field, value]) => `${field}: ${shellFormat(value)}`);
  return fields.length === 0 ? '{}' : `{ ${fields.join(', ')} }`;
}
