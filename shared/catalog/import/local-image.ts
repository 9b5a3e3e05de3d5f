import { readFile, realpath, stat, writeFile } from 'node:fs/promises';
import { relative, resolve, sep } from 'node:path';
import { sha256Hex } from '../../ids.ts';
import { imageLimits } from '../../images/inspect.ts';
import { AssetRefused } from './asset-refused.ts';

/**
 * Copies an image that lies beside a catalog file to `path`. Links that lead out of the folder are refused: the
 * files may come from another party than the operator who imports them.
 * @throws AssetRefused
 */
export async function copyImage(
  folder: string | undefined,
  name: string,
  path: string,
): Promise<{ sha256: string }> {
  if (folder === undefined)
    throw new AssetRefused('is not a URL; only a catalog in a local file may name files beside it.');
  const source = await realpath(resolve(folder, name)).catch(() => undefined);
  if (source === undefined)
    throw new AssetRefused('is not a URL, and there is no such file beside the catalog.');
  const inside = relative(await realpath(folder), source);
  if (inside.startsWith('..') || inside.startsWith(sep))
    throw new AssetRefused('is a link to a file outside the folder of the catalog.');
  const { size } = await stat(source);
  if (size > imageLimits.maxBytes)
    throw new AssetRefused(`is larger than ${imageLimits.maxBytes} bytes (8 MB); use a smaller one.`);
  // Written, not copied: a copy has the permissions of its source.
  const bytes = await readFile(source);
  await writeFile(path, bytes);
  return { sha256: sha256Hex(bytes) };
}
