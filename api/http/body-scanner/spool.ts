import { createHash, type Hash } from 'node:crypto';
import { type FileHandle, open, rm } from 'node:fs/promises';
import { join } from 'node:path';
import type { SpillSink } from './scanner.ts';

/** One long data URL of the body, decoded into a file. */
export interface SpilledString {
  placeholder: string;
  /** As declared, lower case; `text/plain` when none was. What the bytes are is for image inspection to say. */
  mediaType: string;
  path: string;
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
  readonly #files: SpoolFile[] = [];
  #unfinished: SpoolFile[] = [];

  constructor(directory: string, token: string) {
    this.#directory = directory;
    this.#token = token;
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

  /** Writes what waits; afterwards at most one file, the current string's, is open. */
  async flush(): Promise<void> {
    for (const file of this.#unfinished) await write(file);
    this.#unfinished = this.#unfinished.filter((file) => file.mediaType === undefined);
  }

  /** What was spilled, by placeholder. The files of strings that `used` does not name are deleted. */
  async keep(used: Set<string>): Promise<Map<string, SpilledString>> {
    const kept = this.#files.filter((file) => used.has(file.placeholder));
    await removeFiles(this.#files.filter((file) => !used.has(file.placeholder)));
    return new Map(kept.map((file) => [file.placeholder, spilled(file)]));
  }

  /** Closes and deletes everything. */
  async discard(): Promise<void> {
    for (const file of this.#unfinished) await file.handle?.close();
    await removeFiles(this.#files.filter((file) => file.created));
  }
}

export async function removeFiles(files: Iterable<{ path: string }>): Promise<void> {
  await Promise.all(Array.from(files, ({ path }) => rm(path, { force: true })));
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
  const { placeholder, path, bytes } = file;
  return {
    placeholder,
    mediaType: file.mediaType ?? 'text/plain',
    path,
    bytes,
    sha256: file.hash.digest('hex'),
  };
}
