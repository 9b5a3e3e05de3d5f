import { readdirSync } from 'node:fs';
import { join } from 'node:path';

export interface Group {
  /** Such as `integration/api/http`. */
  name: string;
  files: string[];
}

/** `*` stays within a folder, `**` does not. */
function globToRegExp(glob: string): RegExp {
  const source = glob
    .replace(/[.+^${}()|[\]\\]/g, '\\$&')
    .replace(
      /\*\*\/|\*\*|\*|\?/g,
      (mark) => ({ '**/': '(?:.*/)?', '**': '.*', '*': '[^/]*', '?': '[^/]' })[mark] ?? '',
    );
  return new RegExp(`^${source}$`);
}

/** Returns true if a pattern names that file: its path, a folder above it, or a glob. */
export function matches(file: string, pattern: string): boolean {
  const plain = pattern.replace(/^\.\//, '').replace(/\/+$/, '');
  return file === plain || file.startsWith(`${plain}/`) || globToRegExp(plain).test(file);
}

/** Returns every test file of the project as a path relative to `root`, in a stable order. */
export function testFiles(root: string): string[] {
  const entries = readdirSync(join(root, 'test'), { recursive: true, encoding: 'utf8' });
  return entries
    .filter((entry) => entry.endsWith('.test.ts'))
    .map((entry) => `test/${entry.replaceAll('\\', '/')}`)
    .sort();
}

/** Each starts and kills a platform of its own for minutes, so it is a group of its own. */
const alone = /^test\/chaos\//;

/** `test/unit/workers/renderer/pixels/lab.test.ts` → `unit/workers/renderer/pixels` */
function getFolder(file: string): string {
  const path = alone.test(file) ? file.replace(/\.test\.ts$/, '/') : file;
  return path.split('/').slice(1, -1).join('/') || 'test';
}

const getDepth = (folder: string) => folder.split('/').length;

/** A process takes more than a second to load what it tests, so a folder with fewer files joins its parent. */
const minFiles = 6;
/** `unit/shared` and `integration/api` join nothing. */
const minDepth = 2;

/** Joins small folders with their parents, the deepest first. */
function joinSmall(folders: Map<string, string[]>): void {
  const deepest = Math.max(0, ...[...folders.keys()].map(getDepth));
  for (let depth = deepest; depth > minDepth; depth--) {
    for (const [folder, files] of [...folders]) {
      if (getDepth(folder) !== depth || files.length >= minFiles) continue;
      const parent = folder.slice(0, folder.lastIndexOf('/'));
      folders.delete(folder);
      folders.set(parent, [...(folders.get(parent) ?? []), ...files]);
    }
  }
}

/**
 * Test files by the process they run in: one for each folder with enough files, so that what one leaves
 * open, or sets for its whole process (sharp's list of loaders), cannot hang or disturb the others. The
 * groups depend on all files, so a test has the same neighbours, or fewer, when patterns select some.
 */
export function groupTests(files: string[], patterns: string[]): Group[] {
  const folders = new Map<string, string[]>();
  for (const file of files) folders.set(getFolder(file), [...(folders.get(getFolder(file)) ?? []), file]);
  joinSmall(folders);
  const selected = (file: string) =>
    patterns.length === 0 || patterns.some((pattern) => matches(file, pattern));
  return [...folders]
    .map(([name, members]) => ({ name, files: members.filter(selected) }))
    .filter((group) => group.files.length > 0);
}
