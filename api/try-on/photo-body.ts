import { open } from 'node:fs/promises';
import type { Request } from 'express';
import type { Config } from '../../shared/config/variables.ts';
import { imageLimits } from '../../shared/images/inspect.ts';
import { photoRefused } from '../../shared/try-on/photo-check.ts';
import { openBodySource } from '../http/body-scanner/body-source.ts';
import { askForBody } from '../http/expect-continue.ts';

type BodyLimits = Pick<Config, 'BODY_IDLE_SECONDS' | 'BODY_TOTAL_SECONDS'>;

const tooLarge = () => photoRefused('photo_too_large', 'is larger than 8 MB; send it scaled down.');

/**
 * Saves the body of a request, at most 8 MiB, as a local file. The caller removes the file, also when this rejects.
 * @throws ApiError INVALID_INPUT when it is too large, BodyError when it does not arrive in time.
 */
export async function savePhotoBody(
  req: Request,
  path: string,
  limits: BodyLimits,
  signal: AbortSignal,
): Promise<void> {
  if (Number(req.get('content-length') ?? 0) > imageLimits.maxBytes) throw tooLarge();
  askForBody(req);
  const source = openBodySource(req, {
    idleTimeoutMs: limits.BODY_IDLE_SECONDS * 1000,
    totalTimeoutMs: limits.BODY_TOTAL_SECONDS * 1000,
    signal,
  });
  const file = await open(path, 'wx', 0o600);
  try {
    let bytes = 0;
    for (let chunk = await source.next(); chunk; chunk = await source.next()) {
      bytes += chunk.length;
      if (bytes > imageLimits.maxBytes) throw tooLarge();
      await file.write(chunk);
    }
  } finally {
    source.release();
    await file.close();
  }
}
