import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import type { Request, Response } from 'express';
import { newId } from '../../shared/ids.ts';
import { signalOfCaller } from '../http/caller-gone.ts';
import type { BodyLimits } from '../http/save-body.ts';
import { saveUpload, type Upload } from './save-upload.ts';

export interface UploadPlace {
  /** Local folder for uploads on their way. */
  spoolDir: string;
  config: BodyLimits['config'];
}

export interface Received extends Upload {
  /** The local file, which is removed afterwards. */
  path: string;
  /** Aborts when the caller is gone. */
  signal: AbortSignal;
}

/** Receives the file of a request and removes it once it was used. @throws as `saveUpload`, and as `use` */
export async function withUpload<Result>(
  { spoolDir, config }: UploadPlace,
  { req, res }: { req: Request; res: Response },
  limits: Pick<BodyLimits, 'maxBytes' | 'tooLarge'>,
  use: (received: Received) => Promise<Result>,
): Promise<Result> {
  const path = join(spoolDir, newId('upload'));
  const signal = signalOfCaller(res);
  try {
    const upload = await saveUpload(req, path, { config, signal, ...limits });
    return await use({ ...upload, path, signal });
  } finally {
    await rm(path, { force: true });
  }
}
