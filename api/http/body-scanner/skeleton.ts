import { BodyError } from './body-error.ts';

/** The document without its long data URLs, byte for byte, in one growing buffer. */
export class Skeleton {
  #buffer = Buffer.allocUnsafeSlow(2048);
  #length = 0;

  get length(): number {
    return this.#length;
  }

  append(source: Buffer, from: number, to: number): void {
    this.#reserve(this.#length + to - from);
    this.#length += source.copy(this.#buffer, this.#length, from, to);
  }

  /** Removes everything from `offset` on and returns a copy of it. */
  takeFrom(offset: number): Buffer {
    const tail = Buffer.from(this.#buffer.subarray(offset, this.#length));
    this.#length = offset;
    return tail;
  }

  /** Raw text from `offset` on, up to `end` where one is given. */
  slice(offset: number, end = this.#length): string {
    return this.#buffer.toString('utf8', offset, Math.min(end, this.#length));
  }

  /** Drops one leading byte order mark, as RFC 8259 §8.1 allows and express.json does. */
  text(): string {
    try {
      return new TextDecoder('utf-8', { fatal: true }).decode(this.#buffer.subarray(0, this.#length));
    } catch (cause) {
      throw new BodyError('syntax', 'The body is not valid UTF-8.', { cause });
    }
  }

  #reserve(size: number): void {
    if (size <= this.#buffer.length) return;
    const grown = Buffer.allocUnsafeSlow(Math.max(size, this.#buffer.length * 2));
    this.#buffer.copy(grown, 0, 0, this.#length);
    this.#buffer = grown;
  }
}
