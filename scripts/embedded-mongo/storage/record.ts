import { decodeDocument } from '../bson/decode.ts';
import type { Doc } from '../bson/types.ts';

/**
 * One document. Its value is `raw`, its BSON as a string of one-byte characters: measured for a
 * 384-byte document, a string costs 400 bytes of heap, a Buffer of its own 700, the decoded object 2,600.
 */
export interface StoredRecord {
  /** The encoded `_id`. */
  readonly key: string;
  /** Order of insertion in the collection; ties between equal index keys are broken by it. */
  readonly seq: number;
  raw: string;
  /** The decoded document while it is hot. Replaced on update, never changed in place. */
  doc: Doc | undefined;
}

export const rawBytes = (record: StoredRecord): Buffer => Buffer.from(record.raw, 'latin1');

export interface HotDocuments {
  /** The decoded document, kept decoded for a while. */
  readonly read: (record: StoredRecord) => Doc;
  /** The decoded document, for scans, which would otherwise push everything hot out. */
  readonly peek: (record: StoredRecord) => Doc;
  /** Remembers that a record was written with its document decoded. */
  readonly keep: (record: StoredRecord) => void;
}

/** Keeps at most `maxBytes` of BSON decoded, first in, first out: decoding again costs about 3 µs. */
export function createHotDocuments(maxBytes: number): HotDocuments {
  let queue: { record: StoredRecord; size: number }[] = [];
  let head = 0;
  let bytes = 0;

  function evict(): void {
    while (bytes > maxBytes && head < queue.length) {
      const { record, size } = queue[head++] as { record: StoredRecord; size: number };
      record.doc = undefined;
      bytes -= size;
    }
    if (head > 4096 && head * 2 > queue.length) {
      queue = queue.slice(head);
      head = 0;
    }
  }

  function keep(record: StoredRecord): void {
    queue.push({ record, size: record.raw.length });
    bytes += record.raw.length;
    if (bytes > maxBytes) evict();
  }

  return {
    keep,
    peek: (record) => record.doc ?? decodeDocument(rawBytes(record)),
    read(record) {
      if (record.doc === undefined) {
        record.doc = decodeDocument(rawBytes(record));
        keep(record);
      }
      return record.doc;
    },
  };
}
