import { TextDecoder } from 'node:util';

/** The encoding of the file is not supported; `message` says what to do. */
export class EncodingRefused extends Error {
  override name = 'EncodingRefused';
}

/** Spreadsheets mark UTF-16 by its first two bytes; a file without a mark is UTF-8. */
function decoderFor(start: Buffer): TextDecoder {
  const mark = start.subarray(0, 2).toString('hex');
  const encoding = mark === 'fffe' ? 'utf-16le' : mark === 'feff' ? 'utf-16be' : 'utf-8';
  return new TextDecoder(encoding, { fatal: true });
}

/**
 * Decodes the text of a file, without its byte order mark, wherever its chunks are cut. Anything but UTF-8 and
 * marked UTF-16 is refused: a wrong guess would turn `Grün` into a color that no request contains.
 * @throws EncodingRefused
 */
export async function* decodeText(chunks: AsyncIterable<Buffer>): AsyncGenerator<string> {
  let decoder: TextDecoder | undefined;
  let pending: Buffer = Buffer.alloc(0);
  let from = 0;
  for await (const chunk of chunks) {
    pending = pending.length > 0 ? Buffer.concat([pending, chunk]) : chunk;
    if (!decoder && pending.length < 2) continue;
    decoder ??= decoderFor(pending);
    yield decode(decoder, pending, from);
    from += pending.length;
    pending = Buffer.alloc(0);
  }
  decoder ??= decoderFor(pending);
  yield decode(decoder, pending, from) + flush(decoder, from);
}

function decode(decoder: TextDecoder, bytes: Buffer, from: number): string {
  try {
    return decoder.decode(bytes, { stream: true });
  } catch {
    throw refusal(from, from + bytes.length);
  }
}

function flush(decoder: TextDecoder, at: number): string {
  try {
    return decoder.decode();
  } catch {
    throw refusal(at, at);
  }
}

const refusal = (from: number, to: number) =>
  new EncodingRefused(
    `The file is not UTF-8 (between byte ${from} and ${to}). Save it as UTF-8; in Excel as "CSV UTF-8".`,
  );
