import { Assembler } from 'stream-json/assembler.js';
import { jsonParser, type Token } from 'stream-json/parser.js';

/** The products of the file cannot be read; those before the mistake have been returned. */
export class JsonError extends Error {
  override name = 'JsonError';
}

/** No product is longer: 2,048 variants of 1 KB. Without a bound a file of one value would be kept whole. */
const maxElement = 4 * 1024 * 1024;

/** Parsed at once. What a piece holds before a mistake is lost with it. */
const pieceLength = 4096;

/**
 * Reads the elements of a JSON array, or of the array `products` of a JSON object, one at a time: what a file of
 * 100,000 variants is read by without keeping it.
 * @throws JsonError when the file is not JSON, has no such array, breaks off, or an element is over 4 MiB.
 */
export async function* jsonElements(chunks: AsyncIterable<string>): AsyncGenerator<unknown> {
  const reader = new ElementReader();
  for await (const chunk of chunks) {
    for (let at = 0; at < chunk.length; at += pieceLength) {
      yield* reader.read(chunk.slice(at, at + pieceLength));
      // What follows the array is not read: a file is often cut off there.
      if (reader.place === 'after') return;
    }
  }
  throw new JsonError(
    reader.place === 'before'
      ? 'The file has no array of products.'
      : 'The file breaks off before the array of products ends.',
  );
}

class ElementReader {
  place: 'before' | 'inside' | 'after' = 'before';
  readonly #parse = jsonParser({ packValues: true, streamValues: false });
  #assembler = new Assembler();
  #depth = 0;
  /** Depth inside the array of products. */
  #level = 0;
  /** The newest key of the outermost object. */
  #key = '';
  #line = 1;
  /** Characters read since the last element ended. */
  #length = 0;

  *read(piece: string): Generator<unknown> {
    this.#length += piece.length;
    for (const token of this.#tokens(piece)) {
      if (this.place === 'before') this.#seek(token);
      else if (this.place === 'inside') yield* this.#take(token);
    }
    if (this.#length > maxElement) throw new JsonError('A product is over 4 MiB.');
  }

  #tokens(piece: string): Token[] {
    try {
      const tokens = this.#parse(piece);
      return typeof tokens === 'object' && tokens && 'values' in tokens ? tokens.values : [];
    } catch (error) {
      const end = this.#line + lineBreaks(piece);
      const { message } = error as Error;
      throw new JsonError(`The file is not valid JSON between line ${this.#line} and ${end}: ${message}.`);
    } finally {
      this.#line += lineBreaks(piece);
    }
  }

  /** Follows the document up to the array of products. */
  #seek(token: Token): void {
    this.#length = 0;
    if (token.name === 'keyValue' && this.#depth === 1) this.#key = token.value;
    const opensProducts = this.#depth === 0 || (this.#depth === 1 && this.#key === 'products');
    this.#depth += step(token);
    if (token.name !== 'startArray' || !opensProducts) return;
    this.place = 'inside';
    this.#level = this.#depth;
  }

  *#take(token: Token): Generator<unknown> {
    this.#depth += step(token);
    if (this.#depth < this.#level) {
      this.place = 'after';
      return;
    }
    this.#assembler.consume(token);
    if (this.#depth > this.#level) return;
    this.#length = 0;
    yield this.#assembler.current;
    this.#assembler = new Assembler();
  }
}

const lineBreaks = (text: string) => text.split('\n').length - 1;

function step({ name }: Token): -1 | 0 | 1 {
  if (name === 'startObject' || name === 'startArray') return 1;
  return name === 'endObject' || name === 'endArray' ? -1 : 0;
}
