import type { Request } from 'express';
import { locateMistake } from './json-mistake.ts';
import { invalidBody, readBytes } from './read-bytes.ts';

const maxBodyBytes = 32 * 1024;

/** A charset that a header names has no meaning (RFC 8259, 11): JSON is UTF-8. */
const utf8 = new TextDecoder('utf-8', { fatal: true });

/**
 * Reads the JSON body of a small request, at most 32 KiB.
 * @throws ApiError INVALID_INPUT, UNSUPPORTED_MEDIA_TYPE
 */
export async function readJson(req: Request): Promise<unknown> {
  return parseJson(await readJsonBytes(req, ['application/json']));
}

/** As `readJson`, before it is parsed. */
export async function readJsonBytes(req: Request, types: readonly string[]): Promise<Buffer> {
  if (!req.is([...types])) throw invalidBody(`must be JSON, as ${types.join(' or ')}.`);
  return readBytes(req, maxBodyBytes);
}

/** @throws ApiError INVALID_INPUT */
export function parseJson(body: Buffer): unknown {
  const text = decode(body);
  try {
    return JSON.parse(text);
  } catch (cause) {
    throw invalidBody(`is not valid JSON${locateMistake(text)}.`, cause);
  }
}

function decode(body: Buffer): string {
  try {
    return utf8.decode(body);
  } catch (cause) {
    throw invalidBody('is not valid UTF-8.', cause);
  }
}
