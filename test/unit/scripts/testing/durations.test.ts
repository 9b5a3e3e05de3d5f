import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect } from 'chai';
import { byDuration, keepDurations, readDurations } from '../../../../scripts/testing/durations.ts';

describe('durations of groups', () => {
  let root: string;
  beforeEach(() => {
    root = mkdtempSync(join(tmpdir(), 'durations-'));
  });
  afterEach(() => rmSync(root, { recursive: true }));

  it('are kept from run to run, also of groups that did not run again', () => {
    expect(readDurations(root)).to.deep.equal({});
    keepDurations(root, [
      { name: 'unit/api', seconds: 7.4 },
      { name: 'chaos/faults', seconds: 90 },
    ]);
    keepDurations(root, [{ name: 'unit/api', seconds: 6.6 }]);
    expect(readDurations(root)).to.deep.equal({ 'unit/api': 7, 'chaos/faults': 90 });
  });

  const group = (name: string, files: number) => ({ name, files: Array<string>(files).fill('a.test.ts') });
  const groups = [
    group('chaos/faults', 1),
    group('integration/api', 31),
    group('unit/api', 28),
    group('unit/docs', 2),
  ];
  const names = (known: Record<string, number>) => byDuration(groups, known).map(({ name }) => name);

  it('order the groups, the shortest first', () => {
    const known = { 'unit/docs': 30, 'unit/api': 12, 'chaos/faults': 80, 'integration/api': 40 };
    expect(names(known)).to.deep.equal(['unit/api', 'unit/docs', 'integration/api', 'chaos/faults']);
  });

  it('are guessed from the number and kind of files for groups that have not run', () => {
    expect(names({})).to.deep.equal(['unit/docs', 'unit/api', 'chaos/faults', 'integration/api']);
  });
});
