const percent = 0x25;
const whiteSpace = [0x09, 0x0a, 0x0c, 0x0d, 0x20];

/**
 * Resolves what languages put into the payload of a data URL: line breaks every 64 or 76 characters, a space
 * after the comma, and percent-encoding. A percent sign that encodes nothing is passed on, and is not base64.
 */
export class PayloadReader {
  /** The incomplete `%` sequence at the end of the last piece, at most two bytes. */
  #partial: Buffer = Buffer.alloc(0);

  /** False while a `%` sequence is cut off. */
  get complete(): boolean {
    return this.#partial.length === 0;
  }

  push(piece: Buffer): Buffer {
    const text = this.complete ? piece : Buffer.concat([this.#partial, piece]);
    // By far the most common case is passed on without a copy.
    if (!text.includes(percent) && !whiteSpace.some((byte) => text.includes(byte))) return text;
    return this.#resolve(text);
  }

  #resolve(text: Buffer): Buffer {
    const out = Buffer.allocUnsafe(text.length);
    let length = 0;
    let at = 0;
    this.#partial = Buffer.alloc(0);
    while (at < text.length) {
      const isEncoded = text[at] === percent;
      if (isEncoded && at + 3 > text.length) {
        this.#partial = Buffer.from(text.subarray(at));
        break;
      }
      const byte = isEncoded ? encodedByte(text, at) : text[at]!;
      at += isEncoded ? 3 : 1;
      if (!whiteSpace.includes(byte)) out[length++] = byte;
    }
    return out.subarray(0, length);
  }
}

/** Returns the byte of `%2B`; the percent sign itself where no two hex digits follow. */
function encodedByte(text: Buffer, at: number): number {
  const digits = text.toString('latin1', at + 1, at + 3);
  return /^[0-9a-f]{2}$/i.test(digits) ? Number.parseInt(digits, 16) : percent;
}
