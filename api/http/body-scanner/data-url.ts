import { Base64Decoder } from './base64-decoder.ts';
import { BodyError } from './body-error.ts';
import { Unescaper } from './unescaper.ts';

/** `data:` type, parameters, `;base64`, `,`: longer than any real one. */
const maxPrefix = 512;
const comma = 0x2c;
const prefixShape = /^data:([^;,]*)(?:;[^,]*)?;\s*base64\s*$/i;

/** Decodes one data-URL string of the body while it arrives. */
export class DataUrlDecoder {
  readonly #unescaper = new Unescaper();
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

  /**
   * Takes the raw JSON text from `from` on, up to and including the closing quote.
   * @throws BodyError `syntax` for an illegal escape, `bad-base64` for anything but base64.
   */
  push(slice: Buffer, from: number): { decoded: Buffer; next: number; closed: boolean } {
    const run = this.#unescaper.push(slice, from);
    if (run === undefined) throw this.#error('syntax', 'holds an escape that JSON does not know');
    let decoded = this.#decoded(this.#base64.push(this.#afterPrefix(run.bytes)));
    if (run.closed) decoded = Buffer.concat([decoded, this.#end()]);
    return { decoded, next: run.next, closed: run.closed };
  }

  #end(): Buffer {
    if (this.#mediaType === undefined) throw this.#error('bad-base64', 'is not a data URL: it has no comma');
    return this.#decoded(this.#base64.end());
  }

  #decoded(bytes: Buffer | undefined): Buffer {
    if (bytes === undefined) throw this.#error('bad-base64', 'is not valid base64');
    return bytes;
  }

  #afterPrefix(bytes: Buffer): Buffer {
    if (this.#mediaType !== undefined) return bytes;
    const at = bytes.indexOf(comma);
    this.#prefix += bytes.toString('latin1', 0, at === -1 ? Math.min(bytes.length, maxPrefix) : at);
    if (this.#prefix.length > maxPrefix)
      throw this.#error('bad-base64', 'is not a data URL: no comma in its first part');
    if (at === -1) return Buffer.alloc(0);
    this.#mediaType = this.#readPrefix();
    return bytes.subarray(at + 1);
  }

  #readPrefix(): string {
    // biome-ignore lint/suspicious/noControlCharactersInRegex: raw control characters are what is refused
    if (/[\x00-\x1f\x7f-\xff]/.test(this.#prefix))
      throw this.#error('bad-base64', 'has a malformed data URL prefix');
    const shape = prefixShape.exec(this.#prefix);
    if (!shape) throw this.#error('bad-base64', 'must be a base64 data URL (data:image/png;base64,…)');
    return shape[1]?.trim().toLowerCase() || 'text/plain';
  }

  #error(kind: 'syntax' | 'bad-base64', message: string): BodyError {
    return new BodyError(kind, message, this.#field === undefined ? {} : { field: this.#field });
  }
}
