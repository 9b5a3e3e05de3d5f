import { decodeDocument } from './decode.ts';
import { bsonType, endOfRawValue, rawInt32 } from './elements.ts';
import { putField } from './path.ts';
import type { Doc } from './types.ts';

interface WantedField {
  readonly name: string;
  /** The fields within it; undefined for all of it. */
  readonly within: FieldTree | undefined;
}

/** Fields by their names as they are in raw documents: UTF-8 bytes as characters. */
export type FieldTree = ReadonlyMap<string, WantedField>;

const asRaw = (text: string): string => Buffer.from(text, 'utf8').toString('latin1');

/** Returns the fields that paths lead through. */
export function fieldTree(paths: Iterable<string>): FieldTree {
  const below = new Map<string, string[]>();
  for (const path of paths) {
    const dot = path.indexOf('.');
    const [name, rest] = dot < 0 ? [path, ''] : [path.slice(0, dot), path.slice(dot + 1)];
    below.set(name, [...(below.get(name) ?? []), rest]);
  }
  return new Map(
    [...below].map(([name, rests]) => [
      asRaw(name),
      { name, within: rests.includes('') ? undefined : fieldTree(rests) },
    ]),
  );
}

/**
 * Reads a document of these fields alone from BSON as one-byte characters. With whole documents decoded, the
 * start over 200,000 events with five indexes took 3.9 s of CPU time instead of 2.2 s.
 */
export function readFields(raw: string, wanted: FieldTree, start = 0): Doc {
  const doc: Doc = {};
  const end = start + rawInt32(raw, start) - 1;
  let left = wanted.size;
  for (let at = start + 4; at < end && left > 0; ) {
    const type = raw.charCodeAt(at);
    const nameEnd = raw.indexOf('\0', at + 1);
    const next = endOfRawValue(raw, type, nameEnd + 1);
    const field = wanted.get(raw.slice(at + 1, nameEnd));
    if (field) {
      left--;
      putField(
        doc,
        field.name,
        readValue(raw, type, nameEnd + 1, field) ?? decodeElement(raw, at, next, field),
      );
    }
    at = next;
  }
  return doc;
}

/** Of the types that index keys are usually made of; undefined for the others. */
function readValue(raw: string, type: number, at: number, { within }: WantedField): unknown {
  switch (type) {
    case bsonType.string: {
      const text = raw.slice(at + 4, at + 3 + rawInt32(raw, at));
      return isAscii.test(text) ? text : undefined;
    }
    case bsonType.date:
      return new Date(rawInt32(raw, at + 4) * 2 ** 32 + (rawInt32(raw, at) >>> 0));
    case bsonType.int32:
      return rawInt32(raw, at);
    case bsonType.document:
      return within && readFields(raw, within, at);
    default:
      return undefined;
  }
}

const isAscii = /^[\0-\x7f]*$/;

function decodeElement(raw: string, at: number, next: number, { name }: WantedField): unknown {
  const size = next - at + 5;
  const bytes = Buffer.alloc(size);
  bytes.writeInt32LE(size, 0);
  bytes.write(raw.slice(at, next), 4, 'latin1');
  return decodeDocument(bytes)[name];
}
