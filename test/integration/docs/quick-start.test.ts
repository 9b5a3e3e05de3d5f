import { execFile, spawnSync } from 'node:child_process';
import { copyFile, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { expect } from 'chai';
import sharp from 'sharp';
import { codeBlocks } from '../../support/client-package.ts';
import { startPlatform, type TestPlatform } from '../../support/platform.ts';

const run = promisify(execFile);

describe('the Python program of docs/guides/quick-start.md', () => {
  let platform: TestPlatform | undefined;
  let folder: string;

  before(async function () {
    if (spawnSync('python3', ['--version']).status !== 0) {
      console.log('  skipped: there is no python3 on PATH');
      return this.skip();
    }
    platform = await startPlatform();
    folder = await mkdtemp(join(tmpdir(), 'render-platform-guide-'));
    await copyFile('examples/room-console.jpg', join(folder, 'room.jpg'));
    await copyFile('examples/pendant-lamp.jpg', join(folder, 'lamp.jpg'));
    const text = await readFile('docs/guides/quick-start.md', 'utf8');
    const [example] = codeBlocks(text.slice(text.indexOf('## A whole program in Python')), 'python');
    await writeFile(join(folder, 'render.py'), example!.replace('https://api.example', platform.url));
  });
  after(async () => {
    await platform?.close();
    if (folder) await rm(folder, { recursive: true });
  });

  const example = (key: string) =>
    run('python3', ['render.py'], { cwd: folder, env: { PATH: process.env.PATH, API_KEY: key } });

  it('renders', async () => {
    const { key } = await platform!.account({ credits: 5 });
    expect((await example(key)).stdout).to.match(/render\.png: 1 credit used, 4 left\n$/);
    const { format } = await sharp(await readFile(join(folder, 'render.png'))).metadata();
    expect(format).to.equal('png');
  });

  it('says why it does not render', async () => {
    const { key } = await platform!.account({ credits: 0 });
    const refused = await example(key).catch((error: unknown) => error);
    expect(refused).to.include({ code: 1 });
    expect((refused as { stderr: string }).stderr).to.match(/^HTTP 402: .*INSUFFICIENT_CREDITS/);
  });
});
