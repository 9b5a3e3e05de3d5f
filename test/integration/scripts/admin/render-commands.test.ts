import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect } from 'chai';
import sharp from 'sharp';
import { typeScriptArguments } from '../../../../scripts/typescript/arguments.ts';
import { type Ran, runAdmin } from '../../../support/admin.ts';
import {
  eventually,
  hold,
  startPlatform,
  type TestAccount,
  type TestPlatform,
} from '../../../support/platform.ts';

const lamp = 'examples/pendant-lamp.jpg';
/** Named like a picture. */
const folderAsPicture = join(tmpdir(), `render-platform-${process.pid}.png`);

describe('npm run admin -- render', () => {
  let platform: TestPlatform;
  let account: TestAccount;
  let folder: string;
  let out: string;
  let env: NodeJS.ProcessEnv;

  before(async () => {
    platform = await startPlatform();
    account = await platform.account({ credits: 10 });
    await mkdir(folderAsPicture, { recursive: true });
    folder = await mkdtemp(join(tmpdir(), 'render-platform-test-'));
    out = join(folder, 'out.png');
    env = { PATH: process.env.PATH, DATA_DIR: folder, API_URL: platform.url, API_KEY: account.key };
  });
  after(async () => {
    await platform.close();
    await rm(folder, { recursive: true });
    await rm(folderAsPicture, { recursive: true });
  });

  const render = (args: string[], change: NodeJS.ProcessEnv = {}): Promise<Ran> =>
    runAdmin(['render', '--scene', 'examples/room-console.jpg', ...args], { ...env, ...change });
  const newest = async () =>
    (await platform.database.renders.findOne({ account: account.id }).sort({ createdAt: -1 }).lean())!;

  it('saves the image and says what it cost; its progress are lines on standard error', async () => {
    const { code, stdout, stderr } = await render(['--product', lamp, '--title', 'Lamp', '-o', out]);
    expect(code, stderr).to.equal(0);
    expect(stdout).to.match(/out\.png: [\d.]+ s, 1 credit used, 9 left, render rnd_\w+\n$/);
    expect(stderr)
      .to.match(/^started$/m)
      .and.match(/^encoding/m);
    expect(stderr).not.to.contain('\x1b');
    expect((await sharp(await readFile(out)).metadata()).format).to.equal('png');
  });

  it('describes each product by the options after it', async () => {
    const first = [
      '--product',
      lamp,
      '--title',
      'Lamp',
      '--height',
      '40',
      '--unit',
      'in',
      '--tag',
      'a',
      '--tag',
      'b',
    ];
    const second = [
      '--product',
      'examples/orchid.jpg',
      '--image',
      lamp,
      '--title',
      'Orchid',
      '--color',
      'white',
    ];
    const { code, stdout, stderr } = await render([...first, ...second, '-o', out, '--json']);
    expect(code, stderr).to.equal(0);
    expect(stderr).to.equal('');
    expect(JSON.parse(stdout)).to.deep.include({ file: out, usage: { credits: 1, balance: 8 } });
    const { _id, products } = await newest();
    expect(JSON.parse(stdout).renderId).to.equal(_id);
    expect(
      products.map(({ title, color, tags, dimensions, images }) => ({
        title,
        color,
        tags,
        dimensions,
        images: images.length,
      })),
    ).to.deep.equal([
      {
        title: 'Lamp',
        color: undefined,
        tags: ['a', 'b'],
        dimensions: { height: 40, unit: 'in' },
        images: 1,
      },
      { title: 'Orchid', color: 'white', tags: [], dimensions: undefined, images: 2 },
    ]);
  });

  it('saves JPEG and WebP by the ending of the file', async () => {
    for (const ending of ['jpg', 'webp']) {
      const file = join(folder, `out.${ending}`);
      expect((await render(['--product', lamp, '-o', file])).code).to.equal(0);
      expect((await sharp(await readFile(file)).metadata()).format).to.equal(
        ending === 'jpg' ? 'jpeg' : ending,
      );
    }
  });

  it('finds the API and the demo keys of a running npm start, and charges nothing with --test', async () => {
    await writeFile(join(folder, 'backends.json'), JSON.stringify({ apiUrl: platform.url }));
    await writeFile(join(folder, 'demo-key'), `${account.key}\n`);
    await writeFile(join(folder, 'demo-test-key'), `${account.testKey}\n`);
    const unset = { API_URL: '', API_KEY: '' };
    const { stdout, stderr } = await render(['--product', lamp, '-o', out, '--json'], unset);
    expect(JSON.parse(stdout || stderr).usage.credits).to.equal(1);
    const tested = await render(['--product', lamp, '-o', out, '--test', '--json'], unset);
    expect(JSON.parse(tested.stdout || tested.stderr).usage.credits).to.equal(0);
    const elsewhere = await render(['--product', lamp, '-o', out, '--url', 'http://127.0.0.1:1'], unset);
    expect(elsewhere.stderr).to.equal('Pass --key, or set API_KEY to an API key of http://127.0.0.1:1.\n');
  });

  const failures: [string, string[], NodeJS.ProcessEnv, number, RegExp][] = [
    ['a missing product', [], {}, 2, /--scene and --product are needed/],
    [
      'a description before its product',
      ['--title', 'Lamp', '--product', lamp],
      {},
      1,
      /write --product before it/,
    ],
    ['a file that is not there', ['--product', 'nothing.jpg'], {}, 1, /There is no file .*nothing\.jpg/],
    ['a format that it cannot save', ['--product', lamp, '-o', 'out.gif'], {}, 2, /--out must end with/],
    [
      'a folder that is not there',
      ['--product', lamp, '-o', '/nowhere/out.png'],
      {},
      2,
      /--out is in a folder that does not exist: \/nowhere\./,
    ],
    [
      'a folder in the place of the file',
      ['--product', lamp, '-o', folderAsPicture],
      {},
      2,
      /--out is a folder: /,
    ],
    [
      'a mistake in the request',
      ['--catalog-product', 'https://a.example/x'],
      {},
      2,
      /^400 INVALID_INPUT: .*products\[0\].*Request \S+\.\n$/,
    ],
    [
      'a key that is not known',
      ['--product', lamp, '--key', `service_live_${'a'.repeat(38)}`],
      {},
      3,
      /^401 UNAUTHORIZED/,
    ],
  ];
  for (const [name, args, change, expected, message] of failures) {
    it(`explains ${name}, with an exit code`, async () => {
      const { code, stdout, stderr } = await render(['-o', out, ...args], change);
      expect(stderr).to.match(message);
      expect(code).to.equal(expected);
      expect(stdout).to.equal('');
    });
  }

  it('explains an account without credits as JSON too', async () => {
    const { key } = await platform.account({ credits: 0 });
    const { code, stderr } = await render(['--product', lamp, '-o', out, '--key', key, '--json']);
    const { error, ...detail } = JSON.parse(stderr);
    expect(error).to.match(/^402 INSUFFICIENT_CREDITS: /);
    expect(detail).to.deep.include({ code: 'INSUFFICIENT_CREDITS', status: 402 });
    expect(detail.requestId).to.match(/^req_/);
    expect(code).to.equal(3);
  });

  it('cancels its render at Ctrl-C, and says that nothing was charged', async () => {
    const before = await platform.credits(account.id);
    const release = hold(platform.cog);
    const args = [
      'render',
      '--scene',
      'examples/room-console.jpg',
      '--product',
      lamp,
      '-o',
      join(folder, 'none.png'),
    ];
    const child = spawn(process.execPath, [...typeScriptArguments, 'scripts/admin.ts', ...args], { env });
    let stderr = '';
    child.stderr.setEncoding('utf8').on('data', (text: string) => {
      stderr += text;
    });
    const ended = once(child, 'close');
    await eventually(() => stderr.includes('started'));
    child.kill('SIGINT');
    const [code] = await ended;
    release();
    expect(stderr).to.match(/is cancelled: nothing was charged\.\n$/);
    expect(code).to.equal(130);
    expect((await newest()).state).to.equal('cancelled');
    await platform.verifyAtRest();
    expect(await platform.credits(account.id)).to.deep.include({ available: before.available, held: 0 });
  });
});
