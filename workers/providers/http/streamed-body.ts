import { Readable } from 'node:stream';
import { randomBase62 } from '../../../shared/ids.ts';
import type { ProviderImage } from '../provider.ts';

/**
 * A request body whose images are encoded slice by slice while they are sent: as one string, six products
 * with four photos each would use 2.7 times their size again in every running render.
 */
export interface StreamedBody {
  contentType: string;
  /** Bytes of the whole body, known before any is encoded. */
  contentLength: number;
  /** Returns a new stream of the body; every try needs its own. */
  stream(): Readable;
}

/** A value of a JSON body that is sent as a string: the prefix, then the bytes in base64. */
export class Base64Text {
  readonly prefix: string;
  readonly bytes: Buffer;

  constructor(bytes: Buffer, prefix = '') {
    this.bytes = bytes;
    this.prefix = prefix;
  }
}

export interface MultipartFile {
  bytes: Buffer;
  mime: string;
  filename: string;
}

type Part = string | Buffer | Base64Text;

/** A multiple of 3, so that the base64 of the slices joins to the base64 of the whole. */
const sliceBytes = 48 * 1024;

export const toDataUrl = ({ bytes, mime }: ProviderImage) => new Base64Text(bytes, `data:${mime};base64,`);

/** `value` as JSON; every Base64Text in it is encoded while the body is sent. */
export function jsonBody(value: unknown): StreamedBody {
  // `value` contains untrusted text too, so the marks of the places must not be guessable.
  const mark = randomBase62(20);
  const texts: Base64Text[] = [];
  const json = JSON.stringify(value, (_key, item: unknown) =>
    item instanceof Base64Text ? `${mark}${texts.push(item) - 1}.` : item,
  );
  const pieces = json.split(new RegExp(`${mark}(\\d+)\\.`));
  const parts = pieces.map((piece, index): Part => (index % 2 === 0 ? piece : texts[Number(piece)]!));
  return streamed('application/json', parts);
}

/** `multipart/form-data` (RFC 7578) with the fields in their order; names and file names are ours. */
export function multipartBody(fields: readonly [string, string | MultipartFile][]): StreamedBody {
  const boundary = `form-${randomBase62(24)}`;
  const parts = fields.flatMap(([name, value]): Part[] => {
    const head = `--${boundary}\r\ncontent-disposition: form-data; name="${name}"`;
    if (typeof value === 'string') return [`${head}\r\n\r\n${value}\r\n`];
    return [
      `${head}; filename="${value.filename}"\r\ncontent-type: ${value.mime}\r\n\r\n`,
      value.bytes,
      '\r\n',
    ];
  });
  return streamed(`multipart/form-data; boundary=${boundary}`, [...parts, `--${boundary}--\r\n`]);
}

function streamed(contentType: string, parts: readonly Part[]): StreamedBody {
  return {
    contentType,
    contentLength: parts.reduce((sum, part) => sum + getLength(part), 0),
    stream: () => Readable.from(toChunks(parts), { objectMode: false }),
  };
}

function getLength(part: Part): number {
  if (!(part instanceof Base64Text)) return Buffer.byteLength(part);
  return Buffer.byteLength(part.prefix) + 4 * Math.ceil(part.bytes.length / 3);
}

function* toChunks(parts: readonly Part[]): Generator<Buffer> {
  for (const part of parts) {
    if (!(part instanceof Base64Text)) {
      yield typeof part === 'string' ? Buffer.from(part) : part;
      continue;
    }
    yield Buffer.from(part.prefix);
    for (let at = 0; at < part.bytes.length; at += sliceBytes) {
      yield Buffer.from(part.bytes.toString('base64', at, at + sliceBytes), 'latin1');
    }
  }
}
