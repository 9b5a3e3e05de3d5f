import { createHash } from 'node:crypto';
import { cp, mkdir, mkdtemp, readdir, readFile, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { expect } from 'chai';
import { readWebBuild } from '../../../../api/assets/web-build.ts';
import { startNode } from '../../../../scripts/processes/child.ts';
import { isUpToDate } from '../../../../scripts/web/up-to-date.ts';

/** A small repository: in the real one another process may be changing files. */
async function makeRepository(): Promise<string> {
  const root = await mkdtemp(join(tmpdir(), 'web-build-test-'));
  for (const path of [
    'scripts',
    'api/assets',
    'shared',
    'package.json',
    'package-lock.json',
    'tsconfig.json',
  ])
    await cp(path, join(root, path), { recursive: true });
  await symlink(join(process.cwd(), 'node_modules'), join(root, 'node_modules'));
  for (const folder of ['try-on', 'loader', 'tools', 'docs', 'home', 'ops', 'rooms'])
    await mkdir(join(root, 'api/web', folder), { recursive: true });
  await writeSource(root, 'tools/tools.css', 'main { padding: 0 }');
  for (const tool of ['docs', 'home', 'ops', 'rooms']) {
    await writeSource(root, `${tool}/own.css`, `main { color: ${tool === 'docs' ? 'teal' : 'navy'} }`);
    await writeSource(root, `${tool}/main.ts`, 'import "../tools/tools.css"; import "./own.css";');
  }
  await writeSource(
    root,
    'loader/loader.ts',
    'document.title ??= SCRIPT_HASHES.cart + SCRIPT_HASHES.status;',
  );
  await writeSource(root, 'loader/cart.ts', 'document.title ??= "cart";');
  await writeSource(root, 'loader/render-status.ts', 'document.title ??= "status";');
  await writeSource(root, 'try-on/main.css', `body { ${'margin: 0;'.repeat(3)} color: rebeccapurple }`);
  await writeSource(root, 'try-on/later.ts', 'import "./later.css"; export const later = "later";');
  await writeSource(root, 'try-on/later.css', 'ul { color: teal }');
  await writeSource(root, 'try-on/last.ts', 'import "./last.css"; document.title = "last";');
  await writeSource(root, 'try-on/last.css', 'ol { color: navy }');
  await writeSource(
    root,
    'try-on/main.tsx',
    `import { maxLookItems } from '../../../shared/try-on/contract.ts';
     import './main.css';
     document.title = String(maxLookItems);
     document.onclick = () => import('./later.ts').then(({ later }) => { document.title = later; });
     document.onkeydown = () => import('./last.ts');`,
  );
  return root;
}

const writeSource = (root: string, file: string, text: string) =>
  writeFile(join(root, 'api/web', file), text);

async function build(root: string): Promise<void> {
  const { code, lastLines } = await startNode(join(root, 'scripts/web.ts'), [], { cwd: root }).ended;
  if (code !== 0) throw new Error(lastLines.join('\n'));
}

describe('the build of the browser code', () => {
  let root: string;
  let folder: string;
  before(async function () {
    this.timeout(60_000);
    root = await makeRepository();
    folder = join(root, 'web-build');
    await build(root);
  });
  after(() => rm(root, { recursive: true, force: true }));

  it('names the files of the first paint, and lazy ones by their source', async () => {
    const { tryOn } = readWebBuild(folder);
    expect(tryOn.script).to.match(/^assets\/main-[0-9a-f]{8}\.js$/);
    expect(tryOn.styles).to.have.lengthOf(1);
    expect(Object.keys(tryOn.lazy)).to.have.members(['api/web/try-on/later.ts', 'api/web/try-on/last.ts']);
    expect(await readFile(join(folder, tryOn.script), 'utf8')).not.to.include('"later"');
  });

  it('puts the styles of all later screens into one file', async () => {
    const names = await readdir(join(folder, 'assets'));
    const later = names.filter((name) => /^(later|last)-.*\.css$/.test(name));
    expect(later).to.have.lengthOf(1);
    const text = await readFile(join(folder, 'assets', later[0]!), 'utf8');
    expect(text).to.include('teal').and.include('navy');
  });

  it('gives each tool its own styles after those that all of them share', async () => {
    const { docs, home } = readWebBuild(folder);
    expect(docs.styles).to.have.lengthOf(2);
    expect(home.styles[0])
      .to.equal(docs.styles[0])
      .and.match(/tools-[0-9a-f]{8}\.css$/);
    expect(await readFile(join(folder, docs.styles[1]!), 'utf8')).to.include('teal');
  });

  it('writes brotli and gzip beside each text, with the same contents', async () => {
    const script = join(folder, readWebBuild(folder).tryOn.script);
    const bytes = await readFile(script);
    expect(brotliDecompressSync(await readFile(`${script}.br`))).to.deep.equal(bytes);
    expect(gunzipSync(await readFile(`${script}.gz`))).to.deep.equal(bytes);
  });

  it('makes the loader one classic script', async () => {
    const loader = await readFile(join(folder, readWebBuild(folder).loader.path), 'utf8');
    expect(() => new Function(loader)).not.to.throw();
    expect(loader).not.to.match(/\bimport\b|\bexport\b|\?\?/);
  });

  it('tells the loader the hashes of the scripts that it fetches', async () => {
    const build = readWebBuild(folder);
    const loader = await readFile(join(folder, build.loader.path), 'utf8');
    for (const { path, version } of [build.cart, build.status]) {
      const hash = createHash('sha256')
        .update(await readFile(join(folder, path)))
        .digest();
      expect(loader, path).to.include(hash.toString('base64'));
      expect(version, path).to.equal(hash.toString('hex').slice(0, 12));
    }
  });

  it('is current until a source, an imported module elsewhere or a package changes', async () => {
    expect(await isUpToDate(root, folder)).to.equal(true);
    for (const file of ['api/web/try-on/later.ts', 'shared/try-on/contract.ts', 'package-lock.json']) {
      const text = await readFile(join(root, file), 'utf8');
      await writeFile(join(root, file), `${text}\n`);
      expect(await isUpToDate(root, folder), file).to.equal(false);
      await writeFile(join(root, file), text);
    }
    expect(await isUpToDate(root, folder)).to.equal(true);
  });

  it('is not current when a file is added, or when it has not ended', async () => {
    await writeSource(root, 'try-on/new.ts', 'export {};');
    expect(await isUpToDate(root, folder)).to.equal(false);
    await rm(join(root, 'api/web/try-on/new.ts'));
    await rm(join(folder, 'stamp.json'));
    expect(await isUpToDate(root, folder)).to.equal(false);
  });

  it('gives a changed file another name and keeps the old one for those who have the old page', async function () {
    this.timeout(30_000);
    const earlier = readWebBuild(folder).tryOn.styles[0]!;
    await writeSource(root, 'try-on/main.css', 'body { color: teal }');
    await build(root);
    expect(readWebBuild(folder).tryOn.styles[0]).not.to.equal(earlier);
    expect(await readFile(join(folder, earlier), 'utf8')).to.include('#639');
  });

  it('ends with the reason when the code is wrong, and leaves the old build', async function () {
    this.timeout(30_000);
    const earlier = readWebBuild(folder);
    await writeSource(root, 'try-on/later.ts', 'export const later = ;');
    const failure = await build(root).catch((error: Error) => error);
    expect((failure as Error).message).to.include('later.ts');
    expect(readWebBuild(folder)).to.deep.equal(earlier);
  });
});
