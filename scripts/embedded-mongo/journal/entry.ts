import { crc32 } from 'node:zlib';

/** Actions of journal entries. Entries are post-images, so that applying one twice changes nothing. */
export const action = {
  put: 1,
  remove: 2,
  createCollection: 3,
  dropCollection: 4,
  createIndex: 5,
  dropIndex: 6,
} as const;
export type Action = (typeof action)[keyof typeof action];

export interface JournalEntry {
  readonly action: Action;
  readonly namespace: string;
  /** BSON: the document, `{ _id }`, the index, or an empty document. */
  readonly body: Uint8Array;
}

/** [length of the rest, 4][crc32 of the rest, 4][action, 1][length of namespace, 2][namespace][body] */
const headerBytes = 8;
const maxEntryBytes = 20 * 1024 * 1024;
const namespaces = new Map<string, Buffer>();

function namespaceBytes(namespace: string): Buffer {
  let bytes = namespaces.get(namespace);
  if (!bytes) {
    bytes = Buffer.from(namespace);
    if (namespaces.size > 10_000) namespaces.clear();
    namespaces.set(namespace, bytes);
  }
  return bytes;
}

export function encodeEntry({ action: code, namespace, body }: JournalEntry): Buffer {
  const name = namespaceBytes(namespace);
  const length = 3 + name.length + body.length;
  const bytes = Buffer.allocUnsafe(headerBytes + length);
  bytes.writeUInt32LE(length, 0);
  bytes[8] = code;
  bytes.writeUInt16LE(name.length, 9);
  bytes.set(name, 11);
  bytes.set(body, 11 + name.length);
  bytes.writeUInt32LE(crc32(bytes.subarray(headerBytes)), 4);
  return bytes;
}

/** Decodes the entry at an offset; undefined when there is no whole, intact entry. */
export function decodeEntry(bytes: Buffer, at: number): { entry: JournalEntry; next: number } | undefined {
  if (at + headerBytes > bytes.length) return undefined;
  const length = bytes.readUInt32LE(at);
  const start = at + headerBytes;
  if (length < 3 || length > maxEntryBytes || start + length > bytes.length) return undefined;
  const rest = bytes.subarray(start, start + length);
  if (crc32(rest) !== bytes.readUInt32LE(at + 4)) return undefined;
  const nameEnd = 3 + rest.readUInt16LE(1);
  const entry = {
    action: rest[0] as Action,
    namespace: namespaceIn(rest, nameEnd),
    body: rest.subarray(nameEnd),
  };
  return { entry, next: start + length };
}

let lastNamespace = '';

/** Most entries are of the same collection as the one before. */
function namespaceIn(rest: Buffer, end: number): string {
  const known = namespaceBytes(lastNamespace);
  if (known.length !== end - 3 || rest.compare(known, 0, known.length, 3, end) !== 0)
    lastNamespace = rest.toString('utf8', 3, end);
  return lastNamespace;
}

const smallestDocument = 5;

/**
 * Returns true if the bytes at an offset have the shape of an entry: lengths that fit each other and a known action.
 */
export function looksLikeEntry(bytes: Buffer, at: number): boolean {
  const nameAt = at + headerBytes + 3;
  if (nameAt > bytes.length) return false;
  const length = bytes.readUInt32LE(at);
  const nameLength = bytes.readUInt16LE(nameAt - 2);
  const bodyLength = length - 3 - nameLength;
  const bodyAt = nameAt + nameLength;
  if (bodyLength < smallestDocument || bodyAt + bodyLength > bytes.length) return false;
  const code = bytes[at + headerBytes] as number;
  return code >= action.put && code <= action.dropIndex && bytes.readInt32LE(bodyAt) === bodyLength;
}
