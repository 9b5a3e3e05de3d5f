import { Base64Decoder } from './base64-decoder.ts';
import { BodyError } from './body-error.ts';
import { PayloadReader } from './payload-reader.ts';

/** `data:` type, parameters, `;base64`, `,`: longer than any real one. */
const maxPrefix = 512;
const comma = 0x2c;
const prefixShape = /^\s*data:([^;,]*)(?:;[^,]*)?;\s*base64\s*$/i;

const expected = 'send data:image/png;base64,… or an https URL';

/** Decodes the text of one base64 data URL, in pieces cut anywhere. The type that it declares is not checked. */
export class DataUrlText {
  readonly #payload = new PayloadReader();
  readonly #base64 = new Base64Decoder();
  readonly #field: string | undefined;
  #prefix = '';
  #mediaType: string | undefined;

  /** `field` is the path that errors name. */
  constructor(field: string | undefined) {
    this.#field = field;
  }

  /** Declared type in lower case; `text/plain` when none was declared (RFC 2397). */
  get mediaType(): string {
    return this.#mediaType ?? 'text/plain';
  }

  /** Takes characters, one byte each. @throws BodyError `bad-base64` */
  push(text: Buffer): Buffer {
    return this.#decoded(this.#base64.push(this.#payload.push(this.#afterPrefix(text))));
  }

  /** The bytes of an unpadded end. @throws BodyError `bad-base64` */
  end(): Buffer {
    if (this.#mediaType === undefined) throw this.#error(`is not a data URL, it has no comma; ${expected}.`);
    return this.#decoded(this.#payload.complete ? this.#base64.end() : undefined);
  }

  #decoded(bytes: Buffer | undefined): Buffer {
    if (bytes === undefined) throw this.#error(`is not valid base64; ${expected}.`);
    return bytes;
  }

  #afterPrefix(text: Buffer): Buffer {
    if (this.#mediaType !== undefined) return text;
    const at = text.indexOf(comma);
    this.#prefix += text.toString('latin1', 0, at === -1 ? Math.min(text.length, maxPrefix) : at);
    if (this.#prefix.length > maxPrefix)
      throw this.#error(`is not a data URL, its first part has no comma; ${expected}.`);
    if (at === -1) return Buffer.alloc(0);
    this.#mediaType = this.#readPrefix();
    return text.subarray(at + 1);
  }

  #readPrefix(): string {
    const shape = prefixShape.exec(this.#prefix);
    // biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are what is refused
    if (!shape || /[\x00-\x1f\x7f-\xff]/.test(this.#prefix.trimStart()))
      throw this.#error(`is not a base64 data URL; ${expected}.`);
    return shape[1]?.trim().toLowerCase() || 'text/plain';
  }

  #error(message: string): BodyError {
    return new BodyError('bad-base64', message, this.#field === undefined ? {} : { field: this.#field });
  }
}

/** Decodes a whole data URL. @throws BodyError `bad-base64` */
export function decodeDataUrl(field: string, value: string): Buffer {
  const text = new DataUrlText(field);
  return Buffer.concat([text.push(Buffer.from(value)), text.end()]);
}
