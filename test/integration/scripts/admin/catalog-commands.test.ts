import { execFile } from 'node:child_process';
import { once } from 'node:events';
import { createWriteStream } from 'node:fs';
import { mkdir, mkdtemp, readdir, readFile, rm, symlink, utimes, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { expect } from 'chai';
import { typeScriptArguments } from '../../../../scripts/typescript/arguments.ts';
import { type Database, openDatabase } from '../../../../shared/database/database.ts';
import { silentLogger } from '../../../../shared/log.ts';
import { createStore } from '../../../../shared/stores/stores.ts';
import { runAdmin } from '../../../support/admin.ts';
import { freshDatabase, redisUrl } from '../../../support/backends.ts';
import { type Shop, startShop } from '../../../support/catalog/shop.ts';

const run = promisify(execFile);

describe('npm run admin -- catalog', () => {
  let dir: string;
  let env: NodeJS.ProcessEnv;
  let database: Database;
  let shop: Shop;
  let feed: string;

  before(async () => {
    dir = await mkdtemp(join(tmpdir(), 'render-platform-test-'));
    shop = await startShop();
    const uri = await freshDatabase();
    env = {
      ...process.env,
      MONGODB_URI: uri,
      REDIS_URL: await redisUrl(),
      DATA_DIR: join(dir, 'data'),
      OUTBOUND_ALLOW: shop.hostPort,
    };
    database = await openDatabase({ uri, log: silentLogger(), selectionMs: 3000 });
    await database.ensureIndexes();
    await createStore(database.stores, { account: 'acc_1', slug: 'acme', hosts: ['acme.example'] });
    await createStore(database.stores, { account: 'acc_1', slug: 'large', hosts: ['large.example'] });
    feed = join(dir, 'feed.json');
    const sofa = { productId: 1, handle: 'sofa', title: 'Sofa', images: [`${shop.origin}/img/1.jpg`] };
    const chair = { productId: 2, handle: 'chair', images: [`${shop.origin}/missing.jpg`] };
    await writeFile(feed, JSON.stringify([sofa, chair, { productId: 3 }]));
  });
  after(async () => {
    await Promise.all([database.close(), shop.close()]);
    await rm(dir, { recursive: true, force: true });
  });

  const admin = (args: string[]) => runAdmin(['catalog', ...args], env);
  // biome-ignore lint/suspicious/noExplicitAny: each command prints another shape.
  async function json(...args: string[]): Promise<any> {
    const { code, stdout, stderr } = await admin([...args, '--json']);
    expect(code, stderr).to.equal(0);
    return JSON.parse(stdout);
  }

  it('imports a file, says which rows failed, and writes a line for each row', async () => {
    const spool = join(dir, 'data', 'spool');
    // What an import that was killed the day before yesterday left behind.
    await mkdir(join(spool, 'import_killed'), { recursive: true });
    const then = Date.now() / 1000 - 48 * 3600;
    await utimes(join(spool, 'import_killed'), then, then);
    const { code, stdout, stderr } = await admin(['import', '--store', 'acme', '--from', feed, '--json']);
    expect(code, stderr).to.equal(2);
    const { report, reasons, ...counts } = JSON.parse(stdout);
    expect(counts).to.deep.equal({
      created: 2,
      updated: 0,
      unchanged: 0,
      failed: 1,
      variants: 0,
      fetched: 1,
      missing: 1,
      lacking: { price: 2, category: 2, title: 1, picture: 0 },
    });
    expect(stderr).to.contain('Row 3: handle is required');
    expect(JSON.parse(stderr.trim().split('\n').at(-1)!)).to.deep.equal({
      error: '1 products and 1 images could not be imported.',
    });
    expect(reasons).to.have.length(2);
    expect(JSON.stringify(reasons)).to.contain('handle is required').and.contain('404');
    const lines = (await readFile(report, 'utf8')).trim().split('\n');
    const rows = lines.map((line) => JSON.parse(line)).sort((a, b) => a.row - b.row);
    expect(rows.map(({ row, outcome }) => [row, outcome])).to.deep.equal([
      [1, 'created'],
      [2, 'created'],
      [3, 'failed'],
    ]);
    expect(rows[1].missing[0].reason).to.contain('404');
    expect(await readdir(spool)).to.deep.equal([]);
  });

  it('starts while another import ends and takes its own folder away', async () => {
    await createStore(database.stores, { account: 'acc_1', slug: 'other', hosts: ['other.example'] });
    const spool = join(dir, 'data', 'spool');
    await mkdir(spool, { recursive: true });
    // Listed, but not there any more when it is looked at: what the other import leaves for a moment.
    await symlink(join(dir, 'gone'), join(spool, 'import_ending'));
    const { code, stderr } = await admin(['import', '--store', 'other', '--from', feed, '--json']);
    expect(code, stderr).to.equal(2);
    expect((await json('list', '--store', 'other')).products).to.have.length(2);
    await rm(join(spool, 'import_ending'));
  });

  it('lists, shows and matches what is there', async () => {
    const { products } = await json('list', '--store', 'acme');
    expect(products).to.deep.equal([
      { productId: '1', handle: 'sofa', title: 'Sofa', variants: 0, assets: 1, missingAssets: 0 },
      { productId: '2', handle: 'chair', title: '', variants: 0, assets: 0, missingAssets: 1 },
    ]);
    expect((await json('list', '--store', 'acme', '--after', '1')).products).to.have.length(1);
    const shown = await json('show', '--store', 'acme', '--product', '1');
    expect(shown).to.deep.include({ productId: '1', handleHistory: [] });
    const found = await json('match', '--url', 'https://acme.example/fr/products/Sofa');
    expect(found).to.include({ matched: true, storeSlug: 'acme', by: 'handle', fidelity: 'merchant' });
    expect(found.assets).to.deep.equal([
      { blob: shown.assets[0].image.blob, source: `${shop.origin}/img/1.jpg` },
    ]);
    expect(await json('match', '--url', 'https://acme.example/products/table')).to.deep.equal({
      matched: false,
      storeSlug: 'acme',
    });
    expect(await json('match', '--url', 'https://acme.example.evil.example/products/sofa')).to.deep.equal({
      matched: false,
      storeSlug: null,
    });
  });

  it('recognises a Shopify file and a CSV file by their content', async () => {
    await createStore(database.stores, { account: 'acc_1', slug: 'shapes', hosts: ['shapes.example'] });
    const shopify = join(dir, 'export');
    await writeFile(
      shopify,
      JSON.stringify({ products: [{ id: 7, handle: 'vase', title: 'Vase', variants: [] }] }),
    );
    expect(await json('import', '--store', 'shapes', '--from', shopify)).to.include({
      created: 1,
      failed: 0,
    });
    const csv = join(dir, 'feed.txt');
    await writeFile(csv, 'product_id,handle,title\n8,bowl,Bowl\n');
    expect(await json('import', '--store', 'shapes', '--from', csv)).to.include({ created: 1, failed: 0 });
  });

  it('removes a product, or all, with their images', async () => {
    expect(await json('remove', '--store', 'acme', '--product', '1')).to.deep.equal({
      products: 1,
      pictures: 1,
    });
    expect(await json('remove', '--store', 'acme', '--all')).to.deep.equal({ products: 1, pictures: 0 });
    expect((await json('list', '--store', 'acme')).products).to.deep.equal([]);
  });

  for (const [name, args, complaint] of [
    ['an unknown store', ['import', '--store', 'unknown', '--from', 'x.json'], 'There is no store unknown'],
    ['a missing file', ['import', '--store', 'acme', '--from', 'nothing.json'], 'There is no file nothing'],
    [
      'an unknown format',
      ['import', '--store', 'acme', '--from', 'x', '--format', 'xml'],
      '--format must be',
    ],
    [
      'a file of another kind',
      ['import', '--store', 'acme', '--from', 'package.json'],
      'no array of products',
    ],
    [
      'a place behind the guard',
      ['import', '--store', 'acme', '--from', 'https://169.254.169.254/products.json'],
      'names a host that has no public address',
    ],
    ['no choice of what to remove', ['remove', '--store', 'acme'], 'Say which'],
    ['an unknown product', ['show', '--store', 'acme', '--product', '9'], 'There is no product 9'],
  ] as const) {
    it(`says in one line what to do about ${name}`, async () => {
      const { code, stdout, stderr } = await admin([...args]);
      expect(code).not.to.equal(0);
      expect(stderr)
        .to.contain(complaint)
        .and.not.match(/^\s+at /m);
      expect(stdout).to.equal('');
    });
  }

  /** 1,000 products of 100 variants, 40 KB of text each: 40 MB, which parsed as a whole take over 100 MB. */
  async function largeFile(path: string): Promise<void> {
    const stream = createWriteStream(path);
    for (let at = 0; at < 1000; at += 1) {
      const product = {
        productId: at,
        handle: `product-${at}`,
        tags: Array.from({ length: 200 }, (_, tag) => `${at}-${tag}-`.padEnd(200, 'tag ')),
        variants: Array.from({ length: 100 }, (_, variant) => ({
          variantId: at * 100 + variant,
          color: 'Red',
        })),
      };
      const line = `${at === 0 ? '[' : ','}${JSON.stringify(product)}\n`;
      if (!stream.write(line)) await once(stream, 'drain');
    }
    stream.end(']');
    await once(stream, 'finish');
  }

  it('imports 100,000 variants within a heap that could not hold them', async () => {
    const path = join(dir, 'large.json');
    await largeFile(path);
    const smallHeap = ['--max-old-space-size=96', ...typeScriptArguments, 'scripts/admin.ts'];
    const importing = ['catalog', 'import', '--store', 'large', '--from', path, '--json'];
    const { stdout, stderr } = await run(process.execPath, [...smallHeap, ...importing], { env });
    expect(JSON.parse(stdout)).to.include({ created: 1000, variants: 100_000, failed: 0 });
    expect(stderr, 'progress').to.match(/\d+ products, \d+ variants/);
    const match = await json('match', '--url', 'https://large.example/', '--variant', '99999');
    expect(match).to.include({ matched: true, productId: '999', by: 'variantId' });
  });
});
