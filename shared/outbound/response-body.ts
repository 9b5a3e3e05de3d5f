import { createHash } from 'node:crypto';
import { open, rm } from 'node:fs/promises';
import type { Dispatcher } from 'undici';
import { OutboundRefused, toRefusal } from './refused.ts';

type Response = Dispatcher.ResponseData;

/** Discards a response that will not be read, with its socket. */
export function discard(response: Response): void {
  // Without a listener, destroying an unread body is an unhandled error.
  response.body.on('error', () => {}).destroy();
}

/**
 * Yields the body chunk by chunk, never more than `maxBytes`.
 * @throws OutboundRefused `size` as soon as the declared or the actual length exceeds the limit; `status` for a
 * compressed response: the request did not accept one, and 1 KB of gzip can contain 1 MB.
 */
async function* cappedBody(response: Response, maxBytes: number): AsyncGenerator<Buffer> {
  try {
    if (isCompressed(response)) throw new OutboundRefused('status');
    if (Number(response.headers['content-length'] ?? 0) > maxBytes) throw new OutboundRefused('size');
    let total = 0;
    for await (const chunk of received(response)) {
      total += chunk.length;
      if (total > maxBytes) throw new OutboundRefused('size');
      yield chunk;
    }
  } finally {
    if (!response.body.readableEnded) discard(response);
  }
}

function isCompressed(response: Response): boolean {
  return String(response.headers['content-encoding'] ?? 'identity').toLowerCase() !== 'identity';
}

async function* received(response: Response): AsyncGenerator<Buffer> {
  try {
    yield* response.body as AsyncIterable<Buffer>;
  } catch (error) {
    throw toRefusal(error);
  }
}

export async function bodyBytes(response: Response, maxBytes: number): Promise<Buffer> {
  const chunks: Buffer[] = [];
  for await (const chunk of cappedBody(response, maxBytes)) chunks.push(chunk);
  return Buffer.concat(chunks);
}

/** Reads at most the first `maxBytes`: nothing of a compressed body, and the received part of an incomplete one. */
export async function bodyStart(response: Response, maxBytes: number): Promise<Buffer> {
  const chunks: Buffer[] = [];
  let total = 0;
  try {
    if (isCompressed(response)) return Buffer.alloc(0);
    for await (const chunk of received(response)) {
      chunks.push(chunk);
      total += chunk.length;
      if (total >= maxBytes) break;
    }
  } catch (error) {
    if (!(error instanceof OutboundRefused)) throw error;
  } finally {
    if (!response.body.readableEnded) discard(response);
  }
  return Buffer.concat(chunks).subarray(0, maxBytes);
}

/** Streams the body into a new file; on failure the file is removed. */
export async function bodyToFile(
  response: Response,
  maxBytes: number,
  path: string,
): Promise<{ bytes: number; sha256: string }> {
  const hash = createHash('sha256');
  let bytes = 0;
  const file = await open(path, 'wx', 0o600).catch((error: unknown) => {
    discard(response);
    throw error;
  });
  try {
    for await (const chunk of cappedBody(response, maxBytes)) {
      hash.update(chunk);
      bytes += chunk.length;
      await file.writeFile(chunk);
    }
    await file.close();
  } catch (error) {
    await file.close();
    await rm(path, { force: true });
    throw error;
  }
  return { bytes, sha256: hash.digest('hex') };
}

export function contentType(response: Response): string {
  return String(response.headers['content-type'] ?? '')
    .split(';')[0]!
    .trim()
    .toLowerCase();
}
