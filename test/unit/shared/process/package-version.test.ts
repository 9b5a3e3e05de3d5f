import { readFileSync } from 'node:fs';
import { expect } from 'chai';
import { packageVersion } from '../../../../shared/process/package-version.ts';

describe('the version of the package', () => {
  it('is the one in package.json', () => {
    const { version } = JSON.parse(readFileSync('package.json', 'utf8')) as { version: string };
    expect(packageVersion()).to.equal(version);
  });
});
