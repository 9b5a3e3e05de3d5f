import { expect } from 'chai';
import { groupTests, matches } from '../../../../scripts/testing/select.ts';

const files = [
  'test/browser/loader.test.ts',
  'test/integration/api/visualize.test.ts',
  'test/integration/workers/fleet.test.ts',
  'test/unit/shared/ids.test.ts',
];

describe('choosing tests', () => {
  const cases: [pattern: string, file: string, expected: boolean][] = [
    ['test/unit', 'test/unit/shared/ids.test.ts', true],
    ['./test/unit/', 'test/unit/shared/ids.test.ts', true],
    ['test/uni', 'test/unit/shared/ids.test.ts', false],
    ['test/unit/shared/ids.test.ts', 'test/unit/shared/ids.test.ts', true],
    ['test/**/ids*.test.ts', 'test/unit/shared/ids.test.ts', true],
    ['test/**/*.test.ts', 'test/top.test.ts', true],
    ['test/*/ids.test.ts', 'test/unit/shared/ids.test.ts', false],
    ['test/unit/shared/ids?test.ts', 'test/unit/shared/ids.test.ts', true],
  ];
  for (const [pattern, file, expected] of cases) {
    it(`${pattern} ${expected ? 'names' : 'does not name'} ${file}`, () => {
      expect(matches(file, pattern)).to.equal(expected);
    });
  }

  it('gives each folder a process of its own, unit tests first', () => {
    const names = groupTests(files, []).map(({ name }) => name);
    expect(names).to.deep.equal(['unit/shared', 'integration/api', 'integration/workers', 'browser']);
  });

  it('keeps only what a pattern names', () => {
    expect(groupTests(files, ['test/integration']).flatMap((group) => group.files)).to.deep.equal(
      files.slice(1, 3),
    );
  });
});
