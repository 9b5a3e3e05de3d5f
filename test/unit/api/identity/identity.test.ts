import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { expect } from 'chai';
import { typeScriptArguments } from '../../../../scripts/typescript/arguments.ts';

/** Returns the names of the modules that a process loads which imports that file. */
async function modulesLoadedBy(file: string): Promise<string> {
  const { stderr } = await promisify(execFile)(
    process.execPath,
    [...typeScriptArguments, '--input-type=module', '--eval', `await import('./${file}');`],
    { env: { ...process.env, NODE_DEBUG: 'esm' }, maxBuffer: 2 ** 26 },
  );
  return [...stderr.matchAll(/Storing (\S+)/g)].map(([, url]) => url).join('\n');
}

describe('the library of identities', () => {
  it('is not loaded at a start, but when it is first used', async () => {
    expect(await modulesLoadedBy('api/identity/identity.ts')).not.to.contain('/better-auth/');
    expect(await modulesLoadedBy('api/identity/auth.ts')).to.contain('/better-auth/');
  });
});
