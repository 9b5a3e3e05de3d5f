import { createHash } from 'node:crypto';
import { existsSync, readdirSync } from 'node:fs';
import { readFile, stat } from 'node:fs/promises';
import { join, relative } from 'node:path';

/** Inputs of a build; a new build is needed when one of these files changes. */
export interface Stamp {
  /** Relative to the repository, sorted. */
  files: string[];
  hash: string;
}

const browserCode = 'api/web';
/** Versions of the packages in the bundle, and how it is built. */
const always = ['package-lock.json', 'scripts/web'];

/** Returns true in a clone; compiled scripts stand beside a finished build instead. */
export const hasSources = (root: string): boolean => existsSync(join(root, browserCode));

/** Returns all files of the browser code, of the build itself, and the `modules` that they import from elsewhere. */
export function inputFiles(root: string, modules: readonly string[]): string[] {
  const own = modules
    .map((module) => relative(root, module.replace(/\?.*$/, '')))
    .filter(
      (file) => !file.startsWith('..') && !file.includes('node_modules') && existsSync(join(root, file)),
    );
  const listed = [browserCode, ...always].flatMap((path) => filesAt(root, path));
  return [...new Set([...listed, ...own])].sort();
}

function filesAt(root: string, path: string): string[] {
  const entries = existsSync(join(root, path)) ? [path] : [];
  if (/\.\w+$/.test(path)) return entries;
  return readdirSync(join(root, path), { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => relative(root, join(entry.parentPath, entry.name)));
}

/** A missing file changes the hash too. */
export async function readStamp(root: string, files: string[]): Promise<Stamp> {
  const hash = createHash('sha256');
  for (const file of files) {
    const bytes = await readFile(join(root, file)).catch(() => 'missing');
    hash.update(`${file}\0${bytes.length}\0`).update(bytes);
  }
  return { files, hash: hash.digest('hex') };
}

/** Returns true if one of the files was written after that time, in milliseconds, or is gone. */
export async function changedSince(root: string, files: readonly string[], time: number): Promise<boolean> {
  const times = await Promise.all(files.map((file) => stat(join(root, file)).catch(() => undefined)));
  return times.some((found) => !found || found.mtimeMs > time);
}
