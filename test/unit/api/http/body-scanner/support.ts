import { randomBytes } from 'node:crypto';
import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { BodyError } from '../../../../../api/http/body-scanner/body-error.ts';
import {
  type ScannedBody,
  type ScanOptions,
  scanJsonBody,
} from '../../../../../api/http/body-scanner/scan-json-body.ts';

export interface Bench {
  spoolDir: string;
  options(overrides?: Partial<ScanOptions>): ScanOptions;
  scan(pieces: (Buffer | string)[], overrides?: Partial<ScanOptions>): Promise<ScannedBody>;
  /** The error of a scan that must fail. */
  refusal(pieces: (Buffer | string)[], overrides?: Partial<ScanOptions>): Promise<BodyError>;
  files(): Promise<string[]>;
  close(): Promise<void>;
}

/** A spool folder of its own, with the production limits unless a test says otherwise. */
export async function openBench(): Promise<Bench> {
  const spoolDir = await mkdtemp(join(tmpdir(), 'body-scanner-'));
  const options = (overrides: Partial<ScanOptions> = {}): ScanOptions => ({
    spoolDir,
    maxBodyBytes: 64 * 1024 * 1024,
    maxSkeletonBytes: 256 * 1024,
    maxSpilledBytes: 8 * 1024 * 1024,
    imagePath: /^/,
    token: randomBytes(16).toString('hex'),
    idleTimeoutMs: 600_000,
    totalTimeoutMs: 600_000,
    ...overrides,
  });
  const scan: Bench['scan'] = (pieces, overrides) => scanJsonBody(getStream(pieces), options(overrides));
  return {
    spoolDir,
    options,
    scan,
    refusal: async (pieces, overrides) => {
      const outcome = await scan(pieces, overrides).catch((error: unknown) => error);
      if (outcome instanceof BodyError) return outcome;
      throw new Error(`expected a BodyError, got ${String(outcome)}`);
    },
    files: () => readdir(spoolDir),
    close: () => rm(spoolDir, { recursive: true, force: true }),
  };
}

/** Object mode, so that the pieces arrive cut exactly where the test cut them. */
function getStream(pieces: (Buffer | string)[]): Readable {
  return Readable.from(pieces.map((piece) => Buffer.from(piece as string)));
}

/** One byte a piece around `from`…`to`, whole before and after: every way to cut what lies between. */
export function bytewise(text: string | Buffer, from = 0, to = Number.POSITIVE_INFINITY): Buffer[] {
  const whole = Buffer.from(text as string);
  const end = Math.min(to, whole.length);
  const middle = Array.from({ length: end - from }, (_, at) => whole.subarray(from + at, from + at + 1));
  return [whole.subarray(0, from), ...middle, whole.subarray(end)].filter((piece) => piece.length > 0);
}

/** The document as JSON.parse would have given it, each placeholder replaced by a data URL of its file's bytes. */
export async function restored(body: ScannedBody): Promise<unknown> {
  const urls = new Map<string, string>();
  for (const { placeholder, mediaType, path } of body.spilled.values()) {
    urls.set(placeholder, `data:${mediaType};base64,${(await readFile(path)).toString('base64')}`);
  }
  const walk = (value: unknown): unknown => {
    if (typeof value === 'string') return urls.get(value) ?? value;
    if (Array.isArray(value)) return value.map(walk);
    if (typeof value !== 'object' || value === null) return value;
    return Object.fromEntries(Object.entries(value).map(([key, child]) => [key, walk(child)]));
  };
  return walk(body.value);
}

export function dataUrl(bytes: number | Buffer, mediaType = 'image/png'): string {
  const content = typeof bytes === 'number' ? randomBytes(bytes) : bytes;
  return `data:${mediaType};base64,${content.toString('base64')}`;
}
