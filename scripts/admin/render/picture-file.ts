import { access, constants, stat, writeFile } from 'node:fs/promises';
import { dirname, extname } from 'node:path';
import type { RenderClient, RenderResult } from '../../../shared/client/index.ts';
import { AdminError } from '../output.ts';
import { exitCodes } from './failure.ts';

const types = {
  '.png': 'image/png',
  '.jpg': 'image/jpeg',
  '.jpeg': 'image/jpeg',
  '.webp': 'image/webp',
} as const;

function typeOf(path: string): (typeof types)[keyof typeof types] | undefined {
  const ending = extname(path).toLowerCase();
  return ending in types ? types[ending as keyof typeof types] : undefined;
}

/** Checks before a render is paid for that its picture can be saved. @throws AdminError */
export async function assertWritable(path: string): Promise<void> {
  if (!typeOf(path)) throw new AdminError('--out must end with .png, .jpg or .webp.', exitCodes.invalid);
  const folder = dirname(path);
  const found = await stat(folder).catch(() => undefined);
  const writable = await access(folder, constants.W_OK).then(
    () => true,
    () => false,
  );
  if (!found?.isDirectory() || !writable)
    throw new AdminError(
      `The folder ${folder} of --out does not exist, or cannot be written to.`,
      exitCodes.invalid,
    );
}

/** Saves the picture in the format of the file's ending; returns its size in bytes. */
export async function savePicture(client: RenderClient, result: RenderResult, path: string): Promise<number> {
  const type = typeOf(path);
  const converted =
    type === 'image/png' || !type ? undefined : await client.renders.image(result.id, { type });
  const bytes = converted ? new Uint8Array(await converted.arrayBuffer()) : result.bytes();
  await writeFile(path, bytes).catch((error: Error) => {
    throw new AdminError(
      `${path} was not written: ${error.message}. The picture is kept as render ${result.id}.`,
    );
  });
  return bytes.length;
}
