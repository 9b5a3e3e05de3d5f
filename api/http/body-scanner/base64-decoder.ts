const equals = 0x3d;
const minus = 0x2d;
const underscore = 0x5f;

/**
 * Returns true if a text begins like the base64 of an image whose `data:` prefix was left out; no word has 48 letters.
 */
export function looksLikeBase64(text: string): boolean {
  return /^\s*[A-Za-z0-9+/]{48}/.test(text);
}

export const missingPrefix =
  'looks like base64 without its prefix; put data:image/jpeg;base64, (with the type of the image) before it';

/**
 * Decodes base64 that arrives in pieces, strictly: `Buffer.from(…, 'base64')` skips junk and takes base64url
 * (measured), so the decoded length must be exactly ¾ of the characters, and `-`, `_` and inner `=` are refused.
 * Missing padding at the very end is taken, as browsers take it in data URLs.
 */
export class Base64Decoder {
  #carry = '';
  #ended = false;

  /** Bytes decoded from `ascii`, or undefined when it is not base64. */
  push(ascii: Buffer): Buffer | undefined {
    if (ascii.length === 0) return ascii;
    if (this.#ended) return this.#padding(ascii.toString('latin1'));
    if (ascii.includes(minus) || ascii.includes(underscore)) return undefined;
    const stop = ascii.indexOf(equals);
    const text = this.#carry + ascii.toString('latin1', 0, stop === -1 ? ascii.length : stop);
    if (stop === -1) return this.#whole(text);
    return this.#last(text, ascii.toString('latin1', stop));
  }

  /** The bytes of an unpadded tail, or undefined when the text broke off inside a group or its padding. */
  end(): Buffer | undefined {
    if (this.#ended) return this.#carry === '' ? Buffer.alloc(0) : undefined;
    return decodeExactly(this.#carry);
  }

  #whole(text: string): Buffer | undefined {
    const whole = text.length - (text.length % 4);
    this.#carry = text.slice(whole);
    return decodeExactly(whole === text.length ? text : text.slice(0, whole));
  }

  #last(text: string, padding: string): Buffer | undefined {
    const decoded = decodeExactly(text);
    const wanted = (4 - (text.length % 4)) % 4;
    if (wanted === 0 || wanted === 3) return undefined;
    this.#ended = true;
    this.#carry = '='.repeat(wanted);
    return this.#padding(padding) && decoded;
  }

  // `#carry` holds the `=` still to come once padding has begun.
  #padding(text: string): Buffer | undefined {
    if (!this.#carry.startsWith(text)) return undefined;
    this.#carry = this.#carry.slice(text.length);
    return Buffer.alloc(0);
  }
}

function decodeExactly(text: string): Buffer | undefined {
  if (text.length % 4 === 1) return undefined;
  const bytes = Buffer.from(text, 'base64');
  return bytes.length === Math.floor((text.length * 3) / 4) ? bytes : undefined;
}
