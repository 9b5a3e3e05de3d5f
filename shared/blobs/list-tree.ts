import type { Dirent } from 'node:fs';
import { readdir } from 'node:fs/promises';
import { extname, join } from 'node:path';

export interface TreeFile {
  /** Path under the root without the extension. */
  key: string;
  file: string;
}

interface Entry extends TreeFile {
  folder: boolean;
}

async function readEntries(folder: string): Promise<Dirent[]> {
  try {
    return await readdir(folder, { withFileTypes: true });
  } catch (error) {
    const code = (error as NodeJS.ErrnoException).code;
    if (code === 'ENOENT' || code === 'ENOTDIR') return [];
    throw error;
  }
}

function toEntry(folder: string, prefix: string, found: Dirent): Entry {
  const file = join(folder, found.name);
  if (found.isDirectory()) return { key: `${prefix}${found.name}/`, file, folder: true };
  return { key: prefix + found.name.slice(0, -extname(found.name).length || undefined), file, folder: false };
}

/** A folder whose keys all come before `after` is skipped without reading it. */
const mayFollow = (key: string, after: string) => key > after || after.startsWith(key);

/**
 * Lists the files under `root/prefix` in the byte order of their keys, starting after the key `after`.
 * A folder sorts as its name with the `/`: `a-b` comes before `a/b`, as in S3. For each level, the names of
 * one folder at a time are in memory.
 */
export async function* listTree(root: string, prefix: string, after: string): AsyncGenerator<TreeFile> {
  const folder = join(root, prefix);
  const found = (await readEntries(folder)).map((entry) => toEntry(folder, prefix, entry));
  const ahead = found.filter((entry) => (entry.folder ? mayFollow(entry.key, after) : entry.key > after));
  ahead.sort((a, b) => (a.key < b.key ? -1 : 1));
  for (const entry of ahead) {
    if (entry.folder) yield* listTree(root, entry.key, after);
    else yield entry;
  }
}
