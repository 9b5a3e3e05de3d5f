import { existsSync, readFileSync } from 'node:fs';
import { expect } from 'chai';
import { variables } from '../../../shared/config/variables.ts';

const page = readFileSync('docs/security.md', 'utf8');
const quoted = [...page.matchAll(/`([^`\s]+)`/g)].map(([, text]) => text!);

describe('docs/security.md', () => {
  it('names files, folders and tests that exist', () => {
    const paths = quoted.filter((text) => /^(api|shared|scripts|test|workers)\//.test(text));
    expect(paths.length).to.be.above(30);
    const missing = paths.filter((path) => !path.includes('*') && !existsSync(path));
    expect(missing).to.deep.equal([]);
  });

  it('names settings that exist', () => {
    const names = quoted.filter((text) => /^[A-Z]+(_[A-Z]+)+$/.test(text));
    expect(names.filter((name) => !Object.hasOwn(variables, name))).to.deep.equal([]);
  });
});
