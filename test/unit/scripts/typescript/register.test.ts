import { execFile } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { promisify } from 'node:util';
import { expect } from 'chai';
import { typeScriptArguments } from '../../../../scripts/typescript/arguments.ts';

describe('a process that runs TypeScript', () => {
  let dir: string;
  /** Stands for esbuild, and fails. */
  let withoutCompiler: NodeJS.ProcessEnv;
  beforeEach(() => {
    mkdirSync('.cache', { recursive: true });
    dir = mkdtempSync(join('.cache', 'typescript-'));
    withoutCompiler = { ESBUILD_BINARY_PATH: resolve(dir, 'esbuild') };
    writeFileSync(join(dir, 'esbuild'), '#!/bin/sh\necho no compiler >&2\nexit 1\n', { mode: 0o755 });
  });
  afterEach(() => rmSync(dir, { recursive: true }));

  const write = (name: string, source: string) => writeFileSync(join(dir, name), source);
  const run = (env: NodeJS.ProcessEnv = {}) =>
    promisify(execFile)(process.execPath, [...typeScriptArguments, resolve(dir, 'main.ts')], {
      env: { ...process.env, ...env },
    });

  it('compiles a file once, and again when its content has changed', async () => {
    write('main.ts', "import { sum } from './sum.ts';\nconsole.log(sum(1, 2) satisfies number);\n");
    write('sum.ts', 'export const sum = (a: number, b: number): number => a + b;\n');
    expect((await run()).stdout).to.equal('3\n');
    expect((await run(withoutCompiler)).stdout).to.equal('3\n');

    write('sum.ts', 'export const sum = (a: number, b: number): number => a * b;\n');
    expect(await run(withoutCompiler).catch(({ stderr }) => stderr)).to.contain('no compiler');
    expect((await run()).stdout).to.equal('2\n');
  });

  it('names the lines of the sources in stacks, and the sources in import.meta.url', async () => {
    write(
      'main.ts',
      'interface Gone {\n  a: 1;\n}\nconsole.log(import.meta.url, new Error("here").stack as Gone | string);\n',
    );
    const { stdout } = await run();
    expect(stdout).to.match(/^file:.*\/main\.ts Error: here\n.*\/main\.ts:4:/);
  });

  it('imports JSON, and elements of Preact from a .tsx file', async () => {
    write(
      'main.ts',
      "import data from './data.json' with { type: 'json' };\nimport { title } from './title.tsx';\nconsole.log(data.a, title.type);\n",
    );
    write('data.json', '{"a":1}');
    write('title.tsx', 'export const title: { type: unknown } = <h1>Hello</h1>;\n');
    expect((await run()).stdout).to.equal('1 h1\n');
  });

  it('names a file that does not exist', async () => {
    write('main.ts', "import './absent.ts';\n");
    expect(await run().catch(({ stderr }) => stderr)).to.match(/ENOENT.*absent\.ts/);
  });
});
