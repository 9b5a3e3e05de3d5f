import type { Readable } from 'node:stream';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { locateMistake } from '../json-mistake.ts';
import { BodyError } from './body-error.ts';
import { type BodySource, openBodySource } from './body-source.ts';
import { Scanner } from './scanner.ts';
import type { SpillMemory } from './spill-memory.ts';
import { removeSpilled, type SpilledString, Spool } from './spool.ts';

export interface ScanOptions {
  /** An existing folder for the decoded strings. */
  spoolDir: string;
  /** The whole body as sent, bytes. */
  maxBodyBytes: number;
  /** The document without its spilled strings, bytes: what JSON.parse reads. */
  maxSkeletonBytes: number;
  /** One spilled string after decoding, bytes. */
  maxSpilledBytes: number;
  /** Paths such as `products[1].images[0]` whose long data URLs are spilled; elsewhere they are text. */
  imagePath: RegExp;
  /** Random per request (16 or more of `A-Za-z0-9_-`): a caller who guesses it could forge a placeholder. */
  token: string;
  idleTimeoutMs: number;
  totalTimeoutMs: number;
  signal?: AbortSignal | undefined;
  /** Memory for short strings; without it every string becomes a file. */
  memory?: SpillMemory;
}

export interface ScannedBody {
  /** The document, with a placeholder instead of each long data URL. */
  value: unknown;
  /** By placeholder; only those that `value` refers to. */
  spilled: Map<string, SpilledString>;
  bodyBytes: number;
}

/** Bytes scanned before the event loop gets a turn: about 1 ms of work. */
const sliceBytes = 256 * 1024;

/**
 * Reads a JSON body and writes its long data URLs, decoded, to files in `spoolDir` while they arrive: memory
 * and event-loop delay do not depend on the size of the body. The caller owns the files of the result
 * (`discardBody`). On failure no file is left, and the stream is neither read further nor destroyed.
 * @throws BodyError
 */
export async function scanJsonBody(stream: Readable, options: ScanOptions): Promise<ScannedBody> {
  if (!/^[\w-]{16,}$/.test(options.token)) throw new TypeError('token must be 16 or more of A-Za-z0-9_-');
  const source = openBodySource(stream, options);
  const spool = new Spool(options.spoolDir, options.token, options.memory);
  try {
    const { skeleton, bodyBytes } = await readAll(source, spool, options);
    const value = parse(skeleton, options.token);
    return { value, spilled: await spool.keep(placeholdersIn(value, options.token)), bodyBytes };
  } catch (error) {
    await spool.discard();
    throw error;
  } finally {
    source.release();
  }
}

/** Deletes the files of a scanned body and releases the memory of its short strings. Call it once. */
export async function discardBody(body: ScannedBody, memory?: SpillMemory): Promise<void> {
  await removeSpilled(body.spilled.values(), memory);
}

async function readAll(
  source: BodySource,
  spool: Spool,
  options: ScanOptions,
): Promise<{ skeleton: string; bodyBytes: number }> {
  const scanner = new Scanner(spool, options);
  let bodyBytes = 0;
  let sinceTurn = 0;
  for (let chunk = await source.next(); chunk !== undefined; chunk = await source.next()) {
    bodyBytes += chunk.length;
    if (bodyBytes > options.maxBodyBytes) throw bodyTooLarge(options.maxBodyBytes);
    for (let at = 0; at < chunk.length; at += sliceBytes) {
      const slice = chunk.subarray(at, at + sliceBytes);
      scanner.push(slice);
      sinceTurn += slice.length;
      if (sinceTurn < sliceBytes) continue;
      sinceTurn = 0;
      await spool.flush();
      await nextTurn();
    }
  }
  await spool.flush();
  return { skeleton: scanner.end(), bodyBytes };
}

export function bodyTooLarge(limit: number): BodyError {
  return new BodyError(
    'too-large',
    `The body is larger than ${limit} bytes; send images as https URLs instead.`,
    { limit },
  );
}

function parse(skeleton: string, token: string): unknown {
  try {
    return JSON.parse(skeleton);
  } catch (cause) {
    throw new BodyError('syntax', `The body is not valid JSON${locateMistake(skeleton, token)}.`, { cause });
  }
}

/** A duplicate key spills twice and JSON.parse keeps the last, so only strings found in the value are in use. */
function placeholdersIn(value: unknown, token: string): Set<string> {
  const found = new Set<string>();
  const open: unknown[] = [value];
  while (open.length > 0) {
    const item = open.pop();
    if (typeof item === 'string' && item.startsWith(`spilled:${token}-`)) found.add(item);
    else if (typeof item === 'object' && item !== null)
      for (const child of Object.values(item)) open.push(child);
  }
  return found;
}
