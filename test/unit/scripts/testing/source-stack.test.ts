import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect } from 'chai';
import { transform } from 'esbuild';
import { toSourceStack } from '../../../../scripts/testing/source-stack.ts';

describe('The stack of a failed test', () => {
  let dir: string;
  beforeEach(() => {
    dir = mkdtempSync(join(tmpdir(), 'source-stack-'));
  });
  afterEach(() => rmSync(dir, { recursive: true }));

  it('names lines of sources in place of those of the bundle', async () => {
    const source = 'interface Gone {\n  a: 1;\n}\nfunction fail() {\n  throw new Error("no");\n}\n';
    const { code, map } = await transform(source, {
      loader: 'ts',
      sourcemap: 'external',
      sourcefile: `${process.cwd()}/test/some.test.ts`,
    });
    writeFileSync(join(dir, 'tests.cjs.map'), map);
    const line = code.split('\n').findIndex((text) => text.includes('throw')) + 1;
    const stack = toSourceStack(`Error: no\n    at fail (${join(dir, 'tests.cjs')}:${line}:9)`);
    expect(stack).to.match(/^Error: no\n {4}at fail \(test\/some\.test\.ts:5:\d+\)$/);
  });

  it('stays as it is where there is no map', () => {
    const stack = `Error: no\n    at fail (${join(dir, 'other.cjs')}:1:9)`;
    expect(toSourceStack(stack)).to.equal(stack);
  });
});
