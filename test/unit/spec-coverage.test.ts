import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, relative } from 'node:path';
import { expect } from 'chai';
import { listTests } from '../../scripts/testing/list-tests.ts';
import type { ListedTest } from '../../scripts/testing/messages.ts';

interface Row {
  row: string;
  source: string;
  file: string;
  title: string;
}

function readRows(): Row[] {
  const lines = readFileSync('test/spec-coverage.md', 'utf8').split('\n');
  return lines
    .filter((line) => line.includes('| test/'))
    .map((line) => {
      const [row = '', source = '', file = '', title = ''] = line
        .split('|')
        .slice(1, 5)
        .map((cell) => cell.trim());
      return { row, source, file, title };
    });
}

/** Tests made from a table have more in their title than the row quotes. */
const covers = (test: ListedTest, { file, title }: Pick<Row, 'file' | 'title'>) =>
  test.file === file && !test.pending && test.fullTitle.includes(title);

describe('test/spec-coverage.md', () => {
  const rows = readRows();

  it('has rows', () => expect(rows.length).to.be.greaterThan(30));

  it('names source files that exist', () => {
    const missing = rows.map(({ source }) => source).filter((source) => !existsSync(source));
    expect(missing).to.deep.equal([]);
  });

  it('names tests that run', async () => {
    const tests = await listTests([...new Set(rows.map(({ file }) => file))]);
    const uncovered = rows.filter((row) => !tests.some((test) => covers(test, row)));
    expect(uncovered).to.deep.equal([]);
  });

  it('does not accept a skipped or a commented test', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'spec-coverage-'));
    const path = join(folder, 'sample.test.ts');
    writeFileSync(path, "it('runs', () => {});\nit.skip('is skipped', () => {});\n// it('is commented')\n");
    try {
      const tests = await listTests([path]);
      const file = relative('.', path);
      const covered = (title: string) => tests.some((test) => covers(test, { file, title }));
      expect(['runs', 'is skipped', 'is commented'].map(covered)).to.deep.equal([true, false, false]);
    } finally {
      rmSync(folder, { recursive: true });
    }
  });
});
