import type { IncomingMessage } from 'node:http';
import { ApiError } from '../../shared/errors.ts';
import { refuseCompressed } from './content-coding.ts';

/**
 * Reads the bytes of a small body. One that is larger is not read on: body-parser reads it to its end before it reports
 * the error, however long that takes.
 * @throws ApiError UNSUPPORTED_MEDIA_TYPE, or INVALID_INPUT for a body that is too large or truncated.
 */
export async function readBytes(req: IncomingMessage, maxBytes: number): Promise<Buffer> {
  refuseCompressed(req);
  if (Number(req.headers['content-length'] ?? 0) > maxBytes) throw tooLarge(maxBytes);
  return collect(req, maxBytes);
}

function collect(req: IncomingMessage, maxBytes: number): Promise<Buffer> {
  return new Promise((resolve, reject) => {
    const chunks: Buffer[] = [];
    let bytes = 0;
    const stop = (settle: () => void) => {
      req.off('data', onData).off('end', onEnd).off('close', onClose);
      req.pause();
      settle();
    };
    const onData = (chunk: Buffer) => {
      bytes += chunk.length;
      chunks.push(chunk);
      if (bytes > maxBytes) stop(() => reject(tooLarge(maxBytes)));
    };
    const onEnd = () => stop(() => resolve(Buffer.concat(chunks)));
    const onClose = () => stop(() => reject(invalidBody('was truncated.')));
    req.on('data', onData).once('end', onEnd).once('close', onClose);
    req.once('error', () => undefined); // `close` follows
  });
}

function tooLarge(maxBytes: number): ApiError {
  const size = maxBytes >= 1024 * 1024 ? `${maxBytes / 1024 / 1024} MiB` : `${maxBytes / 1024} KiB`;
  return invalidBody(`must not be larger than ${size}.`);
}

export function invalidBody(problem: string, cause?: unknown): ApiError {
  return new ApiError('INVALID_INPUT', `The body ${problem}`, { cause });
}
