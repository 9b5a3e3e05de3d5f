import { spawn } from 'node:child_process';
import {
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { expect } from 'chai';

const root = resolve(import.meta.dirname, '../../..');

/** Stands for npm: notes that it ran and leaves what npm leaves, the list of packages last. */
const fakeNpm = `
const fs = require('node:fs');
fs.appendFileSync('npm-runs', process.argv.slice(2).join(' ') + '\\n');
if (process.env.NPM_FAILS) {
  console.error('npm error code ' + process.env.NPM_FAILS);
  console.error('npm error network request to https://registry.example/sharp failed');
  process.exit(1);
}
fs.rmSync('node_modules', { recursive: true, force: true });
fs.mkdirSync('node_modules/left', { recursive: true });
fs.writeFileSync('node_modules/left/package.json', '{}');
fs.symlinkSync(process.env.REAL_ESBUILD, 'node_modules/esbuild');
const lock = JSON.parse(fs.readFileSync('package-lock.json', 'utf8'));
delete lock.packages['node_modules/rare']; // optional, for another system
fs.writeFileSync('node_modules/.package-lock.json', JSON.stringify(lock));
`;

const lock = (version: string) =>
  JSON.stringify({
    packages: { 'node_modules/left': { version }, 'node_modules/rare': { version: '1', optional: true } },
  });

interface Ran {
  code: number | null;
  output: string;
}

describe('set-up', () => {
  let clone: string;

  beforeEach(() => {
    clone = mkdtempSync(join(tmpdir(), 'render-platform-clone-'));
    mkdirSync(join(clone, 'scripts'));
    for (const part of ['setup.mjs', 'setup', 'typescript'])
      cpSync(join(root, 'scripts', part), join(clone, 'scripts', part), { recursive: true });
    writeFileSync(join(clone, 'package.json'), '{"type":"module"}');
    writeFileSync(join(clone, 'package-lock.json'), lock('1.0.0'));
    writeFileSync(join(clone, 'npm-cli.js.cjs'), fakeNpm);
    writeFileSync(
      join(clone, 'scripts/demo.ts'),
      'const args: string[] = process.argv.slice(2);\nconsole.log("ran", ...args);\n',
    );
  });
  afterEach(() => rmSync(clone, { recursive: true, force: true }));

  function setUp(args: string[], extra: NodeJS.ProcessEnv = {}): Promise<Ran> {
    const npm = join(clone, 'npm.js');
    if (!existsSync(npm)) symlinkSync(join(clone, 'npm-cli.js.cjs'), npm);
    return new Promise((done) => {
      const child = spawn(process.execPath, ['scripts/setup.mjs', ...args], {
        cwd: clone,
        env: {
          ...process.env,
          npm_execpath: npm,
          REAL_ESBUILD: join(root, 'node_modules/esbuild'),
          CI: 'true',
          ...extra,
        },
        stdio: ['ignore', 'pipe', 'pipe'],
      });
      let output = '';
      for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk) => (output += chunk));
      child.once('close', (code) => done({ code, output }));
    });
  }

  const installations = () => {
    const file = join(clone, 'npm-runs');
    return existsSync(file) ? readFileSync(file, 'utf8').trim().split('\n').length : 0;
  };

  it('installs packages on a fresh clone, runs the command with its arguments, and does not install again', async () => {
    const first = await setUp(['demo', '--out', 'x.png']);
    expect(first.output).to.match(/Installing packages \(first run\).*ran --out x\.png\n$/s);
    const second = await setUp(['demo']);
    expect(second).to.deep.equal({ code: 0, output: 'ran\n' });
    expect(installations()).to.equal(1);
  });

  it('installs again when the lock file changed', async () => {
    await setUp(['demo']);
    writeFileSync(join(clone, 'package-lock.json'), lock('2.0.0'));
    expect((await setUp(['demo'])).output).to.contain('package-lock.json changed');
    expect(installations()).to.equal(2);
  });

  it('repairs a node_modules that lost a package', async () => {
    await setUp(['demo']);
    rmSync(join(clone, 'node_modules/left'), { recursive: true });
    expect((await setUp(['demo'])).output).to.contain('node_modules is incomplete');
    expect(installations()).to.equal(2);
  });

  it('repairs a node_modules whose installation was interrupted', async () => {
    mkdirSync(join(clone, 'node_modules/left'), { recursive: true });
    expect((await setUp(['demo'])).output).to.match(/incomplete.*ran\n$/s);
  });

  it('installs nothing with a lock file that npm ci rejects, and says what to do', async () => {
    const { code, output } = await setUp(['demo'], { NPM_FAILS: 'EUSAGE' });
    expect(code).to.equal(1);
    expect(output.trim().split('\n').at(-1)).to.match(
      /^Could not install packages \(EUSAGE\): package-lock\.json lacks what the lines above name;/,
    );
    expect(readFileSync(join(clone, 'npm-runs'), 'utf8')).to.match(/^ci [^\n]*\n$/);
  });

  it('takes over what a person installed with npm', async () => {
    await setUp(['demo']);
    writeFileSync(join(clone, 'package-lock.json'), lock('2.0.0'));
    writeFileSync(
      join(clone, 'node_modules/.package-lock.json'),
      lock('2.0.0').replace(/,"node_modules.rare.*}/, '}}'),
    );
    expect((await setUp(['demo'])).output).to.equal('ran\n');
    expect(installations()).to.equal(1);
  });

  it('says in one line what to do when packages cannot be downloaded', async () => {
    const { code, output } = await setUp(['demo'], { NPM_FAILS: 'ENOTFOUND' });
    expect(code).to.equal(1);
    expect(output.trim().split('\n').at(-1)).to.match(
      /^Could not download packages \(ENOTFOUND\): check the network/,
    );
    expect(output).to.contain('registry.example').and.not.contain('ran');
  });

  it('says in one line what to do when the disk is full', async () => {
    const { output } = await setUp(['demo'], { NPM_FAILS: 'ENOSPC' });
    expect(output.trim().split('\n').at(-1)).to.contain('free some disk space');
  });

  it('waits for another set-up of the same folder and takes over the lock of a dead one', async () => {
    mkdirSync(join(clone, '.cache'));
    writeFileSync(join(clone, '.cache/setup.lock'), '999999999');
    const [a, b] = await Promise.all([setUp(['demo']), setUp(['demo'])]);
    expect([a.code, b.code]).to.deep.equal([0, 0]);
    expect(installations()).to.equal(1);
  });

  it('lists the commands when it does not know one', async () => {
    const { code, output } = await setUp(['sart']);
    expect(code).to.equal(2);
    expect(output).to.match(/There is no command "sart".*start +starts the platform/s);
    expect(installations()).to.equal(0);
  });

  for (const command of ['start', 'demo', 'test']) {
    it(`explains ${command} without installing anything`, async () => {
      const { code, output } = await setUp([command, '--help']);
      expect(code).to.equal(0);
      expect(output).to.match(new RegExp(`^Usage: npm (run )?${command} --`));
      expect(installations()).to.equal(0);
    });
  }
});
