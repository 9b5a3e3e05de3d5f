import { BodyError } from './body-error.ts';

/** Maximum nesting of `{` and `[`; the deepest valid request needs three. */
const maxDepth = 64;
/** Array items and fields of all levels together; a valid request needs them for tags only. */
const maxParts = 10_000;

const openBrace = 0x7b;
const closeBrace = 0x7d;
const openBracket = 0x5b;
const closeBracket = 0x5d;
const comma = 0x2c;
const colon = 0x3a;

type Frame = { kind: 'object'; expectKey: boolean; key: string } | { kind: 'array'; index: number };

/**
 * Follows the structural bytes of a document to know, at any string, whether it is a key and what its path
 * is. It validates nothing: for malformed documents its results are wrong, and JSON.parse rejects those.
 */
export class JsonPosition {
  readonly #frames: Frame[] = [];
  #parts = 0;

  /** Processes one byte outside strings. @throws BodyError `structure` beyond `maxDepth` or `maxParts`. */
  structural(byte: number): void {
    if (byte === comma && ++this.#parts >= maxParts)
      throw tooComplex(`has more than ${maxParts} array items and fields`, maxParts);
    const top = this.#frames.at(-1);
    if (byte === openBrace) this.#frames.push({ kind: 'object', expectKey: true, key: '' });
    else if (byte === openBracket) this.#frames.push({ kind: 'array', index: 0 });
    else if (byte === closeBrace || byte === closeBracket) this.#frames.pop();
    else if (top?.kind === 'array' && byte === comma) top.index += 1;
    else if (top?.kind === 'object' && byte === comma) top.expectKey = true;
    else if (top?.kind === 'object' && byte === colon) top.expectKey = false;
    if (this.#frames.length > maxDepth)
      throw tooComplex(`is nested deeper than ${maxDepth} levels`, maxDepth);
  }

  get atKey(): boolean {
    const top = this.#frames.at(-1);
    return top?.kind === 'object' && top.expectKey;
  }

  /** Remembers the key just read, given its raw JSON text with quotes. */
  key(raw: string): void {
    const top = this.#frames.at(-1);
    if (top?.kind === 'object') top.key = raw;
  }

  /** `products[1].images[0]`, or undefined at the top level. */
  path(): string | undefined {
    const parts = this.#frames.map((frame) =>
      frame.kind === 'array' ? `[${frame.index}]` : `.${readable(frame.key)}`,
    );
    const path = parts.join('').replace(/^\./, '');
    return path === '' ? undefined : path.slice(0, 200);
  }
}

function tooComplex(problem: string, limit: number): BodyError {
  return new BodyError('structure', `The body ${problem}.`, { limit });
}

function readable(raw: string): string {
  try {
    return String(JSON.parse(raw)).slice(0, 64);
  } catch {
    return '?';
  }
}
