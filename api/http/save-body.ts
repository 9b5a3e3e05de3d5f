import { open } from 'node:fs/promises';
import type { Request } from 'express';
import type { Config } from '../../shared/config/variables.ts';
import { openBodySource } from './body-scanner/body-source.ts';
import { askForBody } from './expect-continue.ts';

export interface BodyLimits {
  config: Pick<Config, 'BODY_IDLE_SECONDS' | 'BODY_TOTAL_SECONDS'>;
  maxBytes: number;
  /** Returns the error of a body with more. */
  tooLarge: () => Error;
  signal: AbortSignal;
}

/** Yields the chunks of a body as they arrive. @throws what `tooLarge` returns, BodyError when it does not arrive in time */
export async function* readChunks(
  req: Request,
  { config, maxBytes, tooLarge, signal }: BodyLimits,
): AsyncGenerator<Buffer> {
  if (Number(req.get('content-length') ?? 0) > maxBytes) throw tooLarge();
  askForBody(req);
  const source = openBodySource(req, {
    idleTimeoutMs: config.BODY_IDLE_SECONDS * 1000,
    totalTimeoutMs: config.BODY_TOTAL_SECONDS * 1000,
    signal,
  });
  try {
    let bytes = 0;
    for (let chunk = await source.next(); chunk; chunk = await source.next()) {
      bytes += chunk.length;
      if (bytes > maxBytes) throw tooLarge();
      yield chunk;
    }
  } finally {
    source.release();
  }
}

/** Saves the body of a request as a local file. The caller removes the file, also when this rejects. */
export async function saveBody(req: Request, path: string, limits: BodyLimits): Promise<void> {
  const file = await open(path, 'wx', 0o600);
  try {
    for await (const chunk of readChunks(req, limits)) await file.write(chunk);
  } finally {
    await file.close();
  }
}
