import { looksLikeBase64, missingPrefix } from './base64-decoder.ts';
import { BodyError } from './body-error.ts';
import { DataUrlDecoder } from './data-url.ts';
import { JsonPosition } from './json-position.ts';
import { Skeleton } from './skeleton.ts';

/** A string value that begins with `data:` and has more raw bytes than this is spilled. */
const spillThreshold = 4096;
/** A request has at most 25 images; further strings stay in the skeleton and count towards its limit. */
const maxSpilledStrings = 64;

const quote = 0x22;
const backslash = 0x5c;
const looksLikeDataUrl = /^[ \t\n\r\f]*data:/i;

/** Receives the decoded bytes of each spilled string, in order: `begin`, `data`…, `end`. */
export interface SpillSink {
  /** Returns the placeholder that replaces the string in the skeleton. */
  begin(): string;
  data(bytes: Buffer): void;
  end(mediaType: string): void;
}

export interface ScannerLimits {
  imagePath: RegExp;
  maxSkeletonBytes: number;
  maxSpilledBytes: number;
}

/** Destination of the next byte. A `probe` string may still prove to be a long data URL. */
type State = 'structure' | 'string' | 'probe' | 'spill';

/**
 * Scans a JSON document byte by byte as it arrives, passes long data URLs to the sink and keeps the rest.
 * It does not validate the document: the skeleton keeps every other byte unchanged, and JSON.parse
 * validates that.
 */
export class Scanner {
  readonly #sink: SpillSink;
  readonly #limits: ScannerLimits;
  readonly #position = new JsonPosition();
  readonly #skeleton = new Skeleton();
  #state: State = 'structure';
  /** Offset in the skeleton just after the opening quote of the current string. */
  #stringStart = 0;
  #escaped = false;
  #spillCount = 0;
  #spilledBytes = 0;
  #dataUrl: DataUrlDecoder | undefined;

  constructor(sink: SpillSink, limits: ScannerLimits) {
    this.#sink = sink;
    this.#limits = limits;
  }

  /** @throws BodyError as soon as a limit is exceeded or a spilled string is not base64. */
  push(slice: Buffer): void {
    let at = 0;
    while (at < slice.length) {
      if (this.#state === 'spill') at = this.#spill(slice, at);
      else if (this.#state === 'structure') at = this.#structure(slice, at);
      else at = this.#string(slice, at);
      this.#checkSkeleton();
    }
  }

  /** The skeleton as text. @throws BodyError `syntax` when the document is truncated or not UTF-8. */
  end(): string {
    if (this.#state !== 'structure')
      throw new BodyError('syntax', 'The body is not valid JSON: it ends inside a string.');
    return this.#skeleton.text();
  }

  #structure(slice: Buffer, from: number): number {
    let at = from;
    while (at < slice.length && slice[at] !== quote) {
      this.#position.structural(slice[at] ?? 0);
      at += 1;
      // Checked here too, so that megabytes of brackets are not scanned before the limit applies.
      if (this.#skeleton.length + at - from > this.#limits.maxSkeletonBytes) break;
    }
    if (at === slice.length || slice[at] !== quote) {
      this.#skeleton.append(slice, from, at);
      return at;
    }
    this.#skeleton.append(slice, from, at + 1);
    this.#stringStart = this.#skeleton.length;
    const mayBeSpilled = !this.#position.atKey && this.#spillCount < maxSpilledStrings;
    this.#state = mayBeSpilled ? 'probe' : 'string';
    return at + 1;
  }

  #string(slice: Buffer, from: number): number {
    const room = spillThreshold + 1 - (this.#skeleton.length - this.#stringStart);
    const end = this.#state === 'probe' ? Math.min(slice.length, from + room) : slice.length;
    const close = this.#findClose(slice, from, end);
    if (close === -1) {
      this.#skeleton.append(slice, from, end);
      if (this.#state === 'probe' && end - from === room) this.#decide();
      return end;
    }
    this.#skeleton.append(slice, from, close + 1);
    if (this.#position.atKey) this.#position.key(this.#skeleton.slice(this.#stringStart - 1));
    this.#state = 'structure';
    return close + 1;
  }

  #findClose(slice: Buffer, from: number, end: number): number {
    let at = from;
    while (at < end) {
      const byte = slice[at];
      if (this.#escaped) this.#escaped = false;
      else if (byte === backslash) this.#escaped = true;
      else if (byte === quote) return at;
      at += 1;
    }
    return -1;
  }

  /** The string has exceeded the threshold: a data URL leaves the skeleton, anything else stays. */
  #decide(): void {
    const head = this.#skeleton.takeFrom(this.#stringStart);
    if (!this.#isImage(head)) {
      this.#skeleton.append(head, 0, head.length);
      this.#state = 'string';
      return;
    }
    this.#escaped = false;
    this.#state = 'spill';
    this.#spillCount += 1;
    this.#spilledBytes = 0;
    this.#dataUrl = new DataUrlDecoder(this.#position.path());
    const placeholder = Buffer.from(`${this.#sink.begin()}"`);
    this.#skeleton.append(placeholder, 0, placeholder.length);
    this.#spill(head, 0);
  }

  #isImagePath(): boolean {
    return this.#limits.imagePath.test(this.#position.path() ?? '');
  }

  #isRawBase64(): boolean {
    const head = Buffer.from(this.#skeleton.slice(this.#stringStart, this.#stringStart + 64));
    return this.#isImagePath() && looksLikeBase64(unescapedHead(head));
  }

  #isImage(head: Buffer): boolean {
    return this.#isImagePath() && looksLikeDataUrl.test(unescapedHead(head));
  }

  #spill(slice: Buffer, from: number): number {
    const dataUrl = this.#dataUrl!;
    const { decoded, next, closed } = dataUrl.push(slice, from);
    this.#spilledBytes += decoded.length;
    if (this.#spilledBytes > this.#limits.maxSpilledBytes) throw this.#tooLarge();
    if (decoded.length > 0) this.#sink.data(decoded);
    if (closed) {
      this.#sink.end(dataUrl.mediaType);
      this.#dataUrl = undefined;
      this.#state = 'structure';
    }
    return next;
  }

  #tooLarge(): BodyError {
    const limit = this.#limits.maxSpilledBytes;
    const field = this.#position.path();
    const message = `is larger than ${limit} bytes after base64 decoding; send a smaller one.`;
    return new BodyError('image-too-large', message, { limit, ...(field === undefined ? {} : { field }) });
  }

  #withoutPrefix(): BodyError {
    const field = this.#position.path();
    return new BodyError('bad-base64', `${missingPrefix}.`, field === undefined ? {} : { field });
  }

  #checkSkeleton(): void {
    // A probed string may still leave the skeleton, so it is counted only once that is decided.
    const settled = this.#state === 'probe' ? this.#stringStart : this.#skeleton.length;
    const limit = this.#limits.maxSkeletonBytes;
    if (settled <= limit) return;
    if (this.#isRawBase64()) throw this.#withoutPrefix();
    throw new BodyError(
      'skeleton-too-large',
      `The body has more than ${limit} bytes besides inline images; shorten its texts.`,
      { limit },
    );
  }
}

/** Returns the first characters of a string with its escapes resolved, `\u0064ata:` included. */
function unescapedHead(raw: Buffer): string {
  return raw
    .toString('latin1', 0, 64)
    .replace(/\\(?:u([0-9a-fA-F]{4})|([/nrt]))/g, (_, hex?: string, short?: string) => {
      if (hex !== undefined) return String.fromCharCode(Number.parseInt(hex, 16));
      return short === '/' ? '/' : '\n';
    });
}
