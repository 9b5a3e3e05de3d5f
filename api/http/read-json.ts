import type { Request } from 'express';
import { invalidBody, readBytes } from './read-bytes.ts';

const maxBodyBytes = 32 * 1024;

const utf8 = new TextDecoder();

/**
 * The JSON body of a small request, at most 32 KiB.
 * @throws ApiError INVALID_INPUT
 */
export async function readJson(
  req: Request,
  types: readonly string[] = ['application/json'],
): Promise<unknown> {
  return (await readSizedJson(req, types)).value;
}

/** As `readJson`, with the size of the body. */
export async function readSizedJson(
  req: Request,
  types: readonly string[],
): Promise<{ value: unknown; bytes: number }> {
  if (!req.is([...types])) throw invalidBody(`must be JSON, as ${types.join(' or ')}.`);
  const charset = /;\s*charset\s*=\s*"?([^";\s]+)/i.exec(req.get('content-type') ?? '')?.[1] ?? 'utf-8';
  if (!/^utf-?8$/i.test(charset)) throw invalidBody('must be UTF-8.');
  const body = await readBytes(req, maxBodyBytes);
  try {
    return { value: JSON.parse(utf8.decode(body)), bytes: body.length };
  } catch (cause) {
    throw invalidBody('is not valid JSON.', cause);
  }
}
