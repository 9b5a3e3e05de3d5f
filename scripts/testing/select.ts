import { readdirSync } from 'node:fs';
import { join } from 'node:path';

export interface Group {
  /** Such as `integration/api`. */
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

function groupOf(file: string): string {
  const [, kind = '', room = ''] = file.split('/');
  return kind === 'integration' && !room.endsWith('.test.ts') ? `${kind}/${room}` : kind;
}

function rank({ name }: Group): number {
  const place = order.indexOf(name.split('/')[0] ?? '');
  return place === -1 ? order.length : place;
}

/**
 * Test files by the process they run in: unit tests share one, each room of the integration tests has
 * its own, so that what one of them leaves open cannot hang or disturb the others.
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
