import { randomInt } from 'node:crypto';
import { setImmediate as yieldToOthers } from 'node:timers/promises';
import { failures } from '../errors.ts';
import type { RawDocument } from '../wire/reply-writer.ts';

/** Yielded by a source that has worked for a time slice without a result, so that other clients are served. */
export const pause = Symbol('pause');
export type Source = Iterator<RawDocument | typeof pause, void, undefined>;

export interface Cursor {
  readonly id: bigint;
  readonly namespace: string;
  readonly source: Source;
  /** A document that did not fit into the last batch. */
  held: RawDocument | undefined;
  usedAt: number;
}

export interface Batch {
  readonly documents: RawDocument[];
  readonly finished: boolean;
}

/** A reply may hold 16 MB of documents and always at least one. */
const maxBatchBytes = 16 * 1024 * 1024;
const maxCursors = 10_000;
/** As in MongoDB. */
const idleMs = 10 * 60_000;

/** A time slice: how long one command may block all others. */
export const sliceMs = 10;

/** Fills a batch from a cursor; only a source that pauses makes it a Promise. */
export function fillBatch(cursor: Pick<Cursor, 'source' | 'held'>, limit: number): Batch | Promise<Batch> {
  const documents: RawDocument[] = [];
  let bytes = 0;
  function run(): Batch | Promise<Batch> {
    for (;;) {
      if (documents.length >= limit) return { documents, finished: false };
      const next = cursor.held ?? take(cursor.source);
      if (next === undefined) return { documents, finished: true };
      if (next === pause) return yieldToOthers().then(run);
      cursor.held = undefined;
      if (documents.length > 0 && bytes + next.length > maxBatchBytes) {
        cursor.held = next;
        return { documents, finished: false };
      }
      documents.push(next);
      bytes += next.length;
    }
  }
  return run();
}

function take(source: Source): RawDocument | typeof pause | undefined {
  const { value, done } = source.next();
  return done ? undefined : (value as RawDocument | typeof pause);
}

/** Open cursors of all clients. */
export class Cursors {
  readonly #open = new Map<bigint, Cursor>();

  add(namespace: string, source: Source, held: RawDocument | undefined): bigint {
    this.#expire();
    if (this.#open.size >= maxCursors) throw failures.resultTooLarge('open cursors');
    const id = (BigInt(randomInt(1, 2 ** 30)) << 32n) | BigInt(randomInt(2 ** 32));
    this.#open.set(id, { id, namespace, source, held, usedAt: Date.now() });
    return id;
  }

  get(id: bigint, namespace: string): Cursor {
    const cursor = this.#open.get(id);
    if (!cursor || cursor.namespace !== namespace) throw failures.cursorNotFound(String(id));
    cursor.usedAt = Date.now();
    return cursor;
  }

  kill(id: bigint): boolean {
    this.#open.get(id)?.source.return?.();
    return this.#open.delete(id);
  }

  get size(): number {
    return this.#open.size;
  }

  #expire(): void {
    const oldest = Date.now() - idleMs;
    for (const { id, usedAt } of this.#open.values()) if (usedAt < oldest) this.kill(id);
  }
}
