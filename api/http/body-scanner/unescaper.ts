const quote = 0x22;
const backslash = 0x5c;
const letterU = 0x75;
/** Replaces any character outside ASCII: it is never part of a valid data URL. */
const notAscii = 0xff;
const none = Buffer.alloc(0);

/** Character after a backslash → the character it encodes; 0 = not a JSON escape. */
const shortEscapes = new Uint8Array(256);
[...'"\\/bfnrt'].forEach((char, at) => {
  shortEscapes[char.charCodeAt(0)] = '"\\/\b\f\n\r\t'.charCodeAt(at);
});
/** ASCII hex digit → value; -1 = none. */
const hexDigits = Int8Array.from({ length: 256 }, (_, byte) =>
  '0123456789abcdef'.indexOf(String.fromCharCode(byte).toLowerCase()),
);

export interface UnescapedRun {
  /** The characters of the string with escapes resolved, one byte each. */
  bytes: Buffer;
  /** Offset after the consumed text, closing quote included. */
  next: number;
  closed: boolean;
}

/** Reads the content of one JSON string whose escapes may be split anywhere between two chunks. */
export class Unescaper {
  /** The incomplete escape at the end of the last chunk, at most 5 bytes. */
  #partial: Buffer = none;

  /** Returns undefined for an escape that JSON does not define. */
  push(slice: Buffer, from: number): UnescapedRun | undefined {
    const carried = this.#partial.length;
    const text = carried === 0 ? slice.subarray(from) : Buffer.concat([this.#partial, slice.subarray(from)]);
    this.#partial = none;
    const close = findClose(text);
    const inside = close === -1 ? text : text.subarray(0, close);
    // By far the most common case: base64 without escapes is passed on without a copy.
    const bytes = inside.includes(backslash) ? this.#resolve(inside, close !== -1) : inside;
    if (bytes === undefined) return undefined;
    return { bytes, next: from - carried + inside.length + (close === -1 ? 0 : 1), closed: close !== -1 };
  }

  #resolve(text: Buffer, closed: boolean): Buffer | undefined {
    const out = Buffer.allocUnsafe(text.length);
    let length = 0;
    let at = 0;
    while (at < text.length) {
      const found = text.indexOf(backslash, at);
      const stop = found === -1 ? text.length : found;
      length += text.copy(out, length, at, stop);
      at = stop;
      // A run of escapes is read here without a search and a copy for each: a string of only `\u0041`
      // must not cost more per byte than one of only `A`.
      while (text[at] === backslash) {
        const size = text[at + 1] === letterU ? 6 : 2;
        if (at + size > text.length) {
          if (closed) return undefined;
          this.#partial = Buffer.from(text.subarray(at));
          return out.subarray(0, length);
        }
        const code = size === 6 ? unicode(text, at + 2) : shortEscapes[text[at + 1] ?? 0];
        if (code === undefined || (code === 0 && size === 2)) return undefined;
        out[length++] = code;
        at += size;
      }
    }
    return out.subarray(0, length);
  }
}

function unicode(text: Buffer, at: number): number | undefined {
  let unit = 0;
  for (let digit = at; digit < at + 4; digit++) {
    const value = hexDigits[text[digit] ?? 0] ?? -1;
    if (value === -1) return undefined;
    unit = unit * 16 + value;
  }
  return unit > 0x7f ? notAscii : unit;
}

/** Offset of the closing quote. A quote after an odd run of backslashes is part of the string. */
function findClose(text: Buffer): number {
  let at = text.indexOf(quote);
  while (at !== -1 && escapedAt(text, at)) at = text.indexOf(quote, at + 1);
  return at;
}

function escapedAt(text: Buffer, at: number): boolean {
  let first = at;
  while (first > 0 && text[first - 1] === backslash) first -= 1;
  return (at - first) % 2 === 1;
}
