import { once } from 'node:events';
import type { Request } from 'express';
import { askForBody } from './expect-continue.ts';
import { invalidBody } from './read-bytes.ts';

/** Longer than the boundary, the head and the value of a token. */
const maxBytes = 2_048;
const timeoutMs = 10_000;

/**
 * Returns the first field of a form with a file if it has that name, and leaves the body to be read from its beginning;
 * empty where it has another one.
 * @throws ApiError INVALID_INPUT for a body that does not begin in time.
 */
export async function peekField(req: Request, name: string): Promise<string> {
  askForBody(req);
  const field = new RegExp(
    `^--[^\\r\\n]+\\r\\nContent-Disposition: form-data; name="${name}"\\r\\n\\r\\n([^\\r\\n]*)\\r\\n`,
    'i',
  );
  const signal = AbortSignal.timeout(timeoutMs);
  let start = Buffer.alloc(0);
  let found: RegExpExecArray | null = null;
  while (!found && start.length < maxBytes && !(req.complete && req.readableLength === 0)) {
    const chunk: Buffer | null = req.read();
    if (chunk) {
      start = Buffer.concat([start, chunk]);
      found = field.exec(start.subarray(0, maxBytes).toString('latin1'));
    } else
      await once(req, 'readable', { signal }).catch((error: unknown) => {
        throw invalidBody('was truncated.', error);
      });
  }
  if (start.length > 0) req.unshift(start);
  return found?.[1] ?? '';
}
