import { BodyError } from './body-error.ts';
import { DataUrlText } from './data-url-text.ts';
import { Unescaper } from './unescaper.ts';

/** Tab, line feed, form feed and carriage return: white space in a payload, and not allowed unescaped in a JSON string. */
const lineBreaks = [0x09, 0x0a, 0x0c, 0x0d];

/** Decodes one data-URL string of the body while it arrives. */
export class DataUrlDecoder {
  readonly #unescaper = new Unescaper();
  readonly #text: DataUrlText;
  readonly #field: string | undefined;

  /** `field` is the path that errors name. */
  constructor(field: string | undefined) {
    this.#field = field;
    this.#text = new DataUrlText(field);
  }

  get mediaType(): string {
    return this.#text.mediaType;
  }

  /**
   * Takes the raw JSON text from `from` on, up to and including the closing quote.
   * @throws BodyError `syntax` for what a JSON string must not contain, `bad-base64` for anything but base64.
   */
  push(slice: Buffer, from: number): { decoded: Buffer; next: number; closed: boolean } {
    const run = this.#unescaper.push(slice, from);
    if (run === undefined) throw this.#error('contains an escape that JSON does not define');
    if (breaksLine(run.bytes) && breaksLine(slice.subarray(from, run.next)))
      throw this.#error('contains a line break; JSON writes it as \\n');
    let decoded = this.#text.push(run.bytes);
    if (run.closed) decoded = Buffer.concat([decoded, this.#text.end()]);
    return { decoded, next: run.next, closed: run.closed };
  }

  #error(message: string): BodyError {
    return new BodyError('syntax', message, this.#field === undefined ? {} : { field: this.#field });
  }
}

function breaksLine(text: Buffer): boolean {
  return lineBreaks.some((byte) => text.includes(byte));
}
