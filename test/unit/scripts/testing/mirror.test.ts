import { existsSync, readdirSync, statSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { expect } from 'chai';
import { testFiles } from '../../../../scripts/testing/select.ts';

const roots = ['api', 'workers', 'shared', 'scripts'];
const isFolder = (path: string) => statSync(path, { throwIfNoEntry: false })?.isDirectory() ?? false;
const stem = (file: string) => basename(file).replace(/(\.test)?\.\w+$/, '');

/** Name of a source file, without its ending, to the folders that have one of that name. */
function foldersByName(): Map<string, string[]> {
  const folders = new Map<string, string[]>();
  for (const root of roots) {
    for (const entry of readdirSync(root, { recursive: true, encoding: 'utf8' })) {
      if (!/\.(tsx?|mjs|cjs)$/.test(entry)) continue;
      const file = join(root, entry);
      folders.set(stem(file), [...(folders.get(stem(file)) ?? []), dirname(file)]);
    }
  }
  return folders;
}

/** What is wrong with the place of `test/unit/a/b.test.ts`, or undefined. */
function misplaced(file: string, folders: Map<string, string[]>): string | undefined {
  const [, , ...path] = file.split('/');
  const folder = dirname(path.join('/'));
  const name = stem(file);
  if (!isFolder(folder)) return `${file}: there is no folder ${folder}`;
  // docs/ has pages, not source files.
  if (existsSync(join(folder, `${name}.md`))) return undefined;
  const places = folders.get(name) ?? [];
  if (places.length === 0 || places.includes(folder) || isFolder(join(folder, name))) return undefined;
  return `${file} has the name of a file in ${places.join(', ')}`;
}

describe('test files', () => {
  const files = testFiles('.').filter((file) => /^test\/(unit|integration)\//.test(file));

  it('are there', () => expect(files.length).to.be.greaterThan(150));

  it('are at the mirrored path of their subject', () => {
    const folders = foldersByName();
    expect(files.map((file) => misplaced(file, folders)).filter(Boolean)).to.deep.equal([]);
  });

  it('of another folder, or with the name of a file elsewhere, are found', () => {
    const folders = new Map([['lab', ['workers/renderer/pixels']]]);
    const wrong = (file: string) => misplaced(file, folders) !== undefined;
    expect(wrong('test/unit/workers/local/lab.test.ts')).to.equal(true);
    expect(wrong('test/unit/workers/renderer/scene/lab.test.ts')).to.equal(true);
    expect(wrong('test/unit/workers/renderer/pixels/lab.test.ts')).to.equal(false);
    expect(wrong('test/unit/workers/renderer/pixels/whole-way.test.ts')).to.equal(false);
  });

  it('are nowhere else', () => {
    const others = testFiles('.').filter((file) => !/^test\/(unit|integration|browser|chaos)\//.test(file));
    expect(others).to.deep.equal([]);
  });
});
