import { createHash, type Hash } from 'node:crypto';
import { type FileHandle, open, rm } from 'node:fs/promises';
import { join } from 'node:path';
import type { SpillSink } from './scanner.ts';
import type { SpillMemory } from './spill-memory.ts';

/** One long data URL of the body, decoded into a file, or into memory where it is short. */
export interface SpilledString {
  placeholder: string;
  /** As declared, lower case; `text/plain` when none was. What the bytes are is for image inspection to say. */
  mediaType: string;
  /** The file; nothing is there when `data` is set. */
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
  /** Only what this spool has made is its own to delete. */
  created: boolean;
  hash: Hash;
  bytes: number;
  waiting: Buffer[];
  /** The whole string, once it has ended and there was room for it. */
  data: Buffer | undefined;
  /** Set when the string has ended; the file is closed by the flush that writes its last bytes. */
  mediaType: string | undefined;
}

/**
 * Keeps decoded bytes in memory until `flush` has written them, so that the scanner can run synchronously
 * over a slice while the disk sets the pace: the caller awaits `flush` before it reads on.
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

  /** Writes what waits, except what may stay in memory; afterwards at most one file, the current string's, is open. */
  async flush(): Promise<void> {
    for (const file of this.#unfinished) if (!this.#staysInMemory(file)) await write(file);
    this.#unfinished = this.#unfinished.filter((file) => file.mediaType === undefined);
  }

  #staysInMemory(file: SpoolFile): boolean {
    const memory = this.#memory;
    if (!memory || file.created || file.bytes > memory.mostEach) return false;
    if (file.mediaType === undefined) return true;
    if (!memory.take(file.bytes)) return false;
    file.data = Buffer.concat(file.waiting, file.bytes);
    file.waiting = [];
    return true;
  }

  /** What was spilled, by placeholder. The files of strings that `used` does not name are deleted. */
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

/** Deletes the files and gives the memory back; files that were moved away are no error. */
export async function removeSpilled(
  strings: Iterable<{ path: string; data?: Buffer | undefined; bytes: number }>,
  memory: SpillMemory | undefined,
): Promise<void> {
  const removing = Array.from(strings, async ({ path, data, bytes }) => {
    if (data) memory?.give(bytes);
    else await rm(path, { force: true });
  });
  await Promise.all(removing);
}

async function write(file: SpoolFile): Promise<void> {
  // `wx`: a name that exists is a token used twice, and must not be overwritten.
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

/** `writev` may write less than asked (a full disk answers so before it answers ENOSPC). */
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
