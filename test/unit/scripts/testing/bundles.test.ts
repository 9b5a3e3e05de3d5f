import { execFile } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { promisify } from 'node:util';
import { expect } from 'chai';
import { buildBundles } from '../../../../scripts/testing/bundles.ts';
import { typeScriptArguments } from '../../../../scripts/typescript/arguments.ts';

describe('the bundle of an entry point', () => {
  let dir: string;
  beforeEach(() => {
    mkdirSync('.cache', { recursive: true });
    dir = resolve(mkdtempSync(join('.cache', 'bundles-')));
  });
  afterEach(() => rmSync(dir, { recursive: true }));

  const write = (name: string, source: string) => writeFileSync(join(dir, name), source);
  const run = (list?: string) => {
    const [option = '', register = ''] = typeScriptArguments;
    const url = new URL(register);
    if (list) url.searchParams.set('bundles', list);
    else url.searchParams.delete('bundles');
    return promisify(execFile)(process.execPath, [option, url.href, join(dir, 'main.ts')]);
  };

  it('runs as its sources do, with their URLs and with packages that are not in it', async () => {
    write('main.ts', "import { where } from './where.ts';\nconsole.log(process.argv[1], where);\n");
    write(
      'where.ts',
      "import sharp from 'sharp';\nimport { z } from 'zod';\nexport const where: string = [import.meta.url, typeof sharp, z.string().parse('read')].join(' ');\n",
    );
    const { stdout } = await run();
    expect(stdout).to.match(/main\.ts file:.*\/where\.ts function read\n$/);
    expect((await run(await buildBundles(dir, dir, { entries: ['main.ts'] }))).stdout).to.equal(stdout);
  });

  it('is what a process runs, although the sources have changed since', async () => {
    write('main.ts', "import { sum } from './sum.ts';\nconsole.log(sum(1, 2));\n");
    write('sum.ts', 'export const sum = (a: number, b: number) => a + b;\n');
    const list = await buildBundles(dir, dir, { entries: ['main.ts'] });
    write('sum.ts', 'export const sum = (a: number, b: number) => a * b;\n');
    expect((await run(list)).stdout).to.equal('3\n');
    expect((await run()).stdout).to.equal('2\n');
  });

  it('of several tests loads a module of both once, with what each exports', async () => {
    write('count.ts', 'let count = 0;\nexport const next = () => ++count;\n');
    for (const name of ['first', 'second'])
      write(`${name}.ts`, "import { next } from './count.ts';\nexport const got = next();\n");
    const paths = ['first.ts', 'second.ts'].map((name) => pathToFileURL(join(dir, name)).href);
    write(
      'main.ts',
      `for (const path of ${JSON.stringify(paths)}) console.log((await import(path)).default.got);\n`,
    );
    const list = await buildBundles(dir, dir, { entries: [], tests: ['first.ts', 'second.ts'], support: [] });
    expect((await run(list)).stdout).to.equal('1\n2\n');
  });

  it('keeps characters that are not ASCII, in texts and in patterns', async () => {
    write('main.ts', "console.log('é█'.replace(/█/, '…'), /^\\p{L}…$/u.test('é…'));\n");
    const list = await buildBundles(dir, dir, { entries: ['main.ts'] });
    expect((await run(list)).stdout).to.equal('é… true\n');
  });

  it('is not made of sources with an error, which is named', async () => {
    write('main.ts', "import './broken.ts';\n");
    write('broken.ts', 'throw new Error("no such setting");\n');
    const error: Error = await buildBundles(dir, dir, { entries: ['main.ts'] }).catch((reason) => reason);
    expect(error.message).to.match(/^main\.ts was not bundled: .*no such setting/);
  });
});
