/** Maximum nesting of `{` and `[`; the deepest valid request needs three. */
export const maxDepth = 64;

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

  /** Processes one byte outside strings; returns false when nesting exceeds `maxDepth`. */
  structural(byte: number): boolean {
    const top = this.#frames.at(-1);
    if (byte === openBrace) this.#frames.push({ kind: 'object', expectKey: true, key: '' });
    else if (byte === openBracket) this.#frames.push({ kind: 'array', index: 0 });
    else if (byte === closeBrace || byte === closeBracket) this.#frames.pop();
    else if (top?.kind === 'array' && byte === comma) top.index += 1;
    else if (top?.kind === 'object' && byte === comma) top.expectKey = true;
    else if (top?.kind === 'object' && byte === colon) top.expectKey = false;
    return this.#frames.length <= maxDepth;
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

function readable(raw: string): string {
  try {
    return String(JSON.parse(raw)).slice(0, 64);
  } catch {
    return '?';
  }
}
