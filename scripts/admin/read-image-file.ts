import { readFile, stat } from 'node:fs/promises';
import { imageLimits } from '../../shared/images/inspect.ts';
import { AdminError } from './output.ts';

/** Reads the bytes of an image on the operator's disk. @throws AdminError when it cannot be read, or is too large. */
export async function readImageFile(path: string): Promise<Buffer> {
  const found = await stat(path).catch(() => undefined);
  if (!found?.isFile()) throw new AdminError(`There is no file ${path}.`);
  if (found.size > imageLimits.maxBytes) throw new AdminError(`${path} is larger than 8 MB.`);
  return readFile(path);
}
