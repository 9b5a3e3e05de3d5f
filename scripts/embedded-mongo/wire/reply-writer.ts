/** A document as the engine keeps it: bytes, or a string of one-byte characters. */
export type RawDocument = string | Uint8Array;

const type = {
  double: 1,
  string: 2,
  document: 3,
  array: 4,
  bool: 8,
  null: 10,
  int32: 16,
  int64: 18,
} as const;
const restingBytes = 1 << 20;

/**
 * Writes a reply whose documents are already BSON, so that reading a document costs a copy instead of decoding and
 * encoding it. One buffer is reused: a reply is finished in the synchronous block that began it.
 */
export class ReplyWriter {
  #buffer = Buffer.allocUnsafe(1 << 16);
  #at = 0;
  #open: number[] = [];

  begin(): this {
    if (this.#buffer.length > restingBytes) this.#buffer = Buffer.allocUnsafe(1 << 16);
    this.#at = 0;
    this.#open = [];
    this.#start();
    return this;
  }

  document(name: string): this {
    this.#header(type.document, name);
    return this.#start();
  }

  array(name: string): this {
    this.#header(type.array, name);
    return this.#start();
  }

  end(): this {
    this.#reserve(1);
    this.#buffer[this.#at++] = 0;
    const start = this.#open.pop() as number;
    this.#buffer.writeInt32LE(this.#at - start, start);
    return this;
  }

  raw(name: string, document: RawDocument): this {
    this.#header(type.document, name);
    this.#reserve(document.length);
    if (typeof document === 'string') this.#buffer.write(document, this.#at, 'latin1');
    else this.#buffer.set(document, this.#at);
    this.#at += document.length;
    return this;
  }

  null(name: string): this {
    return this.#header(type.null, name);
  }

  int32(name: string, value: number): this {
    this.#header(type.int32, name);
    this.#at = this.#buffer.writeInt32LE(value, this.#at);
    return this;
  }

  int64(name: string, value: bigint): this {
    this.#header(type.int64, name);
    this.#at = this.#buffer.writeBigInt64LE(value, this.#at);
    return this;
  }

  bool(name: string, value: boolean): this {
    this.#header(type.bool, name);
    this.#buffer[this.#at++] = value ? 1 : 0;
    return this;
  }

  string(name: string, value: string): this {
    this.#header(type.string, name);
    const bytes = Buffer.byteLength(value);
    this.#reserve(bytes + 5);
    this.#at = this.#buffer.writeInt32LE(bytes + 1, this.#at);
    this.#at += this.#buffer.write(value, this.#at, 'utf8');
    this.#buffer[this.#at++] = 0;
    return this;
  }

  /** Closes the document with `ok: 1` and returns its bytes, valid until the next `begin`. */
  finish(): Buffer {
    this.#header(type.double, 'ok');
    this.#at = this.#buffer.writeDoubleLE(1, this.#at);
    this.end();
    return this.#buffer.subarray(0, this.#at);
  }

  #start(): this {
    this.#reserve(4);
    this.#open.push(this.#at);
    this.#at += 4;
    return this;
  }

  #header(code: number, name: string): this {
    this.#reserve(name.length + 16);
    this.#buffer[this.#at++] = code;
    this.#at += this.#buffer.write(name, this.#at, 'latin1');
    this.#buffer[this.#at++] = 0;
    return this;
  }

  #reserve(bytes: number): void {
    if (this.#at + bytes <= this.#buffer.length) return;
    const grown = Buffer.allocUnsafe(Math.max(this.#buffer.length * 2, this.#at + bytes + 1024));
    this.#buffer.copy(grown, 0, 0, this.#at);
    this.#buffer = grown;
  }
}
