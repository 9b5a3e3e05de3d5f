import { randomBase62 } from '../../../shared/ids.ts';

export interface LiftedJson {
  /** The document with `mark` in the place of its first image. */
  json: string;
  mark?: string;
  bytes?: Buffer;
}

const quote = 0x22;
const backslash = 0x5c;
const comma = 0x2c;
const maxPrefixLength = 100;
const start = '"data:image/';

/**
 * Removes the first base64 image from a JSON document before it is parsed: as a string, an image of 3 MB
 * would be copied as document, as value and as payload (measured: a fifth of a worker's own time and two
 * thirds of its garbage collection). A document of an unexpected form is left to the parser.
 */
export function liftImage(document: Buffer): LiftedJson {
  const from = document.indexOf(start);
  const whole = (): LiftedJson => ({ json: document.toString('utf8') });
  // A quote after a backslash is inside another string; an unescaped one before `data:` can only open one.
  if (from < 1 || document[from - 1] === backslash) return whole();
  const to = document.indexOf(quote, from + 1);
  const payload = document.indexOf(comma, from) + 1;
  if (to < 0 || payload < 1 || payload > to || payload - from > maxPrefixLength) return whole();
  if (!document.toString('latin1', from, payload).endsWith(';base64,')) return whole();
  if (document.subarray(from, to).includes(backslash)) return whole();
  const mark = `lifted:${randomBase62(20)}`;
  const json = `${document.toString('utf8', 0, from)}"${mark}"${document.toString('utf8', to + 1)}`;
  return { json, mark, bytes: Buffer.from(document.toString('latin1', payload, to), 'base64') };
}
