import { createHash, type Hash } from 'node:crypto';
import { type FileHandle, open, rm } from 'node:fs/promises';
import { join } from 'node:path';
import type { SpillSink } from './scanner.ts';
import type { SpillMemory } from './spill-memory.ts';

/** One long data URL of the body, decoded into a file, or into memory where it is short. */
export interface SpilledString {
  placeholder: string;
  /** As declared, in lower case; `text/plain` when none was. Image inspection determines what the bytes really are. */
  mediaType: string;
  /** The file; it does not exist when `data` is set. */
  path: string;
  data?: Buffer;
  bytes: number;
  /** Hex, of the decoded bytes. */
  sha256: string;
}

interface SpoolFile {
  placeholder: string;
  path: string;
  handle: FileHandle | undefined;
  /** Only files that this spool created may be deleted by it. */
  created: boolean;
  hash: Hash;
  bytes: number;
  waiting: Buffer[];
  /** The whole string, once it has ended, if it is kept in memory. */
  data: Buffer | undefined;
  /** Set when the string has ended; the flush that writes its last bytes closes the file. */
  mediaType: string | undefined;
}

/**
 * Buffers decoded bytes until `flush` has written them, so that the scanner can run synchronously over a
 * slice. The caller awaits `flush` before it reads further, which applies the back-pressure of the disk.
 */
export class Spool implements SpillSink {
  readonly #directory: string;
  readonly #token: string;
  readonly #memory: SpillMemory | undefined;
  readonly #files: SpoolFile[] = [];
  #unfinished: SpoolFile[] = [];

  constructor(directory: string, token: string, memory?: SpillMemory) {
    this.#directory = directory;
    this.#token = token;
    this.#memory = memory;
  }

  begin(): string {
    const name = `${this.#token}-${this.#files.length}`;
    const file: SpoolFile = {
      placeholder: `spilled:${name}`,
      path: join(this.#directory, `${name}.spool`),
      handle: undefined,
      created: false,
      hash: createHash('sha256'),
      bytes: 0,
      waiting: [],
      data: undefined,
      mediaType: undefined,
    };
    this.#files.push(file);
    this.#unfinished.push(file);
    return file.placeholder;
  }

  data(bytes: Buffer): void {
    const file = this.#files.at(-1)!;
    file.hash.update(bytes);
    file.bytes += bytes.length;
    file.waiting.push(bytes);
  }

  end(mediaType: string): void {
    this.#files.at(-1)!.mediaType = mediaType;
  }

  /** Writes what is buffered, except what may stay in memory; afterwards at most one file, the current string's, is open. */
  async flush(): Promise<void> {
    for (const file of this.#unfinished) if (!this.#staysInMemory(file)) await write(file);
    this.#unfinished = this.#unfinished.filter((file) => file.mediaType === undefined);
  }

  #staysInMemory(file: SpoolFile): boolean {
    const memory = this.#memory;
    if (!memory || file.created || file.bytes > memory.maxEach) return false;
    if (file.mediaType === undefined) return true;
    if (!memory.reserve(file.bytes)) return false;
    file.data = Buffer.concat(file.waiting, file.bytes);
    file.waiting = [];
    return true;
  }

  /** The spilled strings by placeholder. Deletes the files of those that `used` does not name. */
  async keep(used: Set<string>): Promise<Map<string, SpilledString>> {
    const kept = this.#files.filter((file) => used.has(file.placeholder));
    await removeSpilled(
      this.#files.filter((file) => !used.has(file.placeholder)),
      this.#memory,
    );
    return new Map(kept.map((file) => [file.placeholder, spilled(file)]));
  }

  /** Closes and deletes everything. */
  async discard(): Promise<void> {
    for (const file of this.#unfinished) await file.handle?.close();
    await removeSpilled(
      this.#files.filter((file) => file.created || file.data),
      this.#memory,
    );
  }
}

/** Deletes the files and releases the memory; files that were moved away are ignored. */
export async function removeSpilled(
  strings: Iterable<{ path: string; data?: Buffer | undefined; bytes: number }>,
  memory: SpillMemory | undefined,
): Promise<void> {
  const removing = Array.from(strings, async ({ path, data, bytes }) => {
    if (data) memory?.release(bytes);
    else await rm(path, { force: true });
  });
  await Promise.all(removing);
}

async function write(file: SpoolFile): Promise<void> {
  // `wx`: an existing name means that a token was used twice, and must not be overwritten.
  if (!file.created) file.handle = await open(file.path, 'wx', 0o600);
  file.created = true;
  const { handle } = file;
  if (handle === undefined) return;
  if (file.waiting.length > 0) await writeAll(handle, file.waiting);
  file.waiting = [];
  if (file.mediaType === undefined) return;
  file.handle = undefined;
  await handle.close();
}

/** `writev` may write less than requested (a full disk does so before it returns ENOSPC). */
async function writeAll(handle: FileHandle, buffers: Buffer[]): Promise<void> {
  const wanted = buffers.reduce((sum, buffer) => sum + buffer.length, 0);
  let { bytesWritten } = await handle.writev(buffers);
  if (bytesWritten === wanted) return;
  const whole = Buffer.concat(buffers);
  while (bytesWritten < wanted) {
    bytesWritten += (await handle.write(whole, bytesWritten, wanted - bytesWritten)).bytesWritten;
  }
}

function spilled(file: SpoolFile): SpilledString {
  const { placeholder, path, data, bytes } = file;
  return {
    placeholder,
    mediaType: file.mediaType ?? 'text/plain',
    path,
    ...(data ? { data } : {}),
    bytes,
    sha256: file.hash.digest('hex'),
  };
}
