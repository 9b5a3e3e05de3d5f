import { deserialize, serialize } from 'bson';
import { failures } from '../errors.ts';
import { hasExactNumbers, keepExact } from './exact-numbers.ts';
import type { Doc } from './types.ts';

/** MongoDB's limit for one document, in bytes. */
export const maxDocumentBytes = 16 * 1024 * 1024;

// Binary stays a class (its subtype matters) and so do regular expressions: JavaScript has no `x` and reads `s` otherwise.
const options = { promoteBuffers: false, bsonRegExp: true } as const;

/**
 * BSON bytes as a document. Numbers are plain numbers, except those that would not be written again with their type:
 * every int64 is a Long, and a double of the value of an int32 is a Double. Looking for such numbers costs about an
 * eighth of decoding (measured with an event of 400 bytes); hardly any document of the product has one.
 */
export function decodeDocument(bytes: Uint8Array): Doc {
  if (!hasExactNumbers(asBuffer(bytes))) return deserialize(bytes, options) as Doc;
  return keepExact(deserialize(bytes, { ...options, promoteValues: false })) as Doc;
}

/** Returns the same bytes, not copied. */
export const asBuffer = (bytes: Uint8Array): Buffer =>
  Buffer.isBuffer(bytes) ? bytes : Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);

/** Encodes a document as BSON bytes. Throws BSONObjectTooLarge beyond 16 MB. */
export function encodeDocument(doc: Doc): Buffer {
  // A computed field that came out missing is left out, as MongoDB does, not written as null.
  const bytes = serialize(doc, { ignoreUndefined: true });
  if (bytes.length > maxDocumentBytes) throw failures.documentTooLarge(String(bytes.length));
  return asBuffer(bytes);
}
