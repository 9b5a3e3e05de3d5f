import { readdirSync } from 'node:fs';
import { join } from 'node:path';

export interface Group {
  /** Such as `integration/api/http`. */
  name: string;
  files: string[];
}

const order = ['unit', 'integration', 'browser', 'chaos'];

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

/** True when a pattern names that file: its path, a folder above it, or a glob. */
export function matches(file: string, pattern: string): boolean {
  const plain = pattern.replace(/^\.\//, '').replace(/\/+$/, '');
  return file === plain || file.startsWith(`${plain}/`) || globToRegExp(plain).test(file);
}

/** Every test file of the project as a path relative to `root`, in a stable order. */
export function testFiles(root: string): string[] {
  const entries = readdirSync(join(root, 'test'), { recursive: true, encoding: 'utf8' });
  return entries
    .filter((entry) => entry.endsWith('.test.ts'))
    .map((entry) => `test/${entry.replaceAll('\\', '/')}`)
    .sort();
}

/** `test/unit/workers/renderer/products/cutout/cutout.test.ts` → `unit/workers/local` */
function groupOf(file: string): string {
  return file.split('/').slice(1, -1).join('/') || 'test';
}

function rank({ name }: Group): number {
  const place = order.indexOf(name.split('/')[0] ?? '');
  return place === -1 ? order.length : place;
}

/**
 * Test files by the process they run in: one a folder, so that what one leaves open, or sets for its
 * whole process (sharp's list of loaders), cannot hang or disturb the others.
 */
export function groupTests(files: string[], patterns: string[]): Group[] {
  const groups = new Map<string, string[]>();
  for (const file of files) {
    if (patterns.length > 0 && !patterns.some((pattern) => matches(file, pattern))) continue;
    const name = groupOf(file);
    groups.set(name, [...(groups.get(name) ?? []), file]);
  }
  return [...groups].map(([name, members]) => ({ name, files: members })).sort((a, b) => rank(a) - rank(b));
}
