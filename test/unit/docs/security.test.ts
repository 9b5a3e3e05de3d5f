import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { expect } from 'chai';
import { groups } from '../../../scripts/attack/run.ts';
import { variables } from '../../../shared/config/variables.ts';

const page = readFileSync('docs/security.md', 'utf8');
const quoted = [...page.matchAll(/`([^`\s]+)`/g)].map(([, text]) => text!);

const tests = ['test', ...readdirSync('test', { recursive: true, encoding: 'utf8' })].flatMap((path) => [
  path === 'test' ? path : `test/${path}`,
  `test/${path}/`,
]);

/** The rows of the tables whose last column names tests; "the same" stands for what the row above names. */
function shownRows(): string[][] {
  const rows: string[][] = [];
  let isShown = false;
  for (const line of page.split('\n')) {
    const cells = line
      .split('|')
      .slice(1, -1)
      .map((cell) => cell.trim());
    if (cells.at(-1) === 'Shown by') isShown = true;
    else if (cells.length === 0) isShown = false;
    else if (isShown && !cells[0]!.startsWith('---')) {
      const last = cells.at(-1)!.replace(/^the same/, rows.at(-1)?.at(-1) ?? '');
      rows.push([...cells.slice(0, -1), last]);
    }
  }
  return rows;
}

describe('docs/security.md', () => {
  it('names files, folders and tests that exist', () => {
    const paths = quoted.filter((text) => /^(api|shared|scripts|test|workers)\//.test(text));
    expect(paths.length).to.be.above(30);
    const missing = paths.filter((path) => !path.includes('*') && !existsSync(path));
    expect(missing).to.deep.equal([]);
  });

  it('shows each row of its tables by tests and attacks that exist', () => {
    const rows = shownRows();
    expect(rows.length).to.be.above(50);
    for (const [name, ...cells] of rows) {
      const shownBy = cells.at(-1)!;
      const files = [...shownBy.matchAll(/`([\w./-]+\.test\.ts|test\/[\w./-]*)`/g)].map(([, file]) => file!);
      const only = [...shownBy.matchAll(/`npm run attack(?: -- --only (\w+))?`/g)].map(([, group]) => group);
      expect([...files, ...only], `tests of "${name}"`).to.not.be.empty;
      for (const file of files)
        expect(
          tests.some((test) => test === file || test.endsWith(`/${file}`)),
          file,
        ).to.equal(true);
      for (const group of only) if (group) expect(groups).to.include(group);
    }
  });

  it('names settings that exist', () => {
    const names = quoted.filter((text) => /^[A-Z]+(_[A-Z]+)+$/.test(text));
    expect(names.filter((name) => !Object.hasOwn(variables, name))).to.deep.equal([]);
  });
});
