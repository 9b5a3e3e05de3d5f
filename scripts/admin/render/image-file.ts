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

function getType(path: string): (typeof types)[keyof typeof types] | undefined {
  const ending = extname(path).toLowerCase();
  return ending in types ? types[ending as keyof typeof types] : undefined;
}

/** Checks before a render is paid for that its image can be saved. @throws AdminError */
export async function assertWritable(path: string): Promise<void> {
  const problem = await findProblem(path);
  if (problem) throw new AdminError(`--out ${problem}`, exitCodes.invalid);
}

async function findProblem(path: string): Promise<string | undefined> {
  if (!getType(path)) return 'must end with .png, .jpg or .webp.';
  if (await isFolder(path)) return `is a folder: ${path}.`;
  const folder = dirname(path);
  if (!(await isFolder(folder))) return `is in a folder that does not exist: ${folder}.`;
  const place = (await exists(path)) ? path : folder;
  const writable = await access(place, constants.W_OK).then(
    () => true,
    () => false,
  );
  return writable ? undefined : `cannot be written: ${place}.`;
}

const exists = async (path: string) => (await stat(path).catch(() => undefined)) !== undefined;
const isFolder = async (path: string) => (await stat(path).catch(() => undefined))?.isDirectory() ?? false;

/** Saves the image in the format of the file's ending; returns its size in bytes. @throws AdminError naming the render */
export async function saveImage(client: RenderClient, result: RenderResult, path: string): Promise<number> {
  try {
    const bytes = await bytesFor(client, result, getType(path));
    await writeFile(path, bytes);
    return bytes.length;
  } catch (error) {
    const problem = error instanceof Error ? error.message : String(error);
    throw new AdminError(`${path} was not written: ${problem} The image is kept as render ${result.id}.`);
  }
}

async function bytesFor(
  { renders }: RenderClient,
  result: RenderResult,
  type: ReturnType<typeof getType>,
): Promise<Uint8Array> {
  if (type === undefined || type === 'image/png') return result.bytes();
  return new Uint8Array(await (await renders.image(result.id, { type })).arrayBuffer());
}
