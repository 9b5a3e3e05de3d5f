import { deserialize, serialize } from 'bson';
import { failures } from '../errors.ts';
import type { Doc } from './types.ts';

/** MongoDB's limit for one document, in bytes. */
export const maxDocumentBytes = 16 * 1024 * 1024;

// Binary stays a class (its subtype matters) and so do regular expressions: JavaScript has no `x` and reads `s` otherwise.
const options = { promoteBuffers: false, bsonRegExp: true } as const;

/** BSON bytes as a document. Numbers are plain numbers, except int64 beyond 2^53, which stay Long. */
export const decodeDocument = (bytes: Uint8Array): Doc => deserialize(bytes, options) as Doc;

/** A document as BSON bytes. Throws BSONObjectTooLarge beyond 16 MB. */
export function encodeDocument(doc: Doc): Buffer {
  // A computed field that came out missing is left out, as MongoDB does, not written as null.
  const bytes = serialize(doc, { ignoreUndefined: true });
  if (bytes.length > maxDocumentBytes) throw failures.documentTooLarge(String(bytes.length));
  return Buffer.isBuffer(bytes) ? bytes : Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
}
