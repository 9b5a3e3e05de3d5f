import { execFile } from 'node:child_process';
import { cp, mkdir, readFile, symlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';

const run = promisify(execFile);
const modules = join(process.cwd(), 'node_modules');
const tsc = join(modules, '.bin/tsc');

/**
 * Builds the client as it is published, and makes `folder/app` a package that has it installed. Returns the path of the
 * latter. @throws Error with the output of tsc
 */
export async function installClient(folder: string): Promise<string> {
  const app = join(folder, 'app');
  await mkdir(join(app, 'node_modules'), { recursive: true });
  await cp('shared/client', join(folder, 'client'), { recursive: true });
  const { scripts } = JSON.parse(await readFile('shared/client/package.json', 'utf8'));
  const env = { ...process.env, PATH: `${join(modules, '.bin')}:${process.env.PATH}` };
  await run('sh', ['-c', scripts.prepack], { cwd: join(folder, 'client'), env }).catch(reportOutput);
  await symlink(join(folder, 'client'), join(app, 'node_modules/render-platform-client'));
  await writeFile(join(app, 'package.json'), '{ "type": "module" }');
  return app;
}

/** Compiles TypeScript of a reader of the client, in Node with the usual settings, to JavaScript beside it. */
export async function compileProgram(app: string, ...files: string[]): Promise<void> {
  const settings = ['--target', 'es2022', '--module', 'nodenext', '--lib', 'es2022,dom', '--strict'];
  await compile([...settings, '--types', 'node', '--typeRoots', join(modules, '@types'), ...files], app);
}

async function compile(args: string[], cwd: string): Promise<void> {
  await run(tsc, args, { cwd }).catch(reportOutput);
}

function reportOutput({ stdout }: { stdout: string }): never {
  throw new Error(stdout);
}

/** The code blocks of a language in a page. */
export function codeBlocks(markdown: string, language: string): string[] {
  return [...markdown.matchAll(/```(\w+)\n([\s\S]*?)```/g)].flatMap(([, name, code]) =>
    name === language ? [code!] : [],
  );
}
