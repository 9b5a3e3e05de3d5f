import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect } from 'chai';
import { checks, runCheck } from '../../../../scripts/testing/checks.ts';

const lockFileCheck = checks.find(({ name }) => name === 'Lock file')!;
const name = 'sample';
const dependencies = { left: '1.0.0' };

describe('the check of the lock file', () => {
  let dir: string;
  beforeEach(() => {
    dir = mkdtempSync(join(tmpdir(), 'lock-file-'));
    writeFileSync(join(dir, '.npmrc'), 'offline=true\n');
    writeFileSync(join(dir, 'package.json'), JSON.stringify({ name, dependencies }));
  });
  afterEach(() => rmSync(dir, { recursive: true }));

  function checkWith(left: object) {
    const packages = { '': { name, dependencies }, 'node_modules/left': { version: '1.0.0', ...left } };
    writeFileSync(join(dir, 'package-lock.json'), JSON.stringify({ name, lockfileVersion: 3, packages }));
    return runCheck(lockFileCheck, dir, () => undefined);
  }

  it('passes when the file has everything', async () => {
    expect(await checkWith({})).to.equal(undefined);
  });

  it('fails when the file lacks the build of a package for another system', async () => {
    const failure = await checkWith({ optionalDependencies: { 'left-darwin': '1.0.0' } });
    expect(failure?.title).to.equal('Lock file');
    expect(failure?.why).to.contain('Missing: left-darwin@ from lock file');
  });
});
