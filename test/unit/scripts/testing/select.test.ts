import { expect } from 'chai';
import { groupTests, matches } from '../../../../scripts/testing/select.ts';

const files = [
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

  it('gives each test that kills processes a process of its own', () => {
    const names = groupTests(['test/chaos/attack.test.ts', 'test/chaos/faults.test.ts'], []);
    expect(names.map(({ name }) => name)).to.deep.equal(['chaos/attack', 'chaos/faults']);
  });

  const inFolder = (folder: string, count: number) =>
    Array.from({ length: count }, (_, index) => `test/unit/${folder}/${index}.test.ts`);

  it('gives a folder with six files a process of its own, and joins a smaller one with its parent', () => {
    const groups = groupTests(
      [
        ...inFolder('workers/renderer/people', 6),
        ...inFolder('workers/renderer/scene', 3),
        ...inFolder('workers/renderer/pixels', 3),
        ...inFolder('workers/render', 1),
      ],
      [],
    );
    expect(groups.map(({ name, files }) => [name, files.length])).to.deep.equal([
      ['unit/workers/renderer/people', 6],
      ['unit/workers/renderer', 6],
      ['unit/workers', 1],
    ]);
  });

  it('keeps the groups when patterns select some of their files', () => {
    const all = [...inFolder('workers/renderer', 6), ...inFolder('workers/render', 1)];
    const groups = groupTests(all, [all[0]!, 'test/unit/workers/render']);
    expect(groups).to.deep.equal([
      { name: 'unit/workers/renderer', files: [all[0]] },
      { name: 'unit/workers', files: [all[6]] },
    ]);
  });

  it('keeps only what a pattern names', () => {
    expect(groupTests(files, ['test/integration']).flatMap((group) => group.files)).to.deep.equal(
      files.slice(0, 2),
    );
  });
});
