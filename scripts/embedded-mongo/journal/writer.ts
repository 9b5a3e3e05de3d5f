import { writeSync } from 'node:fs';
import { type FileHandle, open } from 'node:fs/promises';
import { dirname } from 'node:path';
import { syncDirectory } from './files.ts';

/** `group`: an acknowledged write has been through fdatasync. `async`: it may be lost for up to 50 ms. */
export type SyncMode = 'group' | 'async';
const asyncDelayMs = 50;

/**
 * Appends to the journal. `append` is synchronous and keeps the order of the calls; everything appended while the
 * disk is busy goes out with the next write and one fdatasync, which is what makes 64 writers as cheap as one.
 */
export class JournalWriter {
  #file: FileHandle;
  #pending: Buffer[] = [];
  #waiters: ((failure?: Error) => void)[] = [];
  #rotation: { file: FileHandle; done: () => void } | undefined;
  #flushing: Promise<void> | undefined;
  #scheduled = false;
  #failure: Error | undefined;
  readonly #mode: SyncMode;
  readonly #onFailure: (error: Error) => void;
  /** Bytes in the current file. */
  bytes: number;

  constructor(file: FileHandle, bytes: number, mode: SyncMode, onFailure: (error: Error) => void) {
    this.#file = file;
    this.bytes = bytes;
    this.#mode = mode;
    this.#onFailure = onFailure;
  }

  static async open(path: string, mode: SyncMode, onFailure: (error: Error) => void): Promise<JournalWriter> {
    const file = await open(path, 'a');
    return new JournalWriter(file, (await file.stat()).size, mode, onFailure);
  }

  append(entry: Buffer): void {
    this.#pending.push(entry);
    this.bytes += entry.length;
    this.#schedule();
  }

  /** True while an appended entry is not on disk yet. */
  get dirty(): boolean {
    return this.#pending.length > 0 || this.#flushing !== undefined;
  }

  /** Resolves once everything appended so far is on disk; rejects when the disk failed. */
  durable(): Promise<void> {
    if (this.#failure) return Promise.reject(this.#failure);
    if (!this.dirty) return Promise.resolve();
    // A running flush took its entries before ours: only the next one covers them.
    if (this.#pending.length === 0) return this.#settled(this.#flushing as Promise<void>);
    return new Promise((resolve, reject) =>
      this.#waiters.push((failure) => (failure ? reject(failure) : resolve())),
    );
  }

  async #settled(flush: Promise<void>): Promise<void> {
    await flush;
    if (this.#failure) throw this.#failure;
  }

  /**
   * Continues in a new file. The switch happens between two flushes, so the old file is whole and on disk, and a
   * writer that never pauses cannot delay it.
   */
  async rotate(path: string): Promise<void> {
    const file = await open(path, 'a');
    await syncDirectory(dirname(path));
    await new Promise<void>((done) => {
      this.#rotation = { file, done };
      if (!this.#flushing) void this.#flush();
    });
  }

  async close(): Promise<void> {
    while (this.dirty && !this.#failure) await this.#flush();
    await this.#file.close();
  }

  #schedule(): void {
    if (this.#scheduled || this.#flushing) return;
    this.#scheduled = true;
    const start = (): void => {
      this.#scheduled = false;
      void this.#flush();
    };
    if (this.#mode === 'async') setTimeout(start, asyncDelayMs);
    else setImmediate(start);
  }

  #flush(): Promise<void> {
    this.#flushing ??= this.#writeOut().finally(() => {
      this.#flushing = undefined;
      if (this.#rotation) void this.#flush();
      else if (this.#pending.length > 0) this.#schedule();
    });
    return this.#flushing;
  }

  async #writeOut(): Promise<void> {
    const entries = this.#pending;
    const waiters = this.#waiters;
    this.#pending = [];
    this.#waiters = [];
    try {
      await this.#switchFile();
      if (entries.length === 0) return;
      await writeFully(this.#file, entries.length === 1 ? (entries[0] as Buffer) : Buffer.concat(entries));
      await this.#file.datasync();
    } catch (error) {
      // Nothing may be acknowledged after a failed fsync: the kernel may have dropped the pages.
      this.#failure = error as Error;
      this.#onFailure(this.#failure);
    }
    for (const settle of waiters) settle(this.#failure);
  }

  async #switchFile(): Promise<void> {
    if (!this.#rotation) return;
    const { file, done } = this.#rotation;
    this.#rotation = undefined;
    const old = this.#file;
    this.#file = file;
    this.bytes = 0;
    done();
    await old.close();
  }
}

/** Up to this size a write into the page cache (20 µs) is cheaper than a trip through the thread pool. */
const synchronousBytes = 256 * 1024;

async function writeFully(file: FileHandle, bytes: Buffer): Promise<void> {
  let at = bytes.length <= synchronousBytes ? writeSync(file.fd, bytes) : 0;
  while (at < bytes.length) at += (await file.write(bytes, at, bytes.length - at)).bytesWritten;
}
