import { execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { copyFile, mkdtemp, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { promisify } from 'node:util';
import { expect } from 'chai';
import { photo, startPlatform, type TestPlatform, visualizeBody } from '../../../support/platform.ts';

const run = promisify(execFile);
const scene = 'scene.jpg';
const programs = 'test/support/generated-clients';
const modules = join(process.cwd(), 'node_modules');

interface Generator {
  /** The program, which the path must have. */
  tools: string[];
  /** The program that uses the client, and what it is called beside it. */
  program: [file: string, name: string];
  files?: Record<string, string>;
  /** Finds what the client needs, without a network; where that is missing, the test is skipped. */
  prepare?: string[];
  /** Make the client from `openapi.json`, and compile the program. */
  commands: string[][];
  start: string[];
}

const ogen = (generator: string, out: string, properties: string): string[] => [
  'openapi-generator-cli generate --skip-validate-spec -i openapi.json',
  `-g ${generator} -o ${out} --additional-properties ${properties}`,
];
const words = (command: string[]): string[] => command.join(' ').split(' ');

const goModule = 'module generated\n\ngo 1.22\n';

const generators: Record<string, Generator> = {
  'openapi-typescript': {
    tools: ['openapi-typescript'],
    program: ['openapi-typescript.ts.txt', 'main.mts'],
    commands: [
      words(['openapi-typescript openapi.json -o schema.d.ts']),
      [
        join(modules, '.bin/tsc'),
        ...words(['--strict --target es2022 --module nodenext --lib es2022,dom --types node']),
        '--typeRoots',
        join(modules, '@types'),
        'main.mts',
      ],
    ],
    start: ['node', 'main.mjs'],
  },
  'oapi-codegen': {
    tools: ['oapi-codegen', 'go'],
    program: ['oapi-codegen.go', 'main.go'],
    files: { 'go.mod': goModule },
    prepare: words(['go get github.com/oapi-codegen/runtime@v1']),
    commands: [
      words(['oapi-codegen -package main -generate types,client -o client.gen.go openapi.json']),
      words(['go build -o program .']),
    ],
    start: ['./program'],
  },
  'openapi-generator for Go': {
    tools: ['openapi-generator-cli', 'go'],
    program: ['openapi-generator.go', 'main.go'],
    files: { 'go.mod': goModule },
    commands: [
      words(ogen('go', 'render', 'packageName=render,withGoMod=false')),
      words(['rm -r render/test']),
      words(['go build -o program .']),
    ],
    start: ['./program'],
  },
  'openapi-generator for Python': {
    tools: ['openapi-generator-cli', 'python3'],
    program: ['openapi-generator.py', 'main.py'],
    commands: [words(ogen('python', '.', 'packageName=openapi_client'))],
    start: ['python3', 'main.py'],
  },
  'openapi-python-client': {
    tools: ['openapi-python-client', 'python3'],
    program: ['openapi-python-client.py', 'main.py'],
    files: { 'config.yaml': 'post_hooks: []\n' },
    commands: [
      words([
        'openapi-python-client generate --path openapi.json --meta none --config config.yaml',
        '--output-path render_api_client',
      ]),
    ],
    start: ['python3', 'main.py'],
  },
};

const succeeds = ([command, ...args]: string[], options: { cwd: string; env: NodeJS.ProcessEnv }) =>
  run(command!, args, options).then(
    () => true,
    () => false,
  );

const isFound = (program: string): Promise<boolean> =>
  succeeds(['sh', '-c', 'command -v "$0"', program], { cwd: '.', env: process.env });

describe('A client generated from the OpenAPI document', () => {
  let platform: TestPlatform;
  let folder: string;
  let env: NodeJS.ProcessEnv;
  let request: string;

  /** Go's modules that were downloaded before, which need no network. */
  async function findGoModules(): Promise<string> {
    const modules = await run('go', ['env', 'GOMODCACHE']).catch(() => null);
    return modules ? `file://${modules.stdout.trim()}/cache/download` : 'off';
  }

  before(async () => {
    platform = await startPlatform();
    folder = await mkdtemp(join(tmpdir(), 'render-generators-'));
    env = {
      ...process.env,
      BASE_URL: platform.url,
      EMPTY_KEY: (await platform.account({ credits: 0 })).key,
      SLOW_SCENE: 'https://simulate.test/success?seconds=90',
      GOFLAGS: '-mod=mod',
      GOPROXY: await findGoModules(),
    };
    request = JSON.stringify(await visualizeBody());
  });
  after(async () => {
    await platform.close();
    await rm(folder, { recursive: true, force: true });
  });

  for (const [name, { tools, program, files = {}, prepare, commands, start }] of Object.entries(generators)) {
    it(`uploads, renders, cancels, lists by page, and reads picture, ledger and a 402: ${name}`, async function () {
      for (const tool of tools) {
        if (await isFound(tool)) continue;
        console.log(`      skipped: ${tool} is not on the path`);
        this.skip();
      }
      const cwd = await mkdtemp(join(folder, 'client-'));
      const document = await fetch(`${platform.url}/openapi.json?tags=renders,credits`);
      await writeFile(join(cwd, 'openapi.json'), await document.text());
      await copyFile(join(programs, program[0]), join(cwd, program[1]));
      await symlink(modules, join(cwd, 'node_modules'));
      for (const [file, content] of Object.entries(files)) await writeFile(join(cwd, file), content);
      if (prepare && !(await succeeds(prepare, { cwd, env }))) {
        console.log(`      skipped: ${prepare.join(' ')} finds nothing without a network`);
        this.skip();
      }
      for (const [command, ...args] of commands) {
        await run(command!, args, { cwd, env, maxBuffer: 50_000_000 }).catch(({ stdout, stderr }) => {
          throw new Error(`${command} ${args.join(' ')}\n${stdout.slice(-2000)}\n${stderr.slice(-2000)}`);
        });
      }
      await writeFile(join(cwd, scene), await photo(96, 64, 10));
      const { key, testKey } = await platform.account({ credits: 10 });
      const child = spawn(start[0]!, start.slice(1), {
        cwd,
        env: { ...env, API_KEY: key, TEST_KEY: testKey },
        stdio: ['pipe', 'pipe', 'inherit'],
      });
      child.stdin.end(request);
      const [output] = await Promise.all([text(child.stdout), once(child, 'close')]);
      expect(JSON.parse(output)).to.deep.equal({
        credits: 1,
        png: true,
        code: 'INSUFFICIENT_CREDITS',
        states: ['cancelled', 'cancelled'],
        movements: ['capture', 'grant'],
      });
    });
  }
});
