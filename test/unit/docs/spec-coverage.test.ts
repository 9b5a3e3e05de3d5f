import { readFileSync } from 'node:fs';
import { expect } from 'chai';

interface Row {
  row: string;
  file: string;
  title: string;
}

function rows(): Row[] {
  const lines = readFileSync('docs/spec-coverage.md', 'utf8').split('\n');
  return lines
    .filter((line) => line.includes('| test/'))
    .map((line) => {
      const [row, file, title] = line
        .split('|')
        .slice(1, 4)
        .map((cell) => cell.trim());
      return { row: row!, file: file!, title: title! };
    });
}

describe('docs/spec-coverage.md', () => {
  it('has rows', () => expect(rows().length).to.be.greaterThan(30));

  for (const { row, file, title } of rows()) {
    it(`names a test that exists for: ${row}`, () => {
      expect(readFileSync(file, 'utf8')).to.contain(title);
    });
  }
});
